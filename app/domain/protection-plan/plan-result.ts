/** An answer in the form that other programs read. */
import type { PlanResult, PlanResultWay } from "../../contract/plan-result.ts";
import type { PlanFailure } from "../../contract/protection-plan.ts";
import type { PlanModel } from "./backup-estimate.ts";
import type { PlanAnswer } from "./plan-answer.ts";
import type { PlanOutcome } from "./plan-outcome.ts";
import type { TimedWay } from "./way-back.ts";

export interface AskedMoment {
  readonly atSeconds: number;
  readonly failure: PlanFailure;
  readonly ways: readonly TimedWay[];
}

export function planResult(
  { plan, model, curves, space, advice }: PlanAnswer,
  at: AskedMoment | null,
  outcome: PlanOutcome | null,
): PlanResult {
  return {
    plan: plan.name,
    transactionsPerSecond: model.load.transactionsPerSecond,
    curves: curves.map(({ failure, points, ...curve }) => ({
      failure,
      worstLossSeconds: curve.worstLossSeconds,
      worstTimeSeconds: curve.worstTimeSeconds,
      lossMissed: curve.lossMissed,
      timeMissed: curve.timeMissed,
      points: points.map(({ atSeconds, best }) => ({
        atSeconds,
        lossSeconds: best?.lossSeconds ?? null,
        timeSeconds: best?.timeSeconds ?? null,
        way: best?.kind ?? null,
      })),
    })),
    space: {
      mostBackupBytes: space.mostBackupBytes,
      mostSparseBytes: space.mostSparseBytes,
      reserves: [...space.reserves],
    },
    advice: [...advice],
    at:
      at === null
        ? null
        : {
            atSeconds: at.atSeconds,
            failure: at.failure,
            ways: at.ways.map((way) => wayOf(way, model)),
          },
    outcome,
  };
}

const wayOf = (way: TimedWay, { load }: PlanModel): PlanResultWay => ({
  way: way.kind,
  from: [way.base, ...(way.differential === null ? [] : [way.differential]), ...way.logs].map(
    ({ name }) => name,
  ),
  tail: way.usesTail,
  reachedSeconds: way.reachedSeconds,
  lossSeconds: way.lossSeconds,
  lostCommits: way.lossSeconds * load.changesPerSecond,
  timeSeconds: way.timeSeconds,
  parts: way.parts.map(({ part, seconds }) => ({ part, seconds })),
});
