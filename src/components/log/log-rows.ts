/**
 * The rows of a record list: all records in memory, as of a run, or pages of millions that a service
 * holds. A list asks for what it shows and draws again when something came.
 */
import { belongsTo } from "../../../app/domain/timeline/record-bands.ts";
import type { Band, TimelineRecord } from "../../../app/domain/timeline/timeline.ts";
import { rowFinder } from "./row-keys.ts";

/** Some answers are at hand, others have to be asked for. */
export type SoonOrNow<T> = T | Promise<T>;

export interface LogRows {
  readonly count: number;
  /** Whether `count` is final. */
  readonly complete: boolean;
  /** Changes whenever a row came or the count changed: what a list is drawn by. */
  readonly version: number;
  /** Null: not here yet. */
  at(row: number): TimelineRecord | null;
  /** Asks for rows that a list is about to show; half open. */
  ensure(from: number, to: number): void;
  /** Tells of every change of `version`; returns what ends that. */
  subscribe(listener: () => void): () => void;
  /** Row of a record that is here; -1: it is not, or a filter left it out. */
  knownRowOf(index: number): number;
  /** Row of a record; where a filter left it out, of the first record after it. -1: none. */
  rowOf(index: number): SoonOrNow<number>;
  /** Where the records of a band begin; -1: there are none. */
  rowOfBand(band: Band): SoonOrNow<number>;
  /** The last row whose time is not after a moment; -1: none. */
  rowAt(atMs: number): SoonOrNow<number>;
  /** The record of a row, asked for if need be; null: there is no such row. */
  load(row: number): SoonOrNow<TimelineRecord | null>;
}

/** Rows that are all here, in order of their index. They do not change: more rows are other rows. */
export function rowsInMemory(records: readonly TimelineRecord[]): LogRows {
  let finder: ((atMs: number) => number) | null = null;
  return {
    count: records.length,
    complete: true,
    version: 0,
    at: (row) => records[row] ?? null,
    ensure: () => undefined,
    subscribe: () => () => undefined,
    knownRowOf: (index) => {
      const row = firstFrom(records, index);
      return records[row]?.index === index ? row : -1;
    },
    rowOf: (index) => {
      const row = firstFrom(records, index);
      return row < records.length ? row : -1;
    },
    rowOfBand: (band) => records.findIndex((record) => belongsTo(record, band)),
    rowAt: (atMs) => {
      finder ??= rowFinder(records);
      return finder(atMs);
    },
    load: (row) => records[row] ?? null,
  };
}

/** Position of the first record whose index is not smaller; a filter may have left some out. */
function firstFrom(records: readonly TimelineRecord[], index: number): number {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((records[middle]?.index ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
