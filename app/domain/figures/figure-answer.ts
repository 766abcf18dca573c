/** A figure with what its runs come to: medians with intervals, and what becomes of the paper's statements. */
import type { Figure, FigureAnswer, FigureCounters } from "../../contract/figure.ts";
import type { FigureResults, FigureRun } from "../../contract/figure-results.ts";
import type { Metric } from "../../contract/metric.ts";
import { noValue } from "../format/numbers.ts";
import { formatRoughDuration } from "../format/times.ts";
import { activityTerms } from "../glossary/activities.ts";
import { medianOf } from "../statistics/assess.ts";
import { bareText, valueText } from "../statistics/metric.ts";
import { judge, type RunsOfPoints } from "./checks.ts";
import type { FigureDefinition } from "./figure-definition.ts";
import { printedText } from "./figure-table.ts";
import type { MeasureDefinition } from "./measure-definition.ts";

/** `results` null: it was never computed. */
export function figureAnswer(
  definition: FigureDefinition,
  results: FigureResults | null,
): FigureAnswer {
  const runs = new Map(
    definition.points.map(({ id }): [string, readonly FigureRun[]] => [
      id,
      results?.points.find((point) => point.id === id)?.runs ?? [],
    ]),
  );
  const nameOf = (id: string): string =>
    definition.points.find((point) => point.id === id)?.name ?? id;
  // Another chart has points that share runs with a figure of counters.
  const first = definition.chart === "counters" ? definition.points[0] : undefined;
  const drawn = first === undefined ? undefined : runs.get(first.id)?.[0];
  return {
    figure: told(definition),
    conclusion: conclusionOf(definition, runs),
    provenance:
      results === null
        ? null
        : {
            computedAt: results.computedAt,
            engineRevisions: revisionsOf([...runs.values()].flat()),
            seeds: seedsOf(results),
            fewer: definition.points.flatMap(({ id, name }) => {
              const { length } = runs.get(id) ?? [];
              return length < seedsOf(results).length ? [{ name, runs: length }] : [];
            }),
          },
    points: definition.points.map(({ id }) => ({
      runs: runs.get(id)?.length ?? 0,
      engineRevisions: revisionsOf(runs.get(id) ?? []),
      values: Object.fromEntries(
        definition.measures.map((measure) => [measure.id, centerOf(measure, runs.get(id) ?? [])]),
      ),
    })),
    checks: definition.checks.map((check) => judge(check, runs, nameOf)),
    counters: drawn === undefined ? null : countersOf(drawn),
  };
}

const seedsOf = ({ points }: FigureResults): number[] =>
  points[0]?.runs.map(({ seed }) => seed) ?? [];

const revisionsOf = (runs: readonly FigureRun[]): number[] => {
  const revisions = runs.flatMap(({ engineRevision }) => engineRevision ?? []);
  return [...new Set(revisions)].sort((a, b) => a - b);
};

/** Null: something of it was measured in no run. */
function conclusionOf(definition: FigureDefinition, runs: RunsOfPoints): string | null {
  let isKnown = true;
  const known = (point: string, measure: MeasureDefinition): number => {
    const center = centerOf(measure, runs.get(point) ?? []);
    isKnown &&= center !== null;
    return center?.value ?? Number.NaN;
  };
  const told = definition.concludes({
    value: (point, measure) => roughText(measure.metric, known(point, measure)),
    number: (point, measure) => bareText(measure.metric.unit, known(point, measure)),
    paper: (measure) => {
      const printed = definition.published.find((one) => one.measure === measure.id);
      return printed === undefined ? noValue : printedText(measure.metric, printed, roughText);
    },
  });
  return isKnown ? told : null;
}

/** From a minute on without hundredths, as one tells a duration. */
const roughText = ({ unit }: Metric, value: number): string =>
  unit === "duration" && value >= 60_000 ? formatRoughDuration(value) : valueText(unit, value);

function centerOf(measure: MeasureDefinition, runs: readonly FigureRun[]) {
  const values = runs.map((run) => measure.read(run)).filter((value) => value !== null);
  return values.length === 0 ? null : medianOf(values);
}

function countersOf({ counters, creations, operations }: FigureRun): FigureCounters | null {
  if (counters === null) return null;
  const created = creations.map(({ snapshot, phases }) => ({
    name: creations.length === 1 ? "Creation" : snapshot,
    snapshot,
    phases,
  }));
  const done = operations.map(({ name, startMs, endMs }) => ({
    name: activityTerms[name].title,
    snapshot: null,
    phases: [{ name, startMs, endMs }],
  }));
  return { ...counters, acts: [...created, ...done] };
}

/** What crosses a boundary: without what reads and judges. */
function told(definition: FigureDefinition): Figure {
  const {
    measures,
    mechanisms = [],
    checks: _,
    counters: __,
    concludes: ___,
    ...figure
  } = definition;
  return { ...figure, mechanisms, measures: measures.map(({ id, metric }) => ({ id, metric })) };
}
