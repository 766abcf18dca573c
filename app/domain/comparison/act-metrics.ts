/**
 * What reverts, restores and restarts of a run came to, as metrics: by these a restore is compared with a
 * revert.
 */
import type { Metric } from "../../contract/metric.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Summary } from "../../contract/summary.ts";
import {
  commitsLost,
  dataLossWindow,
  type Outage,
  outagesOf,
  timeWithoutService,
} from "../acts/outages.ts";
import type { ComparedRun } from "./compared-run.ts";
import { steadyCounter } from "./steady-throughput.ts";

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

const commits: Metric = { name: "commits lost", unit: { name: "commits" }, better: "lower" };
/** Rolled-back ones and those of the system are in that counter. */
const sampled: Metric = {
  name: "transactions lost, by Transactions/sec",
  unit: { name: "transactions" },
  better: "lower",
};

export const actMetrics: readonly ActMetric[] = [
  duration(outageId, "time without service"),
  duration("wayBack", "first revert or restore"),
  duration("dataLoss", "data-loss window"),
  { id: lossId, metric: commits },
];

/** Beside what the engine counted, where it did: a value that is no metric by itself. */
const sampledLossId = "transactionsLost";

/** Null where a run has nothing of the kind, or nobody knows. */
export function actValues(
  summary: Summary,
  series: Series,
): readonly (readonly [string, number | null])[] {
  const outages = outagesOf(summary);
  const wayBack = outages.find(({ kind }) => kind !== "restart");
  const ended = wayBack?.endMs ?? null;
  return [
    [outageId, timeWithoutService(outages)],
    ["wayBack", wayBack === undefined || ended === null ? null : ended - wayBack.startMs],
    ["dataLoss", dataLossWindow(outages)],
    [lossId, commitsLost(outages)],
    [sampledLossId, transactionsLost(outages, series)],
  ];
}

/**
 * Of a restore the engine counts the commits that it lost, of a revert nobody does. Where one of the runs has
 * none of them counted, all are compared by what their samples have of the time that was lost.
 */
export function lossMetric(sides: readonly (readonly ComparedRun[])[]): {
  readonly metric: Metric;
  readonly read: (run: ComparedRun) => number | null;
} {
  const isCounted = sides
    .flat()
    .every(({ values }) => values.has(lossId) || !values.has(sampledLossId));
  const id = isCounted ? lossId : sampledLossId;
  return { metric: isCounted ? commits : sampled, read: ({ values }) => values.get(id) ?? null };
}

/** All that samples have of the time that was lost. */
function transactionsLost(outages: readonly Outage[], series: Series): number | null {
  const rates = series.counters[steadyCounter];
  const lossy = outages.filter(({ kind }) => kind !== "restart");
  if (rates === undefined || rates.length === 0 || lossy.length === 0) return null;
  let sum = 0;
  for (const { startMs, lossMs, lostFromMs } of lossy) {
    if (lossMs === null) return null;
    sum += countWithin(series.timeMs, rates, lostFromMs ?? startMs, startMs);
  }
  return Math.round(sum);
}

/** A sample covers the time since the one before it, and counts for the part of it that lies in the span. */
function countWithin(
  timeMs: Float64Array,
  rates: Float64Array,
  fromMs: number,
  toMs: number,
): number {
  let count = 0;
  timeMs.forEach((endMs, at) => {
    const startMs = timeMs[at - 1] ?? 0;
    const overlapMs = Math.min(endMs, toMs) - Math.max(startMs, fromMs);
    const rate = Number(rates[at]);
    if (overlapMs > 0 && !Number.isNaN(rate)) count += (rate * overlapMs) / 1000;
  });
  return count;
}
