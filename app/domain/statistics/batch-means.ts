/**
 * What one run says of its own mean. Neighbouring samples are alike, so they say less than as many
 * independent ones would; means of long enough batches of them are nearly independent and nearly normal.
 * How long is found as in G. S. Fishman, "Grouping Observations in Digital Simulation", Management Science
 * 24 (1978): batches are doubled until von Neumann's ratio no longer tells neighbours from strangers, and
 * once more, because a test that finds nothing has not shown independence. No more than thirty are kept,
 * after B. Schmeiser, "Batch Size Effects in the Analysis of Simulation Output", Operations Research 30
 * (1982): more would hardly narrow the interval, and be less independent.
 */
import type { Interval } from "../../contract/comparison.ts";
import { usualConfidence } from "./interval.ts";
import { mean, squaredDistances, variance } from "./moments.ts";
import { normalCdf } from "./normal.ts";
import type { Values } from "./quantiles.ts";
import { studentTwoSided, studentUpperQuantile } from "./student.ts";

export interface BatchMeans {
  readonly means: Float64Array;
  /** Samples in a batch. */
  readonly size: number;
}

/** With fewer, the test of independence would hardly notice dependence. */
const fewestTested = 20;
const mostBatches = 30;
/** Batches that are told from independent ones with less than this chance of being wrong are too short. */
const dependence = 0.1;

/**
 * `samples`: of the steady state, in order, each over an equally long time. Null where even the longest
 * batches that leave enough of them depend on each other, or where the samples are too few. Ten to thirty
 * batches otherwise: of two runs without a difference, 5 to 6 in 100 comparisons then claim one, from
 * independent samples to an autoregression of 0.95 (`steady-state.test.ts`).
 */
export function batchMeans(samples: Values): BatchMeans | null {
  for (let size = 1; samples.length >= size * fewestTested; size *= 2) {
    if (vonNeumannP(meansOf(samples, size)) < dependence) continue;
    const kept = Math.max(2 * size, Math.ceil(samples.length / mostBatches));
    return { means: meansOf(samples, kept), size: kept };
  }
  return null;
}

/** Samples that fill no batch are left out at the front, where a warm-up would still be felt. */
export function meansOf(samples: Values, size: number): Float64Array {
  const count = Math.floor(samples.length / size);
  const first = samples.length - count * size;
  return Float64Array.from({ length: count }, (_, at) =>
    mean(samples.slice(first + at * size, first + (at + 1) * size)),
  );
}

/**
 * Chance that independent values would follow each other as closely as these: J. von Neumann, "Distribution
 * of the Ratio of the Mean Square Successive Difference to the Variance", Annals of Mathematical Statistics
 * 12 (1941), by its normal approximation, which serves from eight values on. 1 where they do not vary.
 */
export function vonNeumannP(values: Values): number {
  const n = values.length;
  const spread = squaredDistances(values);
  if (!(spread > 0) || n < 3) return 1;
  let steps = 0;
  for (let at = 1; at < n; ++at) steps += ((values[at] ?? 0) - (values[at - 1] ?? 0)) ** 2;
  const correlation = 1 - steps / (2 * spread);
  return normalCdf(-correlation * Math.sqrt((n * n - 1) / (n - 2)));
}

/** The interval of the mean of independent, nearly normal values, by Student's t; null for fewer than two. */
export function meanInterval(values: Values, confidence = usualConfidence): Interval | null {
  const n = values.length;
  if (n < 2) return null;
  const reach = studentUpperQuantile((1 - confidence) / 2, n - 1) * Math.sqrt(variance(values) / n);
  const center = mean(values);
  return { low: center - reach, high: center + reach, confidence };
}

export interface MeanShift {
  readonly estimate: number;
  readonly interval: Interval;
  /** Two-sided chance of such a difference where there is none. */
  readonly p: number;
}

/**
 * Between the means of two sets of independent, nearly normal values that may vary unequally: B. L. Welch,
 * "The Generalization of ‘Student's’ Problem when Several Different Population Variances are Involved",
 * Biometrika 34 (1947). Null where a set has fewer than two values.
 */
export function welch(from: Values, to: Values, confidence = usualConfidence): MeanShift | null {
  if (from.length < 2 || to.length < 2) return null;
  const estimate = mean(to) - mean(from);
  const [one, other] = [variance(from) / from.length, variance(to) / to.length];
  const squaredError = one + other;
  if (!(squaredError > 0)) {
    const interval = { low: estimate, high: estimate, confidence };
    return { estimate, interval, p: estimate === 0 ? 1 : 0 };
  }
  const degrees = squaredError ** 2 / (one ** 2 / (from.length - 1) + other ** 2 / (to.length - 1));
  const error = Math.sqrt(squaredError);
  const reach = studentUpperQuantile((1 - confidence) / 2, degrees) * error;
  return {
    estimate,
    interval: { low: estimate - reach, high: estimate + reach, confidence },
    p: studentTwoSided(estimate / error, degrees),
  };
}
