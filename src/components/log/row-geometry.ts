/**
 * Where the rows of a list are, px from its top: all of one height but for the few that are shown in
 * full. Its cost follows the number of those few, not that of the rows.
 */

export interface TallRow {
  readonly row: number;
  readonly height: number;
}

export class RowGeometry {
  readonly #count: number;
  readonly #rowHeight: number;
  /** In order of their rows. */
  readonly #tall: readonly TallRow[];

  constructor(count: number, rowHeight: number, tall: readonly TallRow[]) {
    this.#count = count;
    this.#rowHeight = rowHeight;
    this.#tall = tall.filter(({ row }) => row >= 0 && row < count).sort((a, b) => a.row - b.row);
  }

  get count(): number {
    return this.#count;
  }

  /** Height of all rows. */
  get height(): number {
    return this.topOf(this.#count);
  }

  /** Upper edge of a row; of the number of rows: the end of the last. */
  topOf(row: number): number {
    let top = row * this.#rowHeight;
    for (const tall of this.#tall) {
      if (tall.row >= row) break;
      top += tall.height - this.#rowHeight;
    }
    return top;
  }

  heightOf(row: number): number {
    return this.#tall.find((tall) => tall.row === row)?.height ?? this.#rowHeight;
  }

  /** The row that holds a place; the nearest one beyond the ends. */
  rowAt(y: number): number {
    let extra = 0;
    for (const { row, height } of this.#tall) {
      const top = row * this.#rowHeight + extra;
      if (y < top) break;
      if (y < top + height) return row;
      extra += height - this.#rowHeight;
    }
    const row = Math.floor((y - extra) / this.#rowHeight);
    return Math.min(Math.max(row, 0), Math.max(this.#count - 1, 0));
  }

  /** Rows that a view of some height shows from `y` on, and `around` more on both sides; half open. */
  rowsIn(
    y: number,
    viewHeight: number,
    around: number,
  ): { readonly from: number; readonly to: number } {
    if (this.#count === 0) return { from: 0, to: 0 };
    return {
      from: Math.max(0, this.rowAt(y) - around),
      to: Math.min(this.#count, this.rowAt(y + viewHeight) + 1 + around),
    };
  }

  /**
   * Where to scroll so that a row is in view; `y` when it is already. What is far away is shown with
   * what comes before and after it.
   */
  reveal(row: number, y: number, viewHeight: number): number {
    const top = this.topOf(row);
    const far = top < y - viewHeight || top > y + 2 * viewHeight;
    if (far) return Math.max(0, top - Math.floor(viewHeight / 3));
    if (top < y) return top;
    const bottom = top + this.heightOf(row);
    // A row that is taller than the view shows its beginning.
    return bottom > y + viewHeight ? Math.min(bottom - viewHeight, top) : y;
  }
}
