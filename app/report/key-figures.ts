/** The handful of figures that stand at the top of a report: those that the recording has. */
import type { PhaseName } from "../contract/phase.ts";
import type { Report, ReportFigures, ReportRun } from "../contract/report.ts";
import type { Known } from "./known.ts";
import { highestOver, meanOver } from "./span-means.ts";

type KeyFigures = Report["keyFigures"];

export function keyFiguresOf(known: Known): KeyFigures {
  const { run, creations } = known;
  const durations = creations.flatMap(({ durationMs }) => durationMs ?? []);
  if (run !== null) {
    return [
      ...throughputFigures(known, run),
      ...responseFigures(known, run),
      ...(creations.length === 0 ? [] : snapshotFigures(known, durations)),
    ];
  }
  return [
    ...findingFigures(known),
    ...longest(
      "longestCreationMs",
      `${creations.length === 1 ? "Creation" : "Longest creation"}${creations.some(({ fromStartup }) => fromStartup === true) ? ", from start-up" : ""}`,
      durations,
    ),
    ...longestPhase(known, "checkpoint", "Longest checkpoint"),
    ...longestPhase(known, "longIo", "Longest I/O"),
    ...longestPhase(known, "recovery", "Longest recovery"),
    ...longestPhase(known, "backup", "Longest backup"),
  ];
}

function throughputFigures(
  { input, series }: Known,
  { warmupMs, engineMs }: ReportRun,
): KeyFigures {
  const summary = input.run?.summary ?? null;
  const rate = series.counters.transactionsPerSecond ?? new Float64Array();
  return [
    {
      id: "transactionsPerSecond",
      // Samples count all sessions; only a summary tells the workload's own transactions.
      label: summary === null ? "Throughput, all sessions" : "Workload throughput",
      value: summary?.transactions.perSecond ?? meanOver(series.timeMs, rate, warmupMs, engineMs),
      unit: "transactions/s",
    },
  ];
}

/** Around the longest creation; where there is none, of the points there are. */
function responseFigures(
  { creations, series }: Known,
  { warmupMs, engineMs }: ReportRun,
): KeyFigures {
  const [longest] = creations.toSorted((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0));
  const p99Of = (figures: ReportFigures | null | undefined) => figures?.responses?.p99Ms ?? null;
  if (longest === undefined) {
    return [
      {
        id: "highestP99Ms",
        label: "Highest p99 of a point",
        value: highestOver(series.timeMs, series.p99Ms, warmupMs, engineMs),
        unit: "ms",
      },
    ];
  }
  const of = creations.length === 1 ? "" : " the longest creation";
  return [
    { id: "p99BeforeMs", label: `p99 before${of}`, value: p99Of(longest.before), unit: "ms" },
    { id: "p99DuringMs", label: `p99 during${of}`, value: p99Of(longest.during), unit: "ms" },
  ];
}

function snapshotFigures({ creations, input }: Known, durations: readonly number[]): KeyFigures {
  const last = input.timeline.snapshots.flatMap(({ dropped, points }) =>
    dropped ? [] : (points.at(-1) ?? []),
  );
  const kept = input.run?.summary?.snapshots ?? last;
  const sum = (key: "pagesPushed" | "sizeOnDiskBytes") =>
    kept.length === 0 ? null : kept.reduce((total, snapshot) => total + snapshot[key], 0);
  return [
    {
      id: "longestCreationMs",
      label: creations.length === 1 ? "Creation" : "Longest creation",
      value: durations.length === 0 ? null : Math.max(...durations),
      unit: "ms",
    },
    {
      id: "sizeOnDiskBytes",
      label: creations.length === 1 ? "Snapshot on disk" : "Snapshots on disk",
      value: sum("sizeOnDiskBytes"),
      unit: "bytes",
    },
    { id: "pagesPushed", label: "Pages pushed", value: sum("pagesPushed"), unit: "pages" },
  ];
}

function findingFigures({ run, log, span }: Known): KeyFigures {
  if (log === null || !log.files.some(({ kind }) => kind === "errorlog")) return [];
  const grave = log.findings.filter(({ weight }) => weight !== "information").length;
  if (run !== null && grave === 0) return [];
  return [
    {
      id: "findings",
      label: `Critical and warnings${span.whole ? "" : ", this part"}`,
      value: grave,
      unit: "findings",
    },
    // The errors of all files are counted; of a part only what the report was given is known.
    ...(log.source.errors > 0 && span.whole
      ? [{ id: "errors", label: "Errors", value: log.source.errors, unit: "errors" }]
      : []),
  ];
}

function longestPhase({ phases }: Known, name: PhaseName, label: string): KeyFigures {
  // An end that is only a bound would make the longest of what nobody timed.
  const lengths = phases.flatMap((phase) =>
    phase.name === name && !phase.instant && phase.endSource !== "bound"
      ? (phase.durationMs ?? [])
      : [],
  );
  return longest(`${name}Ms`, label, lengths);
}

function longest(id: string, label: string, lengthsMs: readonly number[]): KeyFigures {
  if (lengthsMs.length === 0) return [];
  const value = lengthsMs.reduce((most, ms) => Math.max(most, ms), 0);
  return [{ id, label, value, unit: "ms" }];
}
