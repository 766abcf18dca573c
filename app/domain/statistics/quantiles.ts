/**
 * Quantiles of values, one for each run. Response times of transactions are never read by these: their
 * percentiles come from merged histograms (`../series/latency-histogram.ts`).
 */

/** In any order, all finite. */
export type Values = readonly number[] | Float64Array;

export const sorted = (values: Values): Float64Array => new Float64Array(values).sort();

/**
 * By linear interpolation between the order statistics at 0 and n − 1: definition 7 of R. J. Hyndman and
 * Y. Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996), which R and
 * NumPy use by default. `share` is 0 to 1; NaN where there is no value.
 */
export function quantile(values: Values, share: number): number {
  return quantileOfSorted(sorted(values), share);
}

export function quantileOfSorted(ascending: Float64Array, share: number): number {
  const position = (ascending.length - 1) * share;
  const below = Math.floor(position);
  const low = ascending[below];
  if (low === undefined) return Number.NaN;
  const high = ascending[below + 1] ?? low;
  return low + (position - below) * (high - low);
}

/** The middle value, or the mean of the two in the middle; NaN where there is no value. */
export function median(values: Values): number {
  return medianOfSorted(sorted(values));
}

export function medianOfSorted(ascending: Float64Array): number {
  const middle = ascending.length >> 1;
  const high = ascending[middle] ?? Number.NaN;
  return ascending.length % 2 === 1 ? high : ((ascending[middle - 1] ?? Number.NaN) + high) / 2;
}
