/** How `snapscope compare` is asked, and what it tells. */
import type { ToldComparison } from "../text/comparison.ts";

export interface CompareOptions {
  readonly with: readonly string[];
  readonly set: readonly string[];
  readonly repeats: string;
  readonly primary?: string;
  readonly leastEffect?: string;
  readonly steadyFrom?: string;
  readonly export?: string;
  readonly force?: true;
  readonly failIf: readonly string[];
  readonly json?: true;
}

/** The comparison of each side with the base. */
export type Compared = readonly Omit<ToldComparison, "formatVersion">[];

export interface CheckedOptions extends CompareOptions {
  /** Where base and new are steady from; null: as it is detected, or kept with the run. */
  readonly steadyFromMs: readonly [number | null, number | null];
  /** Share of the base below which a difference does not matter; null: the usual one. */
  readonly leastShare: number | null;
}

/** The options in the form in which a comparison is asked. */
export const named = ({ primary, leastShare }: CheckedOptions) => ({
  ...(primary === undefined ? {} : { primary }),
  ...(leastShare === null ? {} : { leastEffect: leastShare }),
});
