/** What a comparison comes to. */
import type { Interval } from "./interval.ts";
import type { Metric } from "./metric.ts";
import type { Values } from "./quantiles.ts";

/**
 * What is compared. paired: a value a run, those of the same seed at the same place. independent: a value
 * a run, from whatever seeds. withinRun: the samples of one run each, in order, of their steady states.
 * Values that were not measured are NaN, and left out with their pair.
 */
export interface Samples {
  readonly kind: "paired" | "independent" | "withinRun";
  readonly base: Values;
  readonly variant: Values;
}

export interface MetricSamples {
  readonly metric: Metric;
  readonly samples: Samples;
  /** Named before anything was run: at most one of a list, whose chance needs no correction. */
  readonly primary?: boolean;
  /** Share of the base, 0 to 1, named beforehand: a change that is shown to be smaller is called none. */
  readonly margin?: number;
}

/** What one side is like: the median of its runs, or the mean of its one run. */
export interface Center {
  readonly kind: "median" | "mean";
  readonly value: number;
  /** Bootstrap interval of a median, batch means' of a mean; null where too little was measured. */
  readonly interval: Interval | null;
}

export type Method = "signedRank" | "mannWhitney" | "batchMeans";

export type NotProvenReason =
  /** One value each, which says nothing of how runs vary. */
  | "oneRunEach"
  /** However clear the difference, so few runs could not prove it. */
  | "tooFewRuns"
  /** One run each, whose samples depend on each other however long the batches. */
  | "dependentBatches"
  | "notSignificant";

export type Outcome =
  | { readonly kind: "proven" }
  | {
      readonly kind: "notProven";
      readonly reason: NotProvenReason;
      /** Of each side, what could prove something; null where more runs are not what is missing. */
      readonly runsNeeded: number | null;
    }
  | {
      readonly kind: "unchanged";
      /** Of what is smaller than the margin; null: every value is the same. */
      readonly margin: number | null;
    };

export interface Comparison {
  readonly metric: Metric;
  readonly outcome: Outcome;
  readonly base: Center;
  readonly variant: Center;
  /**
   * From base to variant, in the metric's unit: Hodges-Lehmann's estimate, of pairs or between samples,
   * or the difference of the means of one run each. It need not be the difference of the medians.
   */
  readonly shift: number;
  readonly interval: Interval | null;
  /** The shift and its interval as shares of the base, which is taken as known; null where the base is not positive. */
  readonly relative: { readonly share: number; readonly interval: Interval | null } | null;
  /** Null where the shift is zero, or neither way is better. */
  readonly judgement: "better" | "worse" | null;
  /** Two-sided; null where nothing was tested. */
  readonly p: number | null;
  /** Corrected for the other metrics of the list; as `p` of a primary metric. */
  readonly adjustedP: number | null;
  /** How many metrics it is corrected for: 1 of a primary metric. */
  readonly family: number;
  /** Rank-biserial correlation, −1 to 1; null of one run each, where it would follow from the batches' length. */
  readonly effect: number | null;
  /** Null where nothing was tested. */
  readonly method: Method | null;
  /** Runs of each side, or pairs, that had a value. */
  readonly runs: { readonly base: number; readonly variant: number };
  readonly pairing: Samples["kind"];
  /** Batches of each side; null but for batch means. */
  readonly batches: { readonly base: number; readonly variant: number } | null;
  /** What the figures rest on, each without a full stop. */
  readonly conditions: readonly string[];
}

export const methodNames: Readonly<Record<Method, string>> = {
  signedRank: "Wilcoxon's signed-rank test",
  mannWhitney: "Mann-Whitney U test",
  batchMeans: "batch means within the steady state, Welch's t-test",
};
