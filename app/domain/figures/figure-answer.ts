/** A figure with what its runs come to: medians with intervals, and what becomes of the paper's statements. */
import type { Figure, FigureAnswer, FigureCounters } from "../../contract/figure.ts";
import type { FigureResults, FigureRun } from "../../contract/figure-results.ts";
import { activityTerms } from "../glossary/activities.ts";
import { medianOf } from "../statistics/assess.ts";
import { judge } from "./checks.ts";
import type { FigureDefinition, MeasureDefinition } from "./figure-definition.ts";

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
function told({ measures, checks: _, counters: __, ...figure }: FigureDefinition): Figure {
  return { ...figure, measures: measures.map(({ id, metric }) => ({ id, metric })) };
}
