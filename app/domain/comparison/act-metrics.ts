/**
 * What reverts, restores and restarts of a run came to, as metrics: by these a restore is compared with a
 * revert.
 */
import type { Metric } from "../../contract/metric.ts";
import type { Summary } from "../../contract/summary.ts";
import { commitsLost, dataLossWindow, outagesOf, timeWithoutService } from "../acts/outages.ts";
import { frozenMs, tookMs } from "../array-snapshot-words.ts";

interface ActMetric {
  readonly id: string;
  readonly metric: Metric;
  /** Commands without one of which there is no such number. */
  readonly of: readonly string[];
}

const waysBack = ["revertSnapshot", "restore"];
const arraySnapshot = "createArraySnapshot";

const duration = (id: string, name: string, of: readonly string[]): ActMetric => ({
  id,
  metric: { name, unit: "duration", better: "lower" },
  of,
});

export const outageId = "timeWithoutService";
export const lossId = "commitsLost";

export const actMetrics: readonly ActMetric[] = [
  duration(outageId, "time without service", [...waysBack, "restartServer"]),
  duration("wayBack", "first revert or restore", waysBack),
  duration("dataLoss", "data-loss window", waysBack),
  duration("arraySnapshot", "first array snapshot", [arraySnapshot]),
  duration("arrayFreeze", "freeze for the first array snapshot", [arraySnapshot]),
  {
    id: "arrayReserve",
    metric: { name: "reserve in use by array snapshots", unit: "bytes", better: "lower" },
    of: [arraySnapshot],
  },
  {
    id: lossId,
    metric: { name: "commits lost", unit: { name: "commits" }, better: "lower" },
    of: waysBack,
  },
];

/** Null where a run has nothing of the kind, or nobody knows. */
export function actValues(summary: Summary): readonly (readonly [string, number | null])[] {
  const outages = outagesOf(summary);
  const wayBack = outages.find(({ kind }) => kind !== "restart");
  const ended = wayBack?.endMs ?? null;
  const taken = summary.arraySnapshots?.find(({ state }) => state !== "failed");
  return [
    [outageId, timeWithoutService(outages)],
    ["wayBack", wayBack === undefined || ended === null ? null : ended - wayBack.startMs],
    ["dataLoss", dataLossWindow(outages)],
    ["arraySnapshot", taken === undefined ? null : tookMs(taken)],
    ["arrayFreeze", taken === undefined ? null : frozenMs(taken)],
    ["arrayReserve", taken === undefined ? null : reserveInUse(summary)],
    [lossId, commitsLost(outages)],
  ];
}

/** Of all volumes, at the end of the run. */
const reserveInUse = ({ volumes }: Summary): number =>
  volumes.reduce((sum, { reserve }) => sum + (reserve?.usedBytes ?? 0), 0);
