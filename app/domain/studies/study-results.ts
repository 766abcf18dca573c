/**
 * What a study comes to: of each metric the median of every point with its interval, and how each point
 * differs from the first. Each claim shares its chance of being false with the others that are made of
 * the same study (Holm): those of the metric that was named beforehand with each other, all further ones
 * with each other.
 */
import type { Center, Comparison } from "../../contract/comparison.ts";
import type { Metric } from "../../contract/metric.ts";
import type { Summary } from "../../contract/summary.ts";
import { type ComparedRun, comparedRun } from "../comparison/compared-run.ts";
import { type RunMetric, runMetrics, throughputId } from "../comparison/run-metrics.ts";
import { medianOf } from "../statistics/assess.ts";
import { compareMetrics } from "../statistics/compare-metrics.ts";
import type { MetricSamples } from "../statistics/comparison.ts";
import { noSeries } from "../timeline/recording-timeline.ts";

/** Of a point, the summary of each repeat; null where there is none (yet). */
export type RepeatSummaries = readonly (Summary | null)[];

export interface PointResult {
  /** Repeats that have a value of the metric. */
  readonly runs: number;
  /** Null where there is none. */
  readonly center: Center | null;
  /** Against the first point, by pairs of one seed; null of that itself, and where there is no pair. */
  readonly comparison: Comparison | null;
}

export interface MetricResult {
  readonly id: string;
  readonly metric: Metric;
  /** As the points of the study. */
  readonly points: readonly PointResult[];
}

/** What is told where it was measured, beside the metric that was asked about. */
const usualIds = [throughputId, "p99", "creation"];

/** First of the metric that was named beforehand (throughput where none was), then of what is usual. */
export function studyResults(
  points: readonly RepeatSummaries[],
  primary: string = throughputId,
): MetricResult[] {
  const runs = points.map((repeats) =>
    // Each run is a value of every metric: what it was like over time is not asked.
    repeats.map((summary) => (summary === null ? null : comparedRun(summary, noSeries))),
  );
  const known = runMetrics(runs.map((repeats) => repeats.filter((run) => run !== null)));
  const told = [primary, ...usualIds.filter((id) => id !== primary)];
  const measured = told
    .flatMap((id) => known.find((one) => one.id === id) ?? [])
    .map((one) => ({ one, values: runs.map((repeats) => valuesOf(one, repeats)) }))
    .filter(({ values }) => values.some(hasValue));
  const [first, further] = [
    measured.filter(({ one }) => one.id === primary),
    measured.filter(({ one }) => one.id !== primary),
  ];
  return [first, further].flatMap(resultsOf);
}

interface Measured {
  readonly one: RunMetric;
  /** Of each point, a value a repeat; NaN where there is none. */
  readonly values: readonly Float64Array[];
}

/** One family of claims. */
function resultsOf(metrics: readonly Measured[]): MetricResult[] {
  const asked = metrics.flatMap(({ one, values: [base = new Float64Array(), ...others] }) =>
    others.map((variant): MetricSamples | null =>
      isPaired(base, variant)
        ? { metric: one.metric, samples: { kind: "paired", base, variant } }
        : null,
    ),
  );
  const compared = compareMetrics(asked.filter((samples) => samples !== null)).values();
  const comparisons = asked
    .map((samples) => (samples === null ? null : (compared.next().value ?? null)))
    .values();
  return metrics.map(({ one, values }) => ({
    id: one.id,
    metric: one.metric,
    points: values.map((own, at) => {
      const there = own.filter((value) => !Number.isNaN(value));
      return {
        runs: there.length,
        center: there.length === 0 ? null : medianOf(there),
        comparison: at === 0 ? null : (comparisons.next().value ?? null),
      };
    }),
  }));
}

const valuesOf = ({ read }: RunMetric, repeats: readonly (ComparedRun | null)[]): Float64Array =>
  Float64Array.from(repeats, (run) => (run === null ? Number.NaN : (read(run) ?? Number.NaN)));

const hasValue = (values: Float64Array): boolean => values.some((value) => !Number.isNaN(value));

const isPaired = (base: Float64Array, variant: Float64Array): boolean =>
  base.some((value, at) => !Number.isNaN(value) && !Number.isNaN(variant[at]));
