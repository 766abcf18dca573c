/** Records that are written down in a test, as a capture gives them; more may be added later. */
import type { KindTable, RecordTable } from "../record-table.ts";

export interface ListedRecord {
  readonly text: string;
  readonly atMs?: number;
  readonly file?: number;
  readonly source?: string;
  readonly kind?: "other" | "logonFailed" | "flushCache" | "recoveryProgress" | "errorHeader";
  readonly severity?: number;
}

/** Progress tells its phase in its text; the others by their kind or not at all. */
export const listedKinds: KindTable = {
  kinds: ["other", "logonFailed", "flushCache", "recoveryProgress", "errorHeader"],
  phases: [null, null, "checkpoint", "byText", null],
  phaseOfText: (_kindId, text) => (text.includes("Phase 3") ? "undo" : "redo"),
};

export class ListedRecords implements RecordTable {
  readonly sources: string[] = [];
  readonly #records: ListedRecord[] = [];
  /** Calls of `texts`, as [from, to). */
  readonly reads: (readonly [number, number])[] = [];
  ended = false;

  constructor(records: readonly ListedRecord[] = [], ended = true) {
    this.add(records);
    this.ended = ended;
  }

  add(records: readonly ListedRecord[]): void {
    for (const record of records) {
      this.#records.push(record);
      const { source = "spid51" } = record;
      if (!this.sources.includes(source)) this.sources.push(source);
    }
  }

  get count(): number {
    return this.#records.length;
  }

  fileOf = (record: number) => this.#at(record).file ?? 0;
  atMs = (record: number) => this.#at(record).atMs ?? Number.NaN;
  sourceId = (record: number) => this.sources.indexOf(this.#at(record).source ?? "spid51");
  kindId = (record: number) => listedKinds.kinds.indexOf(this.#at(record).kind ?? "other");
  severity = (record: number) => this.#at(record).severity ?? 0;

  texts(from: number, to: number, visit: (record: number, text: string) => void): void {
    this.reads.push([from, to]);
    for (let record = from; record < to; record += 1) visit(record, this.#at(record).text);
  }

  get source() {
    return { table: this, kinds: listedKinds, ended: () => this.ended };
  }

  #at(record: number): ListedRecord {
    const found = this.#records[record];
    if (found === undefined) throw new RangeError(`record ${record}`);
    return found;
  }
}
