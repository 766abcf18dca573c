/** What a plan comes to: for every moment of the day and every failure the best way back, its loss and its time. */
import type { DeviceFigures } from "../../contract/device.ts";
import { backupVolumes, dataVolumes } from "../../contract/placement.ts";
import {
  type PlanFailure,
  type ProtectionPlan,
  planFailures,
} from "../../contract/protection-plan.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Throughput } from "../throughput.ts";
import type { DeviceOfVolume } from "../volume-figures.ts";
import type { PlanModel } from "./backup-estimate.ts";
import { type PlanSet, setModelOf, setsOf } from "./occurrences.ts";
import { type PlanAdvice, planAdvice } from "./plan-advice.ts";
import { planLoad } from "./plan-load.ts";
import { type PlanSpace, planSpace } from "./plan-space.ts";
import { partsOf } from "./restore-estimate.ts";
import { bestWayBack, type TimedWay, waysBack } from "./way-back.ts";

export interface PlanPoint {
  readonly atSeconds: number;
  /** Null: there is no way back. */
  readonly best: TimedWay | null;
}

export interface PlanCurve {
  readonly failure: PlanFailure;
  readonly points: readonly PlanPoint[];
  /** The largest over the day; null: at some moment there is no way back. */
  readonly worstLossSeconds: number | null;
  readonly worstTimeSeconds: number | null;
  readonly worstLossAtSeconds: number;
  readonly worstTimeAtSeconds: number;
  /** Shares of the day in which a target is missed, 0 to 1; null: there is none. */
  readonly lossMissed: number | null;
  readonly timeMissed: number | null;
}

export interface PlanAnswer {
  readonly plan: ProtectionPlan;
  readonly model: PlanModel;
  readonly sets: readonly PlanSet[];
  readonly curves: readonly PlanCurve[];
  readonly space: PlanSpace;
  readonly advice: readonly PlanAdvice[];
}

/** Volumes whose devices have to be asked for a plan: of data, log, sparse files and backups. */
export function planVolumes({ storage }: Scenario): DeviceOfVolume[] {
  const { placement, volumes } = storage;
  const used = new Set([
    ...dataVolumes(placement),
    placement.log,
    placement.snapshot,
    ...backupVolumes(placement),
  ]);
  return volumes.flatMap(({ name, device }) =>
    device !== undefined && used.has(name) ? [{ name, device }] : [],
  );
}

/** What estimates of a plan are made of. `throughput`: of its scenario, as predicted; null: nobody works. */
export function planModel(
  { scenario }: ProtectionPlan,
  figures: ReadonlyMap<string, DeviceFigures>,
  throughput: Throughput | null,
): PlanModel {
  const volumes = planVolumes(scenario).flatMap((volume) => {
    const known = figures.get(volume.name);
    return known === undefined ? [] : [[volume.name, { ...volume, figures: known }] as const];
  });
  return {
    scenario,
    load: planLoad(scenario, throughput?.perSecond ?? 0),
    volumes: new Map(volumes),
  };
}

export function answerPlan(plan: ProtectionPlan, model: PlanModel): PlanAnswer {
  const sets = setsOf(plan, setModelOf(model));
  const curves = planFailures.map((failure) => curveOf(plan, model, sets, failure));
  const space = planSpace(plan, model, sets);
  return { plan, model, sets, curves, space, advice: planAdvice(plan, model, space) };
}

/** Of one moment all ways back, the best first. */
export const waysAt = (
  { plan, model, sets }: Pick<PlanAnswer, "plan" | "model" | "sets">,
  failure: PlanFailure,
  atSeconds: number,
): TimedWay[] => waysBack(plan, sets, { kind: failure, atSeconds }, (way) => partsOf(model, way));

function curveOf(
  plan: ProtectionPlan,
  model: PlanModel,
  sets: readonly PlanSet[],
  failure: PlanFailure,
): PlanCurve {
  const points = momentsOf(plan, sets).map(
    (atSeconds): PlanPoint => ({
      atSeconds,
      best: bestWayBack(plan, sets, { kind: failure, atSeconds }, (way) => partsOf(model, way)),
    }),
  );
  const { rpoSeconds, rtoSeconds } = plan.targets;
  const loss = worst(points, ({ lossSeconds }) => lossSeconds);
  const time = worst(points, ({ timeSeconds }) => timeSeconds);
  return {
    failure,
    points,
    worstLossSeconds: loss.value,
    worstLossAtSeconds: loss.atSeconds,
    worstTimeSeconds: time.value,
    worstTimeAtSeconds: time.atSeconds,
    lossMissed: missed(plan, points, rpoSeconds, ({ lossSeconds }) => lossSeconds),
    timeMissed: missed(plan, points, rtoSeconds, ({ timeSeconds }) => timeSeconds),
  };
}

const momentsInDay = 288;

/** Alike over the day, and just before and when something is taken: there the curves jump. */
export function momentsOf({ daySeconds }: ProtectionPlan, sets: readonly PlanSet[]): number[] {
  const step = daySeconds / momentsInDay;
  const even = Array.from({ length: momentsInDay }, (_, at) => at * step);
  const jumps = sets.flatMap(({ endSeconds }) =>
    endSeconds > 0 && endSeconds < daySeconds ? [Math.max(0, endSeconds - 0.001), endSeconds] : [],
  );
  // Where they come closer together than a curve can show, every so many of them do.
  const every = Math.ceil(jumps.length / 2 / momentsInDay);
  const shown = jumps.filter((_, at) => Math.floor(at / 2) % every === 0);
  return [...new Set([...even, ...shown])].sort((a, b) => a - b);
}

function worst(points: readonly PlanPoint[], of: (way: TimedWay) => number) {
  let most = { value: 0, atSeconds: 0 };
  for (const { atSeconds, best } of points) {
    if (best === null) return { value: null, atSeconds };
    if (of(best) > most.value) most = { value: of(best), atSeconds };
  }
  return most;
}

/** Each moment stands for the time until the next. */
function missed(
  { daySeconds }: ProtectionPlan,
  points: readonly PlanPoint[],
  target: number | null,
  of: (way: TimedWay) => number,
): number | null {
  if (target === null) return null;
  const over = points.reduce((sum, { atSeconds, best }, at) => {
    const until = points[at + 1]?.atSeconds ?? daySeconds;
    return best === null || of(best) > target ? sum + until - atSeconds : sum;
  }, 0);
  return over / daySeconds;
}
