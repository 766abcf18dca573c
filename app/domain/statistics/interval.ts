/** An interval and how sure it is. */

/** What is tested is called proven below this chance of a false claim. */
export const significance = 0.05;
export const usualConfidence = 1 - significance;

export interface Interval {
  readonly low: number;
  readonly high: number;
  /**
   * Chance that such an interval holds the true value, 0 to 1. Of few values the distribution-free
   * intervals can have less than was asked for: then this says what they have.
   */
  readonly confidence: number;
}

/** Rounding errors of a difference must not look like a change. */
export const leavesOutZero = ({ low, high }: Interval): boolean => low > 0 || high < 0;
