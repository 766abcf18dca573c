/** What a figure keeps of a run: read from its summary, and where the figure draws them from its samples. */
import type { FigureRun } from "../../contract/figure-results.ts";
import {
  type ActivityName,
  activityNames,
  type CreationPhaseName,
  type Phase,
  phaseNames,
} from "../../contract/phase.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Summary } from "../../contract/summary.ts";
import { creationSpans, isOf } from "../creation-cost/creation-spans.ts";
import { ofWaitStats, rankWaits } from "../waits/wait-ranking.ts";

/** On which most time was spent: the others tell nothing. */
const keptWaits = 12;
/** A moment, to the microsecond: results are read by people too. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const roundedOrNull = (value: number | null): number | null =>
  value === null ? null : rounded(value);
/** What was counted or summed up: more digits than any table has, and none that mean nothing. */
const significant = (value: number): number => Number(rounded(value).toPrecision(5));

const creationPhases: ReadonlySet<string> = new Set(phaseNames);
const isCreationPhase = (name: Phase["name"]): name is CreationPhaseName =>
  creationPhases.has(name);
const activities: ReadonlySet<string> = new Set(activityNames);
const isActivity = (name: Phase["name"]): name is ActivityName => activities.has(name);

/** Null: of a real run, whose telemetry no other gives again. `counters`: ids of those that are kept. */
export function figureRun(
  summary: Summary,
  series: Series,
  counters: readonly string[],
): FigureRun | null {
  if (summary.telemetryHash === null) return null;
  return {
    seed: summary.run.seed,
    engineRevision: summary.run.engine.revision ?? null,
    wallSeconds: Math.round(summary.run.wallMs / 100) / 10,
    telemetryHash: summary.telemetryHash,
    transactionsPerSecond: significant(summary.transactions.perSecond),
    responses: summary.transactions.byType.flatMap(responseOf),
    creations: creationsOf(summary),
    operations: operationsOf(summary),
    waits: rankWaits(summary.waits, ofWaitStats)
      .costs.slice(0, keptWaits)
      .map(({ wait_type, wait_time_ms, waiting_tasks_count }) => ({
        type: wait_type,
        ms: significant(wait_time_ms),
        tasks: waiting_tasks_count,
      }))
      .filter(({ ms }) => ms > 0),
    counters: counters.length === 0 ? null : countersOf(series, counters),
  };
}

type TypeSummary = Summary["transactions"]["byType"][number];

/** None of a type that did not occur, which has no times. */
function responseOf({ type, count, meanMs, p50Ms, p95Ms, p99Ms }: TypeSummary) {
  if (count === 0 || meanMs === null || p50Ms === null || p95Ms === null || p99Ms === null) {
    return [];
  }
  return [
    {
      type,
      count,
      meanMs: significant(meanMs),
      p50Ms: significant(p50Ms),
      p95Ms: significant(p95Ms),
      p99Ms: significant(p99Ms),
    },
  ];
}

function creationsOf({ phases, snapshots }: Summary): FigureRun["creations"] {
  return creationSpans(phases).map((span) => {
    const snapshot = snapshots.find(({ name }) => name === span.snapshot);
    const range = redoRangeOf(phases.filter((phase) => isOf(span, phase)));
    return {
      snapshot: span.snapshot,
      startMs: rounded(span.startMs),
      endMs: roundedOrNull(span.endMs),
      asOfMs: roundedOrNull(snapshot?.asOfMs ?? span.asOfMs),
      newestRowMs: roundedOrNull(snapshot?.verification?.witness?.newestMs ?? null),
      sizeOnDiskBytes: snapshot?.sizeOnDiskBytes ?? 0,
      phases: phases.flatMap(({ name, snapshot: of, startMs, endMs }) =>
        isCreationPhase(name) && endMs !== null && isOf(span, { snapshot: of, startMs })
          ? [{ name, startMs: rounded(startMs), endMs: rounded(endMs) }]
          : [],
      ),
      ...(range === null ? {} : { redoRange: range }),
    };
  });
}

/** The range that the analysis of the snapshot's recovery found; null where it did not get to an end. */
function redoRangeOf(phases: readonly Phase[]) {
  const { records, bytes } = phases.find(({ name }) => name === "analysis")?.figures ?? {};
  return typeof records === "number" && typeof bytes === "number" ? { records, bytes } : null;
}

/** What trace flag 3213 tells the ERRORLOG. */
const bufferCount = /BufferCount:\s+(\d+)/;

function operationsOf({ phases, errorlog }: Summary): FigureRun["operations"] {
  const counts = errorlog.flatMap((line) => bufferCount.exec(line)?.[1] ?? []);
  const buffersOf = (name: Phase["name"]): readonly (readonly [string, number])[] => {
    const count = name === "backup" ? counts.shift() : undefined;
    return count === undefined ? [] : [["buffers", Number(count)]];
  };
  return phases.flatMap(({ name, database, startMs, endMs, figures }) =>
    isActivity(name) && endMs !== null
      ? [
          {
            name,
            ...(database == null ? {} : { database }),
            startMs: rounded(startMs),
            endMs: rounded(endMs),
            figures: Object.fromEntries(
              [...Object.entries(figures), ...buffersOf(name)].filter(
                (figure): figure is [string, number] => typeof figure[1] === "number",
              ),
            ),
          },
        ]
      : [],
  );
}

/** What a figure can draw over time beside the counters of the catalogue. */
export const responseCounters = ["meanMs", "p99Ms"] as const;

function countersOf(series: Series, ids: readonly string[]): FigureRun["counters"] {
  const { timeMs, counters, p99Ms, meanMs = new Float64Array() } = series;
  const columns: Readonly<Record<string, Float64Array>> = {
    ...counters,
    p99Ms: withoutGaps(p99Ms),
    meanMs: withoutGaps(meanMs),
  };
  return {
    timeMs: Array.from(timeMs, rounded),
    values: Object.fromEntries(
      ids.map((id) => [id, Array.from(columns[id] ?? new Float64Array(), significant)]),
    ),
  };
}

/** Where no transaction ended, nobody knows better than what was before. */
function withoutGaps(column: Float64Array): Float64Array {
  let last = column.find((value) => !Number.isNaN(value)) ?? 0;
  return column.map((value) => {
    last = Number.isNaN(value) ? last : value;
    return last;
  });
}
