/**
 * What reverts, restores and restarts of a run came to, as metrics: by these a restore is compared with a
 * revert.
 */
import type { Metric } from "../../contract/metric.ts";
import type { Summary } from "../../contract/summary.ts";
import { commitsLost, dataLossWindow, outagesOf, timeWithoutService } from "../acts/outages.ts";

interface ActMetric {
  readonly id: string;
  readonly metric: Metric;
  /** Commands without one of which there is no such number. */
  readonly of: readonly string[];
}

const waysBack = ["revertSnapshot", "restore"];

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
  return [
    [outageId, timeWithoutService(outages)],
    ["wayBack", wayBack === undefined || ended === null ? null : ended - wayBack.startMs],
    ["dataLoss", dataLossWindow(outages)],
    [lossId, commitsLost(outages)],
  ];
}
