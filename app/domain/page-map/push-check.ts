/**
 * Whether the push records of a run fit together: a recording may come from anywhere. Numbers are
 * explained before they are used, all of them are of the same files, pages lie in these, times do not go
 * back, and no snapshot has more pages than its files.
 */
import type { RunEvent } from "../../contract/events.ts";
import {
  decodePushes,
  mostTargets,
  type PushDetail,
  type PushSection,
  pushDetails,
} from "../../contract/push-records.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { OwnerReader } from "./owner-reader.ts";

export type PushTargetEvent = Extract<RunEvent, { kind: "pushTarget" }>;
export type PushTargetEnd = Extract<RunEvent, { kind: "pushTargetEnd" }>;

/** What of a batch tells of pushes. */
export interface TellingBatch {
  /** Its number in the run, where it is known. */
  readonly seq?: number | undefined;
  readonly events: readonly RunEvent[];
  readonly pushes?: Uint8Array | undefined;
}

/** Of a run: the engine stops at 80 MiB, whatever it is told to record. */
export const mostPushBytes = 96 * 1024 * 1024;

interface Target {
  /** Places in its files. */
  readonly places: number;
  pushed: number;
}

const inWords = (files: PushTargetEvent["files"]) =>
  files.map(({ id, pages }) => `file ${id} of ${pages} pages`).join(", ");

const refused = (reason: string) => failure("protocol", `push records: ${reason}`);

export class PushCheck {
  /** Whose extents were, as far as it was taken. */
  readonly owners = new OwnerReader();
  readonly #targets: Target[] = [];
  #files: PushTargetEvent["files"] | null = null;
  #lastUs = 0;
  #detail: PushDetail = "pages";
  #bytes = 0;

  /** The section of the next batch, if it has one and fits to those before. */
  take({ events, pushes }: TellingBatch): Result<PushSection | null> {
    for (const event of events) {
      const ofOwners = event.kind === "extentOwners" ? this.owners.take(event) : null;
      if (ofOwners !== null) return failure("protocol", `owners of extents: ${ofOwners}`);
      const problem = this.#explain(event);
      if (problem !== null) return refused(problem);
    }
    if (pushes === undefined) return success(null);
    this.#bytes += pushes.byteLength;
    if (this.#bytes > mostPushBytes) return refused(`more than ${mostPushBytes} bytes in a run`);
    const section = decodePushes(pushes);
    if (!section.ok) return section;
    const problem = this.#follow(section.value);
    return problem === null ? section : refused(problem);
  }

  #explain(event: RunEvent): string | null {
    if (event.kind === "pushTargetEnd") {
      return this.#targets[event.number - 1] === undefined
        ? `the end of number ${event.number}, which no event explains`
        : null;
    }
    if (event.kind !== "pushTarget") return null;
    const { number, files } = event;
    const next = this.#targets.length + 1;
    if (number !== next || number > mostTargets) return `number ${number} follows ${next - 1}`;
    this.#files ??= files;
    if (new Set(files.map(({ id }) => id)).size !== files.length) {
      return `number ${number} has a file twice: ${inWords(files)}`;
    }
    if (inWords(files) !== inWords(this.#files)) {
      return `number ${number} is of ${inWords(files)}; expected ${inWords(this.#files)}`;
    }
    const places = files.reduce((sum, { pages }) => sum + pages, 0);
    this.#targets.push({ places, pushed: 0 });
    return this.owners.fit(files);
  }

  #follow({ detail, firstUs, timeUs, pages, targets }: PushSection): string | null {
    if (pushDetails.indexOf(detail) < pushDetails.indexOf(this.#detail)) {
      return `${detail} are told again after ${this.#detail}`;
    }
    if (firstUs < this.#lastUs) return `${firstUs} us follows ${this.#lastUs} us`;
    for (let record = 0; record < timeUs.length; ++record) {
      const number = targets[record] ?? 0;
      const target = this.#targets[number - 1];
      if (target === undefined) return `a page of number ${number}, which no event explains`;
      const page = pages[record] ?? 0;
      if (page >= target.places) return `page ${page} of files with ${target.places} pages`;
      target.pushed += 1;
      if (target.pushed > target.places) {
        return `more than the ${target.places} pages of the files of number ${number}`;
      }
    }
    this.#detail = detail;
    this.#lastUs = timeUs.at(-1) ?? firstUs;
    return null;
  }
}
