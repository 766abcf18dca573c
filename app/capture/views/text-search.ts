/** Where a query matches among the rows of a view: found from the top in slices, and around a row. */
import type { Failed } from "../../contract/result.ts";
import type { RecordHits } from "../../contract/rpc/records.ts";
import type { RecordTable } from "./record-table.ts";
import type { RecordView } from "./record-view.ts";
import { RowList } from "./row-list.ts";
import { TextBatch } from "./text-batch.ts";
import type { TextMatcher } from "./text-matcher.ts";

/** More than a scrollbar or a chart has pixels. */
export const maxHitMarks = 2000;

export class TextSearch {
  readonly view: RecordView;
  readonly #matcher: TextMatcher;
  readonly #batch: TextBatch;
  readonly #hits = new RowList();
  #scanned = 0;
  #failed: Failed | null = null;

  constructor(view: RecordView, table: RecordTable, matcher: TextMatcher) {
    this.view = view;
    this.#matcher = matcher;
    this.#batch = new TextBatch(table);
  }

  get failed(): Failed | null {
    return this.#failed ?? this.view.failed;
  }

  get complete(): boolean {
    return this.failed !== null || (this.view.complete && this.#scanned === this.view.count);
  }

  /** Searches some more rows; true while there are more that can be searched now. */
  step(): boolean {
    if (this.failed !== null) return false;
    const viewGoesOn = this.view.step();
    const end = Math.min(this.view.count, this.#scanned + this.#batch.size);
    for (const row of this.#match(this.#scanned, end)) this.#hits.push(row);
    if (this.#failed === null) this.#scanned = end;
    return this.failed === null && (viewGoesOn || this.#scanned < this.view.count);
  }

  /** What is known so far. */
  hits(): RecordHits {
    const total = this.#hits.length;
    const count = Math.min(total, maxHitMarks);
    const marks = Array.from({ length: count }, (_, mark) =>
      this.#hits.at(Math.floor((mark * total) / count)),
    );
    const times = marks.map((row) => this.view.timeOf(row)).filter((atMs) => !Number.isNaN(atMs));
    return { total, complete: this.complete, marks, times };
  }

  /**
   * Looks for the first hit beyond `from` among known rows, some more with each turn of the
   * generator. It returns the row; null: there is none so far.
   */
  *nextHit(from: number, backwards: boolean): Generator<void, number | null> {
    const known = backwards ? this.#knownBefore(from) : this.#knownAfter(from);
    if (known !== null && (backwards ? from <= this.#scanned : true)) return known;
    return backwards ? yield* this.#searchBefore(from) : yield* this.#searchAfter(from);
  }

  #knownAfter(row: number): number | null {
    const index = this.#hits.below(row + 1);
    return index < this.#hits.length ? this.#hits.at(index) : null;
  }

  #knownBefore(row: number): number | null {
    const index = this.#hits.below(row);
    return index > 0 ? this.#hits.at(index - 1) : null;
  }

  *#searchAfter(row: number): Generator<void, number | null> {
    let at = Math.max(row + 1, 0);
    // Hits below what was scanned are known, and there are none after the row.
    if (at < this.#scanned) at = this.#scanned;
    for (;;) {
      while (at >= this.view.count && this.view.step()) yield;
      const end = Math.min(this.view.count, at + this.#batch.size);
      if (at >= end || this.failed !== null) return null;
      const [hit] = this.#match(at, end);
      if (hit !== undefined) return hit;
      at = end;
      yield;
    }
  }

  *#searchBefore(row: number): Generator<void, number | null> {
    while (row > this.view.count && this.view.step()) yield;
    let end = Math.min(row, this.view.count);
    while (end > this.#scanned && this.failed === null) {
      const start = Math.max(this.#scanned, end - this.#batch.size);
      const hit = this.#match(start, end).at(-1);
      if (hit !== undefined) return hit;
      end = start;
      yield;
    }
    return this.failed === null ? this.#knownBefore(row) : null;
  }

  /** Rows from `start` up to `end` that match. */
  #match(start: number, end: number): number[] {
    if (start >= end) return [];
    const records = Array.from({ length: end - start }, (_, index) =>
      this.view.recordAt(start + index),
    );
    const texts = this.#batch.read(records);
    const matches = this.#matcher(texts.map(({ text }) => text));
    if (!matches.ok) {
      this.#failed = matches;
      return [];
    }
    return matches.value.flatMap((match, index) => (match ? [start + index] : []));
  }
}
