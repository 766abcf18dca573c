/**
 * Builds the report of a run from its recording. Everything that a rendering shows is decided here;
 * renderings only lay it out.
 */
import type { Report, ReportMachine, ReportPhase } from "../contract/report.ts";
import type { RunEntry } from "../contract/rpc/runs.ts";
import type { RecordedTimeline, Series } from "../contract/rpc/timeline-data.ts";
import { counters, idleWaits } from "../contract/telemetry-catalog.ts";
import { counterTerm } from "../domain/glossary/glossary.ts";
import { columnOf, responseLaneId, standardLanes } from "../domain/timeline/lanes.ts";
import { RunTimeline } from "../domain/timeline/run-timeline.ts";
import type { Timeline } from "../domain/timeline/timeline.ts";
import { isSnapshotWait, waitsInSpan } from "../domain/waits/waits-in-span.ts";
import { conclusionOf } from "./conclusion.ts";
import { creationsOf } from "./creations.ts";
import { keyFiguresOf } from "./key-figures.ts";
import { highestOver, meanOver } from "./span-means.ts";
import { countText, numberText } from "./text.ts";

/** A recording; one that is in no library has no id. */
export interface ReportSource extends Omit<RecordedTimeline, "entry"> {
  readonly entry: Omit<RunEntry, "id"> & { readonly id: string | null };
}

export interface ReportContext {
  readonly machine: ReportMachine;
  readonly generatedAt: Date;
}

export function buildReport(source: ReportSource, context: ReportContext): Report {
  const { scenario, summary, series } = source;
  const run = runOf(source);
  const timeline = timelineOf(source, run);
  const phases = phasesOf(summary?.phases ?? null, timeline);
  const sampleIntervalMs = scenario.sampleIntervalMs;
  const creations = creationsOf(phases, series, { ...run, sampleIntervalMs });
  const meanRate = meanOver(
    series.timeMs,
    series.counters.transactionsPerSecond ?? new Float64Array(),
    run.warmupMs,
    run.engineMs,
  );
  return {
    formatVersion: 1,
    kind: "snapscope-report",
    generatedAt: context.generatedAt.toISOString(),
    title: run.name,
    subtitle: subtitleOf(source),
    conclusion: conclusionOf({
      run,
      creations,
      summary,
      transactionsPerSecond: summary?.transactions.perSecond ?? meanRate,
      sampleIntervalMs,
    }),
    run,
    machine: context.machine,
    keyFigures: keyFiguresOf({ run, creations, summary, series, sizes: timeline.snapshots }),
    creations,
    phases,
    waits: waitsOf(source, run),
    counters: countersOf(source, run),
    samples: samplesOf(series),
    snapshotSizes: timeline.snapshots.map(({ name, points }) => ({
      snapshot: name,
      points: points.map((point) => ({ ...point })),
    })),
    acts: timeline.acts.map(({ atMs, label, outcome, message }) => ({
      atMs,
      label,
      outcome,
      message,
    })),
    errorlog: summary?.errorlog ?? recordedLines(source),
    scenario,
    summary,
  };
}

function runOf({ entry, scenario, summary, origin }: ReportSource): Report["run"] {
  return {
    id: entry.id,
    name: entry.name,
    preset: entry.preset,
    status: entry.status,
    error: entry.error,
    verified: entry.verified,
    mode: entry.mode,
    seed: entry.seed,
    tags: [...entry.tags],
    note: entry.note,
    createdAt: entry.createdAt,
    endedAt: entry.endedAt,
    wallMs: entry.wallMs,
    engineMs: summary?.run.engineMs ?? entry.engineMs,
    plannedMs: entry.plannedMs,
    warmupMs: summary?.run.warmupMs ?? scenario.warmupSeconds * 1000,
    origin,
    engine: summary?.run.engine ?? null,
    telemetryHash: summary?.telemetryHash ?? null,
  };
}

function timelineOf(source: ReportSource, run: Report["run"]): Timeline {
  const timeline = new RunTimeline({
    origin: source.origin,
    plannedEndMs: run.plannedMs,
    warmupEndMs: run.warmupMs,
  });
  timeline.take({ series: source.series, events: source.events });
  return timeline.timeline;
}

/** "sales, 1,024 MiB, 100 users, 8 schedulers, simulated disks". */
function subtitleOf({ scenario }: ReportSource): string {
  const { database, workload, server, mode } = scenario;
  return [
    `Database ${database.name}, ${numberText(database.sizeMiB)} MiB`,
    countText(workload.users, "user"),
    countText(server.schedulers, "scheduler"),
    `${numberText(server.memoryMiB)} MiB of memory`,
    mode === "virtual" ? "simulated disks and time" : "files and time of this machine",
  ].join(", ");
}

/** Of the summary, or as far as the events of a run without one tell. */
function phasesOf(
  summarised: NonNullable<ReportSource["summary"]>["phases"] | null,
  timeline: Timeline,
): ReportPhase[] {
  const told =
    summarised ??
    timeline.bands.flatMap(({ phase, ...band }) =>
      phase === null ? [] : { ...band, name: phase },
    );
  return told
    .toSorted((a, b) => a.startMs - b.startMs)
    .map(({ snapshot, name, startMs, endMs, startSource, endSource, figures }) => ({
      snapshot,
      name,
      startMs,
      endMs,
      durationMs: endMs === null ? null : endMs - startMs,
      instant: name === "open" || name === "complete",
      startSource: startSource ?? "logged",
      endSource: endSource ?? (endMs === null ? null : "logged"),
      figures: { ...figures },
    }));
}

/** Most time first. */
function waitsOf({ summary, series }: ReportSource, run: Report["run"]): Report["waits"] {
  const span = { startMs: run.warmupMs, endMs: run.engineMs };
  const measured =
    summary?.waits ??
    waitsInSpan(series, span).map((wait) => ({
      wait_type: wait.waitType,
      waiting_tasks_count: wait.tasks,
      wait_time_ms: wait.waitMs,
      max_wait_time_ms: null,
      signal_wait_time_ms: wait.signalMs,
    }));
  return measured
    .filter((wait) => wait.waiting_tasks_count > 0)
    .toSorted((a, b) => b.wait_time_ms - a.wait_time_ms)
    .map((wait) => ({
      wait_type: wait.wait_type,
      waiting_tasks_count: wait.waiting_tasks_count,
      wait_time_ms: wait.wait_time_ms,
      max_wait_time_ms: wait.max_wait_time_ms,
      signal_wait_time_ms: wait.signal_wait_time_ms,
      idle: idleWaits.has(wait.wait_type),
      ofSnapshots: isSnapshotWait(wait.wait_type),
    }));
}

function countersOf({ summary, series }: ReportSource, run: Report["run"]): Report["counters"] {
  return counters.map(({ id, path, unit }) => {
    const column = series.counters[id] ?? new Float64Array();
    const span = [series.timeMs, column, run.warmupMs, run.engineMs] as const;
    const told = summary?.counters[id];
    return {
      id,
      title: counterTerm(id).title,
      path,
      unit,
      mean: told?.mean ?? meanOver(...span),
      max: told?.max ?? highestOver(...span),
    };
  });
}

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

function samplesOf(series: Series): Report["samples"] {
  return {
    timeMs: [...series.timeMs],
    samplesPerPoint: series.samplesPerPoint,
    lanes: standardLanes.map((lane) => {
      const values = columnOf(lane, series);
      return {
        id: lane.id,
        title: lane.title,
        unit: lane.id === responseLaneId ? "ms" : measuredUnit(lane.id),
        values: Array.from(series.timeMs, (_, row) => orNull(values[row])),
      };
    }),
  };
}

const measuredUnit = (id: string): string =>
  counters.find((counter) => counter.id === id)?.unit ?? "";

const recordedLines = ({ events }: ReportSource): string[] =>
  events.flatMap((event) => (event.kind === "errorlog" ? event.line : []));
