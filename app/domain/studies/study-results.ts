/**
 * What a study comes to: of each metric the median of every point with its interval, and how each point
 * differs from the first. Each claim shares its chance of being false with others of the same study (Holm):
 * those of the metric that was named beforehand with each other, those of what users feel with each other,
 * and one that was chosen to look at with all that could have been chosen.
 */
import { usualLeastEffect } from "../../contract/comparison.ts";
import type { MetricResult, StudyResults, SweptParameter } from "../../contract/study-results.ts";
import type { ComparedRun } from "../comparison/compared-run.ts";
import { marginOf } from "../comparison/least-effect.ts";
import { type RunMetric, runMetrics, throughputId } from "../comparison/run-metrics.ts";
import { medianOf } from "../statistics/assess.ts";
import { compareMetrics } from "../statistics/compare-metrics.ts";
import type { MetricSamples } from "../statistics/comparison.ts";
import { verdictSentence } from "../statistics/verdict-sentence.ts";
import { studyLine } from "./study-line.ts";

/** What each repeat of a point measured; null where there is none (yet). */
export type RepeatRuns = readonly (ComparedRun | null)[];

export interface StudyQuestion {
  /** What the points are called. */
  readonly names: readonly string[];
  readonly parameters: readonly SweptParameter[];
  /** Metric that was named beforehand. */
  readonly primary?: string | undefined;
  /** Another one to look at. */
  readonly metric?: string | undefined;
  /** Share of the base below which a difference does not matter; 0: every one matters. */
  readonly leastEffect?: number | undefined;
}

/** What is told where it was measured, beside the metric that was asked about. */
export const usualIds: readonly string[] = [throughputId, "p99", "creation"];

export function studyResults(points: readonly RepeatRuns[], question: StudyQuestion): StudyResults {
  const { primary = throughputId, metric, parameters } = question;
  const known = runMetrics(points.map((repeats) => repeats.filter((run) => run !== null)));
  const measured = known
    .map((one): Measured => ({ one, values: points.map((repeats) => valuesOf(one, repeats)) }))
    .filter(({ values }) => values.some(hasValue));
  const byIds = (ids: readonly string[]) =>
    ids.flatMap((id) => measured.find(({ one }) => one.id === id) ?? []);
  const usual = usualIds.filter((id) => id !== primary);
  const further = measured.filter(({ one }) => one.id !== primary && !usual.includes(one.id));
  const chosen = further.filter(({ one }) => one.id === metric);
  return {
    parameters,
    measured: measured.map(({ one: { id, metric } }) => ({ id, metric })),
    metrics: [
      ...resultsOf(byIds([primary]), question),
      ...resultsOf(byIds(usual), question),
      ...resultsOf(chosen, question, further.length - chosen.length),
    ],
  };
}

interface Measured {
  readonly one: RunMetric;
  /** A value for each repeat of each point; NaN where there is none. */
  readonly values: readonly Float64Array[];
}

/** One family of claims; `unseen`: metrics that share its chance without being looked at. */
function resultsOf(
  metrics: readonly Measured[],
  { names, parameters, leastEffect = usualLeastEffect }: StudyQuestion,
  unseen = 0,
): MetricResult[] {
  const asked = metrics.flatMap(({ one, values: [base = new Float64Array(), ...others] }) =>
    others.map((variant): MetricSamples | null =>
      isPaired(base, variant)
        ? {
            metric: one.metric,
            samples: { kind: "paired", base, variant },
            margin: marginOf(one.metric, base, leastEffect),
          }
        : null,
    ),
  );
  const alsoTested = unseen * Math.max(0, names.length - 1);
  const made = compareMetrics(
    asked.filter((samples) => samples !== null),
    alsoTested,
  ).values();
  const comparisons = asked
    .map((samples) => (samples === null ? null : (made.next().value ?? null)))
    .values();
  return metrics.map(({ one, values }) => {
    const points = values.map((own, at) => {
      const there = own.filter((value) => !Number.isNaN(value));
      const comparison = at === 0 ? null : (comparisons.next().value ?? null);
      const setting = `with ${names[at]} against ${names[0]}`;
      return {
        values: Array.from(own, (value) => (Number.isNaN(value) ? null : value)),
        runs: there.length,
        center: there.length === 0 ? null : medianOf(there),
        comparison,
        sentence: comparison === null ? null : verdictSentence(comparison, setting),
      };
    });
    const centers = points.map(({ center }) => center);
    return {
      id: one.id,
      metric: one.metric,
      points,
      line: studyLine(one.metric, parameters, centers),
    };
  });
}

const valuesOf = ({ read }: RunMetric, repeats: readonly (ComparedRun | null)[]): Float64Array =>
  Float64Array.from(repeats, (run) => (run === null ? Number.NaN : (read(run) ?? Number.NaN)));

const hasValue = (values: Float64Array): boolean => values.some((value) => !Number.isNaN(value));

const isPaired = (base: Float64Array, variant: Float64Array): boolean =>
  base.some((value, at) => !Number.isNaN(value) && !Number.isNaN(variant[at]));
