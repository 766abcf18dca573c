/**
 * What is compared of runs, each a number a run: from its summary, and so without its warm-up.
 * Percentiles come from the histograms of all its transactions, merged.
 */
import { failure, type Result, success } from "../../contract/result.ts";
import type { Summary } from "../../contract/summary.ts";
import { mergedHistogram } from "../series/summary-histogram.ts";
import type { Metric } from "../statistics/metric.ts";
import { standardLanes } from "../timeline/lanes.ts";
import { rankWaits } from "../waits/wait-ranking.ts";

export interface RunMetric {
  /** By which limits and `--primary` name it. */
  readonly id: string;
  readonly metric: Metric;
  /** Null where a run has no such thing, as no creation without a snapshot. */
  readonly read: (summary: Summary) => number | null;
}

export const throughputId = "throughput";

const percentiles = [50, 95, 99].map(
  (percentile): RunMetric => ({
    id: `p${percentile}`,
    metric: { name: `p${percentile}`, unit: "milliseconds", better: "lower" },
    read: ({ transactions }) => {
      const recorded = transactions.byType.flatMap(({ histogram }) => histogram ?? []);
      const merged = mergedHistogram(recorded);
      return merged.ok && merged.value.count > 0 ? merged.value.percentileMs(percentile) : null;
    },
  }),
);

/** Rates of the standard lanes, but for what has a metric of its own. */
const counters = standardLanes
  .filter(({ id }) => id !== "transactionsPerSecond" && id !== "p99Ms")
  .map(
    ({ id, title, unit, scale }): RunMetric => ({
      id,
      metric: { name: title, unit: { name: unit }, better: null },
      read: ({ counters: measured }) => {
        const mean = measured[id]?.mean;
        return mean === undefined ? null : mean * scale;
      },
    }),
  );

const always: readonly RunMetric[] = [
  {
    id: throughputId,
    metric: { name: "throughput", unit: { name: "transactions/s" }, better: "higher" },
    read: ({ transactions }) => transactions.perSecond,
  },
  ...percentiles,
  {
    id: "creation",
    metric: { name: "creation of the first snapshot", unit: "duration", better: "lower" },
    read: ({ snapshots }) => snapshots[0]?.createdMs ?? null,
  },
  {
    id: "snapshotSize",
    metric: { name: "size of all snapshots on disk", unit: "bytes", better: "lower" },
    read: ({ snapshots }) =>
      snapshots.length === 0
        ? null
        : snapshots.reduce((sum, { sizeOnDiskBytes }) => sum + sizeOnDiskBytes, 0),
  },
  ...counters,
];

/** Refuses what runs cannot have, before there are any: beside what is always there, waits, in capitals. */
export function checkMetrics(ids: readonly string[]): Result<null> {
  const unknown = ids.find(
    (id) => !always.some((one) => one.id === id) && !/^[A-Z][A-Z0-9_]*$/.test(id),
  );
  if (unknown === undefined) return success(null);
  const allowed = `${always.map(({ id }) => id).join(", ")}, or the name of a wait`;
  return failure("badInput", `${unknown}: is no metric of runs; allowed: ${allowed}`);
}

/** Of each side's waits, so many: those on which most time was spent. */
const waitsOfSide = 5;

/** `sides`: the summaries of each; their waits are compared as far as either side spent time on them. */
export function runMetrics(sides: readonly (readonly Summary[])[]): readonly RunMetric[] {
  const types = new Set(sides.flatMap(topWaits));
  return [...always, ...[...types].map(waitMetric)];
}

function topWaits(summaries: readonly Summary[]): string[] {
  const spent = new Map<string, { waitType: string; waitMs: number; tasks: number }>();
  for (const { wait_type, ...row } of summaries.flatMap(({ waits }) => waits)) {
    const sum = spent.get(wait_type) ?? { waitType: wait_type, waitMs: 0, tasks: 0 };
    sum.waitMs += row.wait_time_ms;
    sum.tasks += row.waiting_tasks_count;
    spent.set(wait_type, sum);
  }
  const { costs } = rankWaits(spent.values(), (wait) => wait);
  return costs.slice(0, waitsOfSide).map(({ waitType }) => waitType);
}

const waitMetric = (type: string): RunMetric => ({
  id: type,
  metric: { name: type, unit: { name: "ms/s" }, better: null },
  read: ({ waits, run }) => {
    const seconds = (run.engineMs - run.warmupMs) / 1000;
    if (seconds <= 0) return null;
    const row = waits.find(({ wait_type }) => wait_type === type);
    return (row?.wait_time_ms ?? 0) / seconds;
  },
});
