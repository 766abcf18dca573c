/**
 * Two settings compared, metric by metric. A change is proven where its chance, corrected for how many
 * metrics were looked at, is at most 5 % and its interval leaves zero out; but where all of the interval
 * is smaller than the least effect that matters, there is no difference that matters, proven or not.
 * Everything else that was seen is told with its size as not proven. docs/internals/statistics.md says which test is used when, and why.
 */

import type { Comparison, Interval, Outcome } from "../../contract/comparison.ts";
import { type Assessed, assess } from "./assess.ts";
import type { MetricSamples } from "./comparison.ts";
import { holm } from "./holm.ts";
import { isSignificant, significance } from "./interval.ts";
import { runsNeeded } from "./runs-needed.ts";

/** One metric that was named beforehand: nothing is corrected. */
export function compareMetric(metric: Omit<MetricSamples, "primary">): Comparison {
  return toldOf(metric, assess(metric), 1, null);
}

/**
 * In the order given. The primary metric stands for itself; all the others that are tested share one
 * chance of a false claim, by Holm's correction. `alsoTested`: how many tests more share it whose chances
 * are not known here; they are taken for the least sure, so that no claim is helped by them.
 *
 * @throws RangeError where several are primary.
 */
export function compareMetrics(metrics: readonly MetricSamples[], alsoTested = 0): Comparison[] {
  const primary = metrics.filter((one) => one.primary === true);
  if (primary.length > 1) {
    throw new RangeError(
      `${primary.map(({ metric }) => metric.name).join(" and ")} are named as primary: one metric at most can be`,
    );
  }
  const assessed = metrics.map((one) => ({
    one,
    result: assess(one),
    adjusted: null as number | null,
  }));
  const family = assessed.filter(({ one, result }) => one.primary !== true && result.p !== null);
  const others: number[] = new Array(alsoTested).fill(1);
  const adjusted = holm([...family.map(({ result }) => result.p ?? 1), ...others]);
  for (const [at, entry] of family.entries()) entry.adjusted = adjusted[at] ?? null;
  return assessed.map(({ one, result, adjusted: p }) =>
    p === null ? toldOf(one, result, 1, null) : toldOf(one, result, family.length + alsoTested, p),
  );
}

/** `corrected`: its chance among the family; null: as it is. */
function toldOf(
  { metric, samples, margin }: MetricSamples,
  assessed: Assessed,
  family: number,
  corrected: number | null,
): Comparison {
  const { isIdentical: _, leastP: __, ...told } = assessed;
  const adjustedP = corrected ?? assessed.p;
  const direction = Math.sign(assessed.shift) * (metric.better === "lower" ? -1 : 1);
  return {
    ...told,
    metric,
    outcome: outcomeOf(assessed, adjustedP, family, margin),
    relative: relativeOf(assessed),
    judgement:
      metric.better === null || direction === 0 ? null : direction > 0 ? "better" : "worse",
    adjustedP,
    family,
    pairing: samples.kind,
    conditions:
      family > 1
        ? [...assessed.conditions, `p corrected for ${family} metrics by Holm's method`]
        : assessed.conditions,
  };
}

function relativeOf({ base, variant, shift, interval }: Assessed): Comparison["relative"] {
  if (!(base.value > 0)) return null;
  // What is never below zero cannot fall by more than all of it, though the pairs' median can by more than the medians'.
  const least = variant.value >= 0 ? -1 : Number.NEGATIVE_INFINITY;
  const shareOf = (change: number): number => Math.max(least, change / base.value);
  const scaled = ({ low, high, confidence }: Interval): Interval => ({
    low: shareOf(low),
    high: shareOf(high),
    confidence,
  });
  return { share: shareOf(shift), interval: interval === null ? null : scaled(interval) };
}

/** Two one-sided tests at 5 % ask for an interval of 90 % within the margin: D. J. Schuirmann (1987). */
const leastConfidence = 1 - 2 * significance;

function outcomeOf(
  assessed: Assessed,
  adjustedP: number | null,
  family: number,
  margin: number | undefined,
): Outcome {
  const { interval, base, isIdentical, leastP, runs, method } = assessed;
  if (isIdentical) return { kind: "unchanged", margin: null };
  if (adjustedP === null || interval === null || method === null) {
    const reason =
      assessed.batches === null && base.kind === "mean" ? "dependentBatches" : "oneRunEach";
    return { kind: "notProven", reason, runsNeeded: null };
  }
  // Asked first: a change that is proven can be too small to matter.
  if (margin !== undefined && interval.confidence >= leastConfidence) {
    const most = margin * Math.abs(base.value);
    if (interval.low >= -most && interval.high <= most) return { kind: "unchanged", margin };
  }
  if (isSignificant(adjustedP, interval)) return { kind: "proven" };
  const needed = leastP === null ? 0 : runsNeeded(leastP, family);
  return Math.min(runs.base, runs.variant) >= needed
    ? { kind: "notProven", reason: "notSignificant", runsNeeded: null }
    : { kind: "notProven", reason: "tooFewRuns", runsNeeded: needed };
}
