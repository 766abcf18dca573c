/** Computes figures: their runs, each of them once even where several figures have it. */
import {
  type FigureResults,
  type FigureRun,
  figureResultsVersion,
} from "../../contract/figure-results.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { FigureDefinition } from "../../domain/figures/figure-definition.ts";
import {
  type FigurePlan,
  type FigureTurn,
  figureTurns,
  settingsOf,
} from "../../domain/figures/figure-plan.ts";
import { figureRun } from "../../domain/figures/figure-run.ts";
import { readRawPreset } from "../presets.ts";
import { runMany } from "../run-many.ts";

/** How many points a figure's counters have: as many as a chart has pixels to tell apart. */
export const counterPoints = 180;

/** What was run, by its scenario and what is kept of it: figures share runs. */
export type FigureRuns = Map<string, FigureRun>;

export interface FigureProgress {
  readonly signal: AbortSignal;
  readonly onBegin: (runs: number, atOnce: number) => void;
  readonly onEnded: (ended: number) => void;
}

export async function turnsOf(
  figure: FigureDefinition,
  plan: FigurePlan,
): Promise<Result<readonly FigureTurn[]>> {
  const preset = await readRawPreset(figure.preset);
  return preset.ok ? figureTurns(figure, preset.value, plan) : preset;
}

/**
 * Takes those of the runs that came with the program for the plan's that have its seeds, and that `isKept` takes: only
 * what is missing is computed.
 */
export async function keepShipped(
  figure: FigureDefinition,
  plan: FigurePlan,
  { points }: FigureResults,
  known: FigureRuns,
  isKept: (run: FigureRun, point: FigureResults["points"][number]) => boolean = () => true,
): Promise<Result<null>> {
  const turns = await turnsOf(figure, plan);
  if (!turns.ok) return turns;
  for (const { point, scenario } of turns.value) {
    const shipped = points.find(({ id }) => id === figure.points[point]?.id);
    const run = shipped?.runs.find(({ seed }) => seed === scenario.seed);
    if (shipped === undefined || run === undefined || !isKept(run, shipped)) continue;
    known.set(keyOf(figure, scenario), run);
  }
  return success(null);
}

/** Fails where one of its runs does: a figure with a gap would tell of another set of points. */
export async function computeFigure(
  figure: FigureDefinition,
  plan: FigurePlan,
  known: FigureRuns,
  progress: FigureProgress,
): Promise<Result<FigureResults>> {
  const turns = await turnsOf(figure, plan);
  if (!turns.ok) return turns;
  const missing = turns.value.filter(({ scenario }) => !known.has(keyOf(figure, scenario)));
  const ran = await runAll(figure, missing, known, progress);
  if (!ran.ok) return ran;
  const measured = turns.value.map(({ scenario }) => known.get(keyOf(figure, scenario)));
  return success({
    formatVersion: figureResultsVersion,
    figure: figure.id,
    computedAt: new Date().toISOString(),
    points: figure.points.map((each, point) => ({
      id: each.id,
      settings: [...settingsOf(figure, each)],
      runs: turns.value.flatMap((turn, at) => (turn.point === point ? (measured[at] ?? []) : [])),
    })),
  });
}

const keyOf = ({ counters = [] }: FigureDefinition, scenario: Scenario): string =>
  JSON.stringify([scenario, counters]);

async function runAll(
  figure: FigureDefinition,
  turns: readonly FigureTurn[],
  known: FigureRuns,
  { signal, onBegin, onEnded }: FigureProgress,
): Promise<Result<null>> {
  if (turns.length === 0) return success(null);
  const { counters = [] } = figure;
  const done = await runMany({
    scenarios: turns.map(({ scenario }) => scenario),
    signal,
    onBegin: (atOnce) => onBegin(turns.length, atOnce),
    onEnded,
    measure: (summary, samples) =>
      figureRun(summary, samples.series({ points: counterPoints }), counters),
  });
  if (!done.ok) return done;
  if (signal.aborted) return failure("interrupted", "the figure was cancelled");
  for (const [at, { point, scenario }] of turns.entries()) {
    const result = done.value[at];
    const place = `${figure.id}, ${figure.points[point]?.name}, seed ${scenario.seed}`;
    if (result?.ok !== true) {
      const error = result?.error ?? { code: "runFailed" as const, message: "it was not begun" };
      return { ok: false, error: { ...error, message: `${place}: ${error.message}` } };
    }
    if (result.value === null) {
      return failure(
        "badInput",
        `${place}: is a real run; figures are of virtual ones, which any machine repeats`,
      );
    }
    known.set(keyOf(figure, scenario), result.value);
  }
  return success(null);
}
