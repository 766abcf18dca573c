/** Whether other seeds lead to the verdicts that came with the program, check by check. */
import type { FigureAnswer, FigureCheckResult, Verdict } from "../../contract/figure.ts";

export interface VerdictComparison {
  readonly shippedSeeds: readonly number[];
  readonly seeds: readonly number[];
  readonly checks: readonly (Pick<FigureCheckResult, "id" | "statement"> & {
    readonly shipped: Verdict;
    readonly here: Verdict;
    readonly isSame: boolean;
  })[];
}

/** Both of one figure. Null: one of the two was never computed. */
export function compareVerdicts(
  shipped: FigureAnswer,
  here: FigureAnswer,
): VerdictComparison | null {
  if (shipped.provenance === null || here.provenance === null) return null;
  return {
    shippedSeeds: shipped.provenance.seeds,
    seeds: here.provenance.seeds,
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
