/** Whether other seeds lead to the verdicts that came with the program, check by check. */
import type { FigureCheckResult, Verdict } from "../../contract/figure.ts";
import type { FigureResults } from "../../contract/figure-results.ts";
import { figureAnswer } from "./figure-answer.ts";
import type { FigureDefinition } from "./figure-definition.ts";

export interface VerdictComparison {
  readonly shippedSeeds: readonly number[];
  readonly seeds: readonly number[];
  readonly runs: number;
  /** Those of `runs` with the telemetry of a shipped run of another seed: their seed changed nothing. */
  readonly unchangedRuns: number;
  readonly checks: readonly (Pick<FigureCheckResult, "id" | "statement"> & {
    readonly shipped: Verdict;
    readonly here: Verdict;
    readonly isSame: boolean;
  })[];
}

export function compareVerdicts(
  definition: FigureDefinition,
  shippedResults: FigureResults,
  hereResults: FigureResults,
): VerdictComparison {
  const shipped = figureAnswer(definition, shippedResults);
  const here = figureAnswer(definition, hereResults);
  const unchanged = hereResults.points.flatMap(({ id, runs }) => {
    const others = shippedResults.points.find((point) => point.id === id)?.runs ?? [];
    return runs.filter(({ seed, telemetryHash }) =>
      others.some((other) => other.telemetryHash === telemetryHash && other.seed !== seed),
    );
  });
  return {
    shippedSeeds: shipped.provenance?.seeds ?? [],
    seeds: here.provenance?.seeds ?? [],
    runs: hereResults.points.flatMap(({ runs }) => runs).length,
    unchangedRuns: unchanged.length,
    checks: here.checks.flatMap(({ id, statement, verdict }) => {
      const other = shipped.checks.find((check) => check.id === id);
      if (other === undefined) return [];
      const isSame = other.verdict === verdict;
      return [{ id, statement, shipped: other.verdict, here: verdict, isSame }];
    }),
  };
}

/** Another number of repeats proves less, or more: only as many can contradict a verdict. */
export const isContradicted = ({ shippedSeeds, seeds, checks }: VerdictComparison): boolean =>
  seeds.length === shippedSeeds.length && checks.some(({ isSame }) => !isSame);
