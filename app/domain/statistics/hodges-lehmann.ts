/**
 * How far values lie from zero, or one sample from another, without a word on their shape: J. L. Hodges
 * and E. L. Lehmann, "Estimates of Location Based on Rank Tests", Annals of Mathematical Statistics 34
 * (1963). The intervals invert the rank tests (M. Hollander, D. A. Wolfe and E. Chicken, Nonparametric
 * Statistical Methods, sections 3.3 and 4.3): what lies outside, the test refuses. Exact where values
 * are few, and where they are tied at least as sure as they say.
 */
import type { Interval } from "../../contract/comparison.ts";
import { usualConfidence } from "./interval.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
import { choiceDistribution, signDistribution } from "./null-distribution.ts";
import { medianOfSorted, type Values } from "./quantiles.ts";
import { mostCounted } from "./rank-tests.ts";

export interface Shift {
  /** NaN where there is nothing to estimate it by. */
  readonly estimate: number;
  /** Null where there is nothing to estimate it by. */
  readonly interval: Interval | null;
}

/** The median of the means of all pairs of differences, each with itself too. */
export function shiftOfDifferences(differences: Values, confidence = usualConfidence): Shift {
  const n = differences.length;
  const averages = new Float64Array((n * (n + 1)) / 2);
  let at = 0;
  for (let one = 0; one < n; ++one) {
    for (let other = one; other < n; ++other) {
      averages[at++] = ((differences[one] ?? 0) + (differences[other] ?? 0)) / 2;
    }
  }
  const table = n <= mostCounted ? signDistribution(doubledRanks(n)) : null;
  return shiftOf(averages, confidence, {
    atMost: table === null ? null : (sum) => table.atMost(2 * sum),
    variance: (n * (n + 1) * (2 * n + 1)) / 24,
  });
}

/** The median of all differences of a value of `to` and one of `from`. */
export function shiftBetween(from: Values, to: Values, confidence = usualConfidence): Shift {
  const [m, n] = [from.length, to.length];
  const differences = new Float64Array(m * n);
  let at = 0;
  for (const base of from) for (const value of to) differences[at++] = value - base;
  const fewer = Math.min(m, n);
  const table = m + n <= mostCounted ? choiceDistribution(doubledRanks(m + n), fewer) : null;
  const leastSum = (fewer * (fewer + 1)) / 2;
  return shiftOf(differences, confidence, {
    atMost: table === null ? null : (u) => table.atMost(2 * (u + leastSum)),
    variance: (m * n * (m + n + 1)) / 12,
  });
}

interface Statistic {
  /** Chance of at most so much where there is no shift; null: by the normal distribution. */
  readonly atMost: ((value: number) => number) | null;
  readonly variance: number;
}

function shiftOf(candidates: Float64Array, confidence: number, statistic: Statistic): Shift {
  if (candidates.length === 0) return { estimate: Number.NaN, interval: null };
  candidates.sort();
  const rank = rankOfEnd(candidates.length, (1 - confidence) / 2, statistic);
  return {
    estimate: medianOfSorted(candidates),
    interval: {
      low: candidates[rank - 1] ?? Number.NaN,
      high: candidates[candidates.length - rank] ?? Number.NaN,
      confidence: 1 - 2 * chanceOfAtMost(rank - 1, candidates.length, statistic),
    },
  };
}

/** Which of the candidates, counted from either end, ends the interval: the innermost that is sure enough. */
function rankOfEnd(length: number, tail: number, statistic: Statistic): number {
  if (statistic.atMost === null) {
    const reach = normalQuantile(1 - tail) * Math.sqrt(statistic.variance);
    return Math.max(1, Math.floor(length / 2 + 0.5 - reach));
  }
  let rank = 1;
  // Not beyond rounding errors: a chance that is the tail's own is sure enough.
  while (2 * rank < length && statistic.atMost(rank) <= tail * (1 + 1e-12)) rank += 1;
  return rank;
}

const chanceOfAtMost = (value: number, length: number, { atMost, variance }: Statistic): number =>
  atMost === null ? normalCdf((value + 0.5 - length / 2) / Math.sqrt(variance)) : atMost(value);

const doubledRanks = (count: number): number[] =>
  Array.from({ length: count }, (_, at) => 2 * (at + 1));
