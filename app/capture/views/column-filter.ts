/** The parts of a filter that columns alone can answer; a phase may need the record's text. */
import type { RecordFilter } from "../../contract/rpc/records.ts";
import type { KindTable, RecordTable } from "./record-table.ts";

export const outsidePhases = "none";

/** "text": its text decides whether it is of one of the phases. */
export type ColumnVerdict = boolean | "text";

export class ColumnFilter {
  readonly #table: RecordTable;
  readonly #kinds: KindTable;
  readonly #files: ReadonlySet<number> | null;
  readonly #sources: ReadonlySet<string> | null;
  readonly #phases: ReadonlySet<string> | null;
  readonly #minimumSeverity: number;
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #hasSpan: boolean;
  /** By source id, as far as they are known. */
  readonly #sourcePasses: boolean[] = [];
  readonly #kindPasses: readonly ColumnVerdict[];

  constructor(filter: RecordFilter, table: RecordTable, kinds: KindTable) {
    this.#table = table;
    this.#kinds = kinds;
    this.#files = filter.files === null ? null : new Set(filter.files);
    this.#sources = filter.sources === null ? null : new Set(filter.sources);
    this.#phases = filter.phases === null ? null : new Set(filter.phases);
    this.#minimumSeverity = filter.minimumSeverity ?? 0;
    this.#hasSpan = filter.span !== null;
    this.#fromMs = filter.span?.fromMs ?? 0;
    this.#toMs = filter.span?.toMs ?? 0;
    const wanted = filter.kinds === null ? null : new Set(filter.kinds);
    this.#kindPasses = kinds.kinds.map((kind, id): ColumnVerdict => {
      if (wanted !== null && !wanted.has(kind)) return false;
      const phase = kinds.phases[id] ?? null;
      if (this.#phases === null) return true;
      return phase === "byText" ? "text" : this.#phases.has(phase ?? outsidePhases);
    });
  }

  /** Span: both ends are part of it; a record without a time is in none. */
  verdict(record: number): ColumnVerdict {
    const table = this.#table;
    if (table.severity(record) < this.#minimumSeverity) return false;
    if (this.#hasSpan) {
      const atMs = table.atMs(record);
      if (!(atMs >= this.#fromMs && atMs <= this.#toMs)) return false;
    }
    if (this.#files !== null && !this.#files.has(table.fileOf(record))) return false;
    if (this.#sources !== null && !this.#sourcePassesOf(table.sourceId(record))) return false;
    return this.#kindPasses[table.kindId(record)] ?? false;
  }

  /** Whether a record passes whose verdict was "text". */
  passesByText(record: number, text: string): boolean {
    const phase = this.#kinds.phaseOfText(this.#table.kindId(record), text);
    return this.#phases?.has(phase ?? outsidePhases) ?? true;
  }

  #sourcePassesOf(id: number): boolean {
    const known = this.#sourcePasses;
    while (known.length <= id) {
      known.push(this.#sources?.has(this.#table.sources[known.length] ?? "") ?? true);
    }
    return known[id] ?? false;
  }
}
