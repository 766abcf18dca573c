/**
 * From events to the log of owners. A recording may come from anywhere: owners are named before spans call
 * them, spans lie in the files, times do not go back, and there are not more of them than an engine tells.
 */
import type { RunEvent } from "../../contract/events.ts";
import type { ExtentOwner, OwnedSpan, OwnerChange, OwnerLog } from "./owner-log.ts";
import { type PagedFile, pagesPerExtent } from "./push-log.ts";

type OwnersEvent = Extract<RunEvent, { kind: "extentOwners" }>;

const numbersPerSpan = 4;
/** Of a run: the engine stops at 8 MiB of text, whatever it is told to record. */
export const mostSpans = 1 << 20;
const mostOwners = 0xff;
/** Of a file, before its size is known. */
const mostExtents = 2 ** 32 / pagesPerExtent;

export class OwnerReader {
  /** By what an owner is called now, its position in `#owners`, plus 1. */
  readonly #named = new Map<number, number>();
  #owners: readonly ExtentOwner[] = [];
  readonly #changes: OwnerChange[] = [];
  /** Extents of each file. */
  #files: readonly number[] | null = null;
  #spans = 0;
  #lastMs = 0;
  #endsMs: number | null = null;

  get log(): OwnerLog {
    return { owners: this.#owners, changes: [...this.#changes], endsMs: this.#endsMs };
  }

  /** Null: it fits to those before; else what does not. */
  take(event: OwnersEvent): string | null {
    const { atMs, anew, spans, ends } = event;
    if (!(atMs >= this.#lastMs)) return `${atMs} ms follows ${this.#lastMs} ms`;
    if (this.#endsMs !== null) return `more at ${atMs} ms, after their end`;
    this.#lastMs = atMs;
    if (ends) {
      this.#endsMs = atMs;
      return null;
    }
    this.#spans += spans.length / numbersPerSpan;
    if (spans.length % numbersPerSpan !== 0) return `${spans.length} numbers; expected fours`;
    if (this.#spans > mostSpans) return `more than ${mostSpans} spans in a run`;
    const problem = this.#name(event.owners);
    if (problem !== null) return problem;
    const owned: OwnedSpan[] = [];
    for (let at = 0; at < spans.length; at += numbersPerSpan) {
      const [file = 0, first = 0, extents = 0, number = 0] = spans.slice(at, at + numbersPerSpan);
      const owner = number === 0 ? 0 : this.#named.get(number);
      if (owner === undefined) return `a span of owner ${number}, which has no name`;
      const span = { file, first, end: first + extents, owner };
      const outside = this.#outside(span);
      if (outside !== null) return outside;
      owned.push(span);
    }
    this.#changes.push({ atMs, anew, spans: owned });
    return null;
  }

  /** The sizes of the files are known: null, or what lies outside of them. */
  fit(files: readonly Pick<PagedFile, "pages">[]): string | null {
    if (this.#files !== null) return null;
    this.#files = files.map(({ pages }) => Math.ceil(pages / pagesPerExtent));
    for (const { spans } of this.#changes) {
      for (const span of spans) {
        const outside = this.#outside(span);
        if (outside !== null) return outside;
      }
    }
    return null;
  }

  #outside({ file, first, end }: OwnedSpan): string | null {
    const extents = this.#files === null ? mostExtents : (this.#files[file] ?? 0);
    return end <= extents
      ? null
      : `extents ${first} to ${end - 1} of data file ${file + 1}, which has ${extents}`;
  }

  #name(owners: OwnersEvent["owners"]): string | null {
    for (const { number, name, kind } of owners) {
      let known = this.#owners.findIndex((owner) => owner.name === name && owner.kind === kind);
      if (known < 0) {
        if (this.#owners.length === mostOwners) return `more than ${mostOwners} owners in a run`;
        known = this.#owners.length;
        this.#owners = [...this.#owners, { name, kind }];
      }
      this.#named.set(number, known + 1);
    }
    return null;
  }
}
