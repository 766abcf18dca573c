/**
 * What is compared of recordings, each a number a recording. A run's comes from its summary, and so
 * without its warm-up; percentiles come from the histograms of all its transactions, merged. The
 * files of a server are measured over all of their time.
 */
import type { Metric } from "../../contract/metric.ts";
import type { Phase } from "../../contract/phase.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { RecordingOverview } from "../../contract/rpc/recordings.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Summary } from "../../contract/summary.ts";
import { creationSpans } from "../creation-cost/creation-spans.ts";
import type { LatencyHistogram } from "../series/latency-histogram.ts";
import { columnOf, type Lane, standardLanes } from "../timeline/lanes.ts";
import { rankWaits } from "../waits/wait-ranking.ts";
import { actMetrics, actValues } from "./act-metrics.ts";
import type { ComparedRun } from "./compared-run.ts";
import { indexBuildMs } from "./index-build.ts";

export interface RunMetric {
  /** By which limits and `--primary` name it. */
  readonly id: string;
  readonly metric: Metric;
  /** Null where a recording has no such thing, as no creation without a snapshot. */
  readonly read: (run: ComparedRun) => number | null;
}

export const throughputId = "throughput";
const percentiles = [50, 95, 99] as const;

/** So many of each side's waits are compared: those on which most time was spent. */
const waitsOfSide = 5;

/** Rates of the standard lanes, but for what has a metric of its own. */
const counterLanes = standardLanes.filter(
  ({ id }) => id !== "transactionsPerSecond" && id !== "p99Ms",
);

interface OwnMetric extends RunMetric {
  /** Commands without one of which a run has no such number; none: it always has it. */
  readonly of: readonly string[];
}

const measured = (id: string, metric: Metric, of: readonly string[] = []): OwnMetric => ({
  id,
  metric,
  of,
  read: ({ values }) => values.get(id) ?? null,
});

const lasting = (id: string, name: string, of: readonly string[]): OwnMetric =>
  measured(id, { name, unit: "duration", better: "lower" }, of);

const always: readonly OwnMetric[] = [
  measured(throughputId, {
    name: "throughput",
    unit: { name: "transactions/s" },
    better: "higher",
  }),
  ...percentiles.map((percentile) =>
    measured(`p${percentile}`, {
      name: `p${percentile}`,
      unit: "milliseconds",
      better: "lower",
    }),
  ),
  lasting("creation", "creation of the first snapshot", ["createSnapshot"]),
  lasting("indexBuild", "first index build", ["rebuildIndex", "createIndex"]),
  lasting("backup", "first backup", ["backup"]),
  lasting("restore", "first restore", ["restore"]),
  lasting("tableScan", "first table scan", ["scanTable"]),
  ...actMetrics.map(({ id, metric, of }) => measured(id, metric, of)),
  measured(
    "snapshotSize",
    { name: "size of all snapshots on disk", unit: "bytes", better: "lower" },
    ["createSnapshot"],
  ),
  ...counterLanes.map(({ id, title, unit }) =>
    measured(id, { name: title, unit: { name: unit }, better: null }),
  ),
];

type Planned = Pick<Scenario, "timeline" | "commands">;

/** Whether a run of it can have such a number. */
export function canMeasure({ timeline, commands }: Planned): (id: string) => boolean {
  const given = new Set<string>([...timeline, ...commands].map(({ command }) => command.kind));
  const its = always.filter(({ of }) => of.length === 0 || of.some((kind) => given.has(kind)));
  const ids = new Set(its.map(({ id }) => id));
  return (id) => ids.has(id);
}

/** The metrics of two runs of the scenario at most: each may spend most time on other waits. */
export function mostMetrics(scenario: Planned): number {
  const isIts = canMeasure(scenario);
  return always.filter(({ id }) => isIts(id)).length + 2 * waitsOfSide;
}

/** Null: the id is a wait's type, or of nothing. */
export const metricOf = (id: string): Metric | null =>
  always.find((one) => one.id === id)?.metric ?? null;

/** The metric's name; a wait's is its type, which is the id. */
export const metricName = (id: string): string => metricOf(id)?.name ?? id;

const known = (values: readonly (readonly [string, number | null | undefined])[]) =>
  new Map(
    values.flatMap(([id, value]): [string, number][] =>
      value == null || Number.isNaN(value) ? [] : [[id, value]],
    ),
  );

/** How long the first operations of each kind took that came to their end, and a good one. */
function lengthsOf(phases: readonly Phase[]): [string, number | null][] {
  const first = (name: "backup" | "restore" | "tableScan"): number | null => {
    const found = phases.find(
      (phase) => phase.name === name && phase.endMs !== null && phase.figures.failed !== true,
    );
    return found?.endMs == null ? null : found.endMs - found.startMs;
  };
  return [
    ["indexBuild", indexBuildMs(phases)],
    ["backup", first("backup")],
    ["restore", first("restore")],
    ["tableScan", first("tableScan")],
  ];
}

export function valuesOfRun(
  summary: Summary,
  responses: LatencyHistogram | null,
): ReadonlyMap<string, number> {
  const { transactions, snapshots, counters, phases } = summary;
  const sizes = snapshots.map(({ sizeOnDiskBytes }) => sizeOnDiskBytes);
  return known([
    [throughputId, transactions.perSecond],
    ...percentiles.map((percent) => [`p${percent}`, responses?.percentileMs(percent)] as const),
    ["creation", snapshots[0]?.createdMs],
    ...lengthsOf(phases),
    ...actValues(summary),
    ["snapshotSize", sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0)],
    ...counterLanes.map(({ id, scale }) => {
      const mean = counters[id]?.mean;
      return [id, mean === undefined ? null : mean * scale] as const;
    }),
  ]);
}

/** `series`: all of it; a server's file counts a transaction by its own counter. */
export function valuesOfCapture(
  { phases, warmupEndMs }: Pick<RecordingOverview, "phases" | "warmupEndMs">,
  series: Series,
): ReadonlyMap<string, number> {
  const creation = creationSpans(phases).find(({ endMs }) => endMs !== null);
  const meanOf = (lane: Lane) =>
    meanAfter(series, columnOf(lane, series), warmupEndMs) * lane.scale;
  const throughput = standardLanes.find(({ id }) => id === "transactionsPerSecond");
  return known([
    [throughputId, throughput && meanOf(throughput)],
    ["creation", creation?.endMs == null ? null : creation.endMs - creation.startMs],
    ...lengthsOf(phases),
    ...counterLanes.map((lane) => [lane.id, meanOf(lane)] as const),
  ]);
}

/** NaN where nothing was measured. */
function meanAfter({ timeMs }: Series, values: Float64Array, fromMs: number): number {
  let [sum, count] = [0, 0];
  values.forEach((value, at) => {
    if (Number.isNaN(value) || Number(timeMs[at]) <= fromMs) return;
    sum += value;
    count += 1;
  });
  return sum / count;
}

/** Refuses what runs cannot have, before there are any: beside what is always there, waits, in capitals. */
export function checkMetrics(ids: readonly string[]): Result<null> {
  const unknown = ids.find(
    (id) => !always.some((one) => one.id === id) && !/^[A-Z][A-Z0-9_]*$/.test(id),
  );
  if (unknown === undefined) return success(null);
  const allowed = `${always.map(({ id }) => id).join(", ")}, or the name of a wait`;
  return failure("badInput", `${unknown}: is no metric of runs; allowed: ${allowed}`);
}

/** The waits of the sides are compared as far as either spent time on them. */
export function runMetrics(sides: readonly (readonly ComparedRun[])[]): readonly RunMetric[] {
  const types = new Set(sides.flatMap(topWaits));
  return [...always, ...[...types].map(waitMetric)];
}

function topWaits(runs: readonly ComparedRun[]): string[] {
  const spent = new Map<string, { waitType: string; waitMs: number; tasks: number }>();
  for (const { waitType, msPerSecond, tasks } of runs.flatMap(({ waits }) => waits ?? [])) {
    const sum = spent.get(waitType) ?? { waitType, waitMs: 0, tasks: 0 };
    sum.waitMs += msPerSecond;
    sum.tasks += tasks;
    spent.set(waitType, sum);
  }
  const { costs } = rankWaits(spent.values(), (wait) => wait);
  return costs.slice(0, waitsOfSide).map(({ waitType }) => waitType);
}

const waitMetric = (type: string): RunMetric => ({
  id: type,
  metric: { name: type, unit: { name: "ms/s" }, better: null },
  read: ({ waits }) =>
    waits === null ? null : (waits.find(({ waitType }) => waitType === type)?.msPerSecond ?? 0),
});
