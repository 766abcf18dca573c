/** The handful of figures that stand at the top of a report. */
import type { Report, ReportCreation } from "../contract/report.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import type { Summary } from "../contract/summary.ts";
import type { SnapshotTrack } from "../domain/timeline/timeline.ts";
import { highestOver, meanOver } from "./span-means.ts";

interface Measured {
  readonly run: Report["run"];
  readonly creations: readonly ReportCreation[];
  readonly summary: Summary | null;
  readonly series: Series;
  readonly sizes: readonly SnapshotTrack[];
}

export function keyFiguresOf(measured: Measured): Report["keyFigures"] {
  const { run, creations, summary, series } = measured;
  const { warmupMs, engineMs } = run;
  const rate = series.counters.transactionsPerSecond ?? new Float64Array();
  const figures: Report["keyFigures"] = [
    {
      id: "transactionsPerSecond",
      // Samples count all sessions; only a summary tells the workload's own transactions.
      label: summary === null ? "Throughput, all sessions" : "Workload throughput",
      value: summary?.transactions.perSecond ?? meanOver(series.timeMs, rate, warmupMs, engineMs),
      unit: "transactions/s",
    },
    {
      id: "highestP99Ms",
      label: "Highest p99 of a point",
      value: highestOver(series.timeMs, series.p99Ms, warmupMs, engineMs),
      unit: "ms",
    },
  ];
  if (creations.length === 0) return figures;
  return [...figures, ...snapshotFigures(measured)];
}

function snapshotFigures({ creations, summary, sizes }: Measured): Report["keyFigures"] {
  const durations = creations.flatMap(({ durationMs }) => durationMs ?? []);
  const last = sizes.flatMap(({ dropped, points }) => (dropped ? [] : (points.at(-1) ?? [])));
  const kept = summary?.snapshots ?? last;
  const sum = (key: "pagesPushed" | "sizeOnDiskBytes") =>
    kept.length === 0 ? null : kept.reduce((total, snapshot) => total + snapshot[key], 0);
  return [
    {
      id: "longestCreationMs",
      label: creations.length === 1 ? "Creation of the snapshot" : "Longest creation",
      value: durations.length === 0 ? null : Math.max(...durations),
      unit: "ms",
    },
    {
      id: "sizeOnDiskBytes",
      label: creations.length === 1 ? "Snapshot on disk" : "Snapshots on disk",
      value: sum("sizeOnDiskBytes"),
      unit: "bytes",
    },
    {
      id: "pagesPushed",
      label: "Pages pushed",
      value: sum("pagesPushed"),
      unit: "pages",
    },
  ];
}
