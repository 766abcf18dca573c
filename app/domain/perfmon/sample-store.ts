/**
 * Samples on their way into a table: a growing array for each counter, and the figures of each. When
 * as many values are held as may be, neighbouring rows are averaged and the resolution halves;
 * the figures still count every sample.
 */
import { pathKey } from "./counter-path.ts";
import type { LooseDate } from "./local-dates.ts";
import type { ColumnFigures, CounterPath } from "./perfmon-table.ts";

interface StoredColumn extends CounterPath {
  /** One for each row that is held; NaN where there is none. May be longer. */
  values: Float64Array;
  samples: number;
  total: number;
  minimum: number;
  maximum: number;
  /** What the row has that is being filled from several samples. */
  partTotal: number;
  partSamples: number;
}

const firstCapacity = 64;
/** Fewer rows than this are kept apart whatever the number of counters. */
const leastRows = 64;
/** A week of seconds and more. Times take memory too. */
const mostRows = 2 ** 20;
/** More counters than any log has; the rest of a header is left out. */
export const maxColumns = 20_000;

export class SampleStore {
  /** In the order of the file. */
  readonly columns: StoredColumn[] = [];
  columnsLeftOut = 0;
  /** Rows of the file so far. */
  rows = 0;
  /** Rows of the file in each row that is held. */
  samplesPerRow = 1;
  /** The date of the last sample in each row that is held. */
  readonly dates: LooseDate[] = [];
  /** Number of the line, from 1. */
  readonly lines: number[] = [];
  readonly #maxValues: number;
  readonly #byPath = new Map<string, number>();
  #capacity = firstCapacity;
  /** Samples in the row that is being filled; 0: the next one begins a row. */
  #inRow = 0;

  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  /** Rows held. */
  get length(): number {
    return this.dates.length;
  }

  /** Position of the column of each cell; -1: the cell has none. Known names keep their columns. */
  addColumns(counters: readonly (CounterPath | null)[]): Int32Array {
    const seen = new Map<string, number>();
    return Int32Array.from(counters, (counter) => {
      if (counter === null) return -1;
      // One name can stand in a header twice: each has its own column.
      const key = pathKey(counter.path);
      const ordinal = (seen.get(key) ?? 0) + 1;
      seen.set(key, ordinal);
      return this.#column(counter, ordinal === 1 ? key : `${key} (${ordinal})`, ordinal);
    });
  }

  #column(counter: CounterPath, key: string, ordinal: number): number {
    const known = this.#byPath.get(key);
    if (known !== undefined) return known;
    if (this.columns.length >= maxColumns) {
      this.columnsLeftOut += 1;
      return -1;
    }
    this.columns.push({
      ...counter,
      path: ordinal === 1 ? counter.path : `${counter.path} (${ordinal})`,
      values: new Float64Array(this.#capacity).fill(Number.NaN),
      samples: 0,
      total: 0,
      minimum: Number.POSITIVE_INFINITY,
      maximum: Number.NEGATIVE_INFINITY,
      partTotal: 0,
      partSamples: 0,
    });
    this.#byPath.set(key, this.columns.length - 1);
    return this.columns.length - 1;
  }

  /** Values of the row are given to `take`, then it is ended. */
  beginRow(date: LooseDate, line: number): void {
    this.rows += 1;
    if (this.#inRow > 0) {
      this.dates[this.length - 1] = date;
      this.lines[this.length - 1] = line;
      return;
    }
    if (this.length === this.#capacity) this.#makeRoom();
    this.dates.push(date);
    this.lines.push(line);
  }

  take(column: number, value: number): void {
    const store = this.columns[column];
    // A blank is no sample.
    if (store === undefined || Number.isNaN(value)) return;
    store.samples += 1;
    store.total += value;
    if (value < store.minimum) store.minimum = value;
    if (value > store.maximum) store.maximum = value;
    if (this.samplesPerRow === 1) {
      store.values[this.length - 1] = value;
    } else {
      store.partTotal += value;
      store.partSamples += 1;
    }
  }

  endRow(): void {
    if (this.samplesPerRow === 1) return;
    this.#inRow += 1;
    if (this.#inRow === this.samplesPerRow) this.finish();
  }

  /** Completes a row that has fewer samples than the others: after the last of the file. */
  finish(): void {
    if (this.#inRow === 0) return;
    this.#inRow = 0;
    for (const column of this.columns) {
      if (column.partSamples === 0) continue;
      column.values[this.length - 1] = column.partTotal / column.partSamples;
      column.partTotal = 0;
      column.partSamples = 0;
    }
  }

  /** The figures of all samples of the file. */
  figuresOf({ samples, total, minimum, maximum }: StoredColumn): ColumnFigures {
    return samples === 0
      ? { samples, minimum: null, mean: null, maximum: null }
      : { samples, minimum, mean: total / samples, maximum };
  }

  #makeRoom(): void {
    const room = Math.floor(this.#maxValues / Math.max(this.columns.length, 1));
    const limit = Math.min(Math.max(room, leastRows), mostRows);
    const capacity = Math.min(this.#capacity * 2, limit - (limit % 2));
    if (capacity <= this.#capacity) {
      this.#halve();
      return;
    }
    this.#capacity = capacity;
    for (const column of this.columns) {
      const grown = new Float64Array(capacity).fill(Number.NaN, this.length);
      grown.set(column.values);
      column.values = grown;
    }
  }

  /** Rows of a log have equal distances, so their plain mean is weighted by time. */
  #halve(): void {
    const half = this.length >>> 1;
    for (const { values } of this.columns) {
      for (let row = 0; row < half; ++row) {
        const [a, b] = [values[2 * row] ?? Number.NaN, values[2 * row + 1] ?? Number.NaN];
        values[row] = Number.isNaN(a) ? b : Number.isNaN(b) ? a : (a + b) / 2;
      }
      values.fill(Number.NaN, half);
    }
    for (let row = 0; row < half; ++row) {
      this.dates[row] = this.dates[2 * row + 1] as LooseDate;
      this.lines[row] = this.lines[2 * row + 1] ?? 0;
    }
    this.dates.length = half;
    this.lines.length = half;
    this.samplesPerRow *= 2;
  }
}
