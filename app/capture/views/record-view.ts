/**
 * The records that a filter leaves, found in slices while the capture is read. Rows are positions in
 * the view; without a filter they are the records themselves, and nothing is stored.
 */
import type { Failed } from "../../contract/result.ts";
import { type Result, success } from "../../contract/result.ts";
import type { RecordFilter } from "../../contract/rpc/records.ts";
import { ColumnFilter } from "./column-filter.ts";
import type { KindTable, RecordTable } from "./record-table.ts";
import { RowList, TimeIndex } from "./row-list.ts";
import { TextBatch } from "./text-batch.ts";
import { type TextMatcher, textMatcher } from "./text-matcher.ts";

export interface ViewSource {
  readonly table: RecordTable;
  readonly kinds: KindTable;
  /** No record will be added any more. */
  readonly ended: () => boolean;
}

/** Records whose columns are looked at in one slice: about a millisecond. */
const columnsAtOnce = 65_536;

const isEverything = ({
  files,
  sources,
  kinds,
  phases,
  minimumSeverity,
  span,
  query,
}: RecordFilter) =>
  [files, sources, kinds, phases, minimumSeverity, span, query].every((part) => part === null);

export class RecordView {
  readonly #source: ViewSource;
  readonly #filter: ColumnFilter | null;
  readonly #matcher: TextMatcher | null;
  /** Null: every record is a row. */
  readonly #rows: RowList | null;
  readonly #times = new TimeIndex();
  readonly #batch: TextBatch;
  #scanned = 0;
  #failed: Failed | null = null;

  static of(filter: RecordFilter, source: ViewSource): Result<RecordView> {
    const matcher = filter.query === null ? success(null) : textMatcher(filter.query);
    return matcher.ok ? success(new RecordView(filter, matcher.value, source)) : matcher;
  }

  private constructor(filter: RecordFilter, matcher: TextMatcher | null, source: ViewSource) {
    this.#source = source;
    this.#matcher = matcher;
    const everything = isEverything(filter);
    this.#filter = everything ? null : new ColumnFilter(filter, source.table, source.kinds);
    this.#rows = everything ? null : new RowList();
    this.#batch = new TextBatch(source.table);
  }

  /** Rows found so far. */
  get count(): number {
    return this.#rows === null ? this.#source.table.count : this.#rows.length;
  }

  /** Whether `count` is final. */
  get complete(): boolean {
    if (this.#failed !== null) return true;
    const { table, ended } = this.#source;
    return ended() && (this.#rows === null || this.#scanned === table.count);
  }

  /** Why it cannot go on: a pattern that takes too long. */
  get failed(): Failed | null {
    return this.#failed;
  }

  recordAt(row: number): number {
    return this.#rows === null ? row : this.#rows.at(row);
  }

  timeOf(row: number): number {
    return this.#source.table.atMs(this.recordAt(row));
  }

  /** Whether every record before and at this one has been looked at. */
  hasScanned(record: number): boolean {
    return this.#rows === null || record < this.#scanned;
  }

  /** The row of a record, or of the first that passes after it; `count` where there is none. */
  rowOf(record: number): number {
    return this.#rows === null ? Math.min(record, this.count) : this.#rows.below(record);
  }

  /** Whether the row at a moment is known. */
  reaches(atMs: number): boolean {
    return this.#times.reaches(atMs);
  }

  /** The first row at or after a moment; `count` where there is none so far. */
  rowAt(atMs: number): number {
    return this.#times.find(atMs, (row) => this.timeOf(row));
  }

  /** Looks at some more records; true while there are more that can be looked at now. */
  step(): boolean {
    if (this.#failed !== null) return false;
    const { table } = this.#source;
    const end = Math.min(table.count, this.#scanned + columnsAtOnce);
    if (this.#filter === null) {
      for (; this.#scanned < end; this.#scanned += 1) this.#times.push(table.atMs(this.#scanned));
    } else {
      this.#stepFiltered(this.#filter, end);
    }
    return this.#failed === null && this.#scanned < table.count;
  }

  #stepFiltered(filter: ColumnFilter, end: number): void {
    const batch = this.#batch;
    const wantsText = this.#matcher !== null;
    const candidates: number[] = [];
    const doubtful = new Set<number>();
    let record = this.#scanned;
    let texts = 0;
    for (; record < end && texts < batch.size; record += 1) {
      const verdict = filter.verdict(record);
      if (verdict === false) continue;
      if (verdict === "text") doubtful.add(record);
      if (wantsText || verdict === "text") texts += 1;
      candidates.push(record);
    }
    if (wantsText || doubtful.size > 0) this.#passTexts(filter, candidates, doubtful);
    else for (const passed of candidates) this.#add(passed);
    this.#scanned = record;
  }

  #passTexts(
    filter: ColumnFilter,
    candidates: readonly number[],
    doubtful: ReadonlySet<number>,
  ): void {
    const texts = this.#batch.read(this.#matcher === null ? [...doubtful] : candidates);
    const textOf = new Map(texts.map(({ record, text }) => [record, text]));
    const passed = candidates.filter(
      (record) => !doubtful.has(record) || filter.passesByText(record, textOf.get(record) ?? ""),
    );
    const matches = this.#matcher?.(passed.map((record) => textOf.get(record) ?? ""));
    if (matches !== undefined && !matches.ok) {
      this.#failed = matches;
      return;
    }
    passed.forEach((record, index) => {
      if (matches === undefined || matches.value[index] === true) this.#add(record);
    });
  }

  #add(record: number): void {
    this.#rows?.push(record);
    this.#times.push(this.#source.table.atMs(record));
  }
}
