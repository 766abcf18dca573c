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
}

const duration = (id: string, name: string): ActMetric => ({
  id,
  metric: { name, unit: "duration", better: "lower" },
});

export const outageId = "timeWithoutService";
export const lossId = "commitsLost";

export const actMetrics: readonly ActMetric[] = [
  duration(outageId, "time without service"),
  duration("wayBack", "first revert or restore"),
  duration("dataLoss", "data-loss window"),
  {
    id: lossId,
    metric: { name: "commits lost", unit: { name: "commits" }, better: "lower" },
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
