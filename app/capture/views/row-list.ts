/** Positions that rise, appended one by one: a filter's records, a search's rows. */

export class RowList {
  #values = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    if (index < 0 || index >= this.#length) throw new RangeError(`no position ${index}`);
    return this.#values[index] ?? 0;
  }

  /** How many are below `value`: the index of the first that is not. */
  below(value: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#values[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const blockRows = 1024;

/**
 * Finds the first row at or after a moment although times may step back: the latest moment up to the
 * end of each block only ever rises.
 */
export class TimeIndex {
  /** Latest moment up to the end of each whole block. */
  readonly #latest: number[] = [];
  #rows = 0;
  #soFar = -Infinity;

  get rows(): number {
    return this.#rows;
  }

  /** NaN, of a row without a time, is later than nothing. */
  push(atMs: number): void {
    if (atMs > this.#soFar) this.#soFar = atMs;
    this.#rows += 1;
    if (this.#rows % blockRows === 0) this.#latest.push(this.#soFar);
  }

  /** Whether a row that was pushed is at or after the moment. */
  reaches(atMs: number): boolean {
    return this.#soFar >= atMs;
  }

  /** Where none is that late: the number of rows. `timeOf` gives the time of a row. */
  find(atMs: number, timeOf: (row: number) => number): number {
    let [low, high] = [0, this.#latest.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#latest[middle] ?? 0) < atMs) low = middle + 1;
      else high = middle;
    }
    for (let row = low * blockRows; row < this.#rows; row += 1) {
      if (timeOf(row) >= atMs) return row;
    }
    return this.#rows;
  }
}
