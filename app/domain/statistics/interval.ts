/** How sure intervals are. */
import type { Interval } from "../../contract/comparison.ts";

/** What is tested is called proven below this chance of a false claim. */
export const significance = 0.05;
export const usualConfidence = 1 - significance;

/** Rounding errors of a difference must not look like a change. */
export const leavesOutZero = ({ low, high }: Interval): boolean => low > 0 || high < 0;

/** `adjustedP`: corrected for the metrics that share its chance. */
export const isSignificant = (adjustedP: number, interval: Interval): boolean =>
  adjustedP <= significance && leavesOutZero(interval);

/** "95 % intervals", or what so few values allow at most; null stands for a value without one. */
export function intervalsText(intervals: readonly (Interval | null)[]): string {
  const sureness = intervals.flatMap((interval) => interval?.confidence ?? []);
  const least = Math.floor(100 * Math.min(usualConfidence, ...sureness) + 1e-9);
  return least >= 100 * usualConfidence
    ? `${least} % intervals`
    : `intervals of at least ${least} %, the most that so few runs allow`;
}
