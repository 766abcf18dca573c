/** From the batches of a run to its push log, as they come. */
import type { PushSection } from "../../contract/push-records.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { pushCauses } from "../../contract/telemetry-catalog.ts";
import {
  PushCheck,
  type PushTargetEnd,
  type PushTargetEvent,
  type TellingBatch,
} from "./push-check.ts";
import type { PagedFile, PushedSnapshot, PushLog } from "./push-log.ts";
import { PushLogBuilder } from "./push-log-builder.ts";

const usPerMs = 1000;

export class PushReader {
  readonly #check = new PushCheck();
  readonly #builder: PushLogBuilder;
  #files: readonly PagedFile[] = [];
  #snapshots: readonly PushedSnapshot[] = [];
  /** Of each file, the place of its first page in the database. */
  #places: number[] = [];

  /** Room for what is known to come: see PushLogBuilder. */
  constructor(room: ConstructorParameters<typeof PushLogBuilder>[0] = {}) {
    this.#builder = new PushLogBuilder(room);
  }

  /** One object until something is added. */
  get log(): PushLog {
    return this.#builder.log;
  }

  /** Events and section of the next batch. A section that does not fit leaves the log as it was. */
  take(batch: TellingBatch): Result<null> {
    const section = this.#check.take(batch);
    if (!section.ok) {
      const { code, message } = section.error;
      return batch.seq === undefined ? section : failure(code, `batch ${batch.seq}: ${message}`);
    }
    if (batch.events.some(({ kind }) => kind === "extentOwners")) {
      this.#builder.own(this.#check.owners.log);
    }
    for (const event of batch.events) {
      if (event.kind === "pushTarget") this.#add(event);
      if (event.kind === "pushTargetEnd") this.#end(event);
    }
    if (section.value !== null) this.#append(section.value);
    return success(null);
  }

  #add({ snapshot, atMs, hidden, files }: PushTargetEvent): void {
    this.#files = files;
    let place = 0;
    this.#places = files.map(({ pages }) => {
      const first = place;
      place += pages;
      return first;
    });
    const added = { name: snapshot, createdMs: atMs, droppedMs: null, hidden };
    this.#snapshots = [...this.#snapshots, added];
    this.#builder.describe(this.#files, this.#snapshots);
  }

  #end({ number, atMs }: PushTargetEnd): void {
    this.#snapshots = this.#snapshots.map((snapshot, at) =>
      at === number - 1 ? { ...snapshot, droppedMs: atMs } : snapshot,
    );
    this.#builder.describe(this.#files, this.#snapshots);
  }

  #append({ detail, firstUs, timeUs, pages, causes, targets }: PushSection): void {
    if (detail !== "pages") this.#builder.byExtentsFromHere();
    if (detail === "nothing") this.#builder.endAt(firstUs / usPerMs);
    for (let record = 0; record < timeUs.length; ++record) {
      const place = pages[record] ?? 0;
      let file = this.#places.length - 1;
      while ((this.#places[file] ?? 0) > place) --file;
      this.#builder.push({
        atMs: (timeUs[record] ?? 0) / usPerMs,
        page: place - (this.#places[file] ?? 0),
        cause: pushCauses[causes[record] ?? 0] ?? "workload",
        snapshot: (targets[record] ?? 1) - 1,
        file,
      });
    }
  }
}
