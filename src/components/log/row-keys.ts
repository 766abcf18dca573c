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

/**
 * The last row whose time is not after `atMs`; -1 before the first. Where a clock stepped back, the
 * order of the log counts, not that of the times.
 */
export function rowAtOrBefore(records: readonly { readonly atMs: number }[], atMs: number): number {
  for (let row = records.length - 1; row >= 0; --row) {
    if ((records[row]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) return row;
  }
  return -1;
}
