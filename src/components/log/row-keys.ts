/** Movement in the log list: by key, and to the record that a playhead has reached. */

export interface RowPosition {
  /** -1: none yet. */
  readonly current: number;
  readonly count: number;
  readonly pageRows: number;
}

/** The row that a key leads to; null for keys that lead nowhere. */
export function rowForKey(key: string, { current, count, pageRows }: RowPosition): number | null {
  if (count === 0) return null;
  const clamped = (row: number) => Math.min(count - 1, Math.max(0, row));
  switch (key) {
    case "ArrowDown":
      return clamped(current + 1);
    case "ArrowUp":
      return clamped(current < 0 ? count - 1 : current - 1);
    case "PageDown":
      return clamped(Math.max(current, 0) + pageRows);
    case "PageUp":
      return clamped(Math.max(current, 0) - pageRows);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Finds the row that a playhead has reached; -1 before the first. */
export type RowFinder = (atMs: number) => number;

/**
 * The last row whose time is not after a moment. Where a clock stepped back, the order of the log
 * counts, not that of the times; a record without a time goes with the one after it. What is prepared here makes each question cheap, of which a
 * playhead asks one a frame.
 */
export function rowFinder(records: readonly { readonly atMs: number | null }[]): RowFinder {
  // The earliest time from each row on: unlike the times themselves, it never decreases.
  const earliestFrom = new Float64Array(records.length);
  let earliest = Number.POSITIVE_INFINITY;
  for (let row = records.length - 1; row >= 0; --row) {
    earliest = Math.min(earliest, records[row]?.atMs ?? earliest);
    earliestFrom[row] = earliest;
  }
  return (atMs) => {
    let [low, high] = [0, records.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((earliestFrom[middle] ?? 0) <= atMs) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
}
