/** What goes into a comparison of metrics; what comes out is of the contract. */
import type { Method, Pairing } from "../../contract/comparison.ts";
import type { Metric } from "../../contract/metric.ts";
import type { Values } from "./quantiles.ts";

/** Values that were not measured are NaN, and left out with their pair. */
export interface Samples {
  readonly kind: Pairing;
  readonly base: Values;
  readonly variant: Values;
}

export interface MetricSamples {
  readonly metric: Metric;
  readonly samples: Samples;
  /** Named before anything was run: at most one of a list, whose chance needs no correction. */
  readonly primary?: boolean;
  /** Least effect that matters, as a share of the base: a change that is shown to be smaller does not matter. */
  readonly margin?: number;
}

export const methodNames: Readonly<Record<Method, string>> = {
  signedRank: "Wilcoxon's signed-rank test",
  mannWhitney: "Mann-Whitney U test",
  batchMeans: "batch means within the steady state, Welch's t-test",
};
