/**
 * The interval of a median between two of the values themselves, by the sign test: of n independent values as many
 * lie below the true median as a fair coin falls on one side in n throws, whatever they are distributed like.
 * W. J. Conover, Practical Nonparametric Statistics, 3rd edition (1999), section 3.2.
 */
import type { Interval } from "../../contract/comparison.ts";
import { usualConfidence } from "./interval.ts";
import type { Values } from "./quantiles.ts";

/**
 * The narrowest that is as sure as asked for, which says how sure it is. Fewer than six values have none that is sure
 * by 95 %: it is all that they span then. Null where there are fewer than two, which say nothing of how they vary.
 */
export function medianInterval(values: Values, confidence = usualConfidence): Interval | null {
  const sorted = Float64Array.from(values).sort();
  const { length } = sorted;
  if (length < 2) return null;
  let rank = 1;
  let outside = chanceOf(0, length);
  for (let next = outside; rank < Math.floor(length / 2); ++rank, outside = next) {
    next = outside + chanceOf(rank, length);
    if (1 - 2 * next < confidence) break;
  }
  return {
    low: sorted[rank - 1] ?? Number.NaN,
    high: sorted[length - rank] ?? Number.NaN,
    confidence: 1 - 2 * outside,
  };
}

/** That exactly so many of `throws` fair coins fall on one side; in logarithms, since 2^-n has an end. */
function chanceOf(heads: number, throws: number): number {
  let log = -throws * Math.LN2;
  for (let head = 1; head <= heads; ++head) log += Math.log((throws - head + 1) / head);
  return Math.exp(log);
}
