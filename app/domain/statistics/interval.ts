/** How sure intervals are. */
import type { Interval } from "../../contract/comparison.ts";

/** What is tested is called proven below this chance of a false claim. */
export const significance = 0.05;
export const usualConfidence = 1 - significance;

/** Rounding errors of a difference must not look like a change. */
export const leavesOutZero = ({ low, high }: Interval): boolean => low > 0 || high < 0;
