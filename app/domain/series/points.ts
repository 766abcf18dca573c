/** Finds points of a series by time. A point's span ends at its time. */

/** Index of the first point that ends after `atMs`; the length when none does. */
export function firstPointAfter(timeMs: Float64Array, atMs: number): number {
  let [low, high] = [0, timeMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timeMs[middle] ?? 0) > atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
