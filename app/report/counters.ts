/** Counters over the span of a report, and the points that its charts show. */
import type { CapturedCounter } from "../contract/capture.ts";
import type { Report, ReportLog, ReportRun } from "../contract/report.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import type { Summary } from "../contract/summary.ts";
import { counters } from "../contract/telemetry-catalog.ts";
import { counterTerm } from "../domain/glossary/glossary.ts";
import { laneOfCounter } from "../domain/timeline/counter-lanes.ts";
import { columnOf, type Lane, responseLaneId, standardLanes } from "../domain/timeline/lanes.ts";
import type { ReportInput } from "./report-input.ts";
import type { ReportSpan } from "./report-span.ts";
import { highestOver, lowestOver, meanOver } from "./span-means.ts";

/** Counters from the run's summary, else computed from the samples. */
export const engineCounters = (
  { warmupMs, engineMs }: ReportRun,
  summary: Summary | null,
  series: Series,
): Report["counters"] =>
  counters.map(({ id, path, unit }) => {
    const column = series.counters[id] ?? new Float64Array();
    const span = [series.timeMs, column, warmupMs, engineMs] as const;
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

type Counters = Pick<ReportLog, "counters" | "countersOutside">;

/** The reader of a whole capture knows every sample; for a part there are the points given. */
export function capturedCounters(
  captured: readonly CapturedCounter[],
  series: Series,
  span: ReportSpan,
): Counters {
  if (span.whole) return { counters: [...captured], countersOutside: 0 };
  const given = captured.filter(({ id }) => columnIn(series, id) !== undefined);
  return {
    counters: given.map((counter) => overSpan(counter, series, span)),
    countersOutside: captured.length - given.length,
  };
}

function overSpan(counter: CapturedCounter, series: Series, span: ReportSpan): CapturedCounter {
  const { timeMs } = series;
  const values = columnIn(series, counter.id) ?? new Float64Array();
  const over = [timeMs, values, span.fromMs, span.toMs] as const;
  const samples = timeMs.reduce(
    (count, atMs, row) =>
      atMs >= span.fromMs && atMs <= span.toMs && !Number.isNaN(values[row] ?? Number.NaN)
        ? count + 1
        : count,
    0,
  );
  return {
    ...counter,
    samples,
    minimum: lowestOver(...over),
    mean: meanOver(...over),
    maximum: highestOver(...over),
  };
}

/** Response times are a column of their own; all NaN, nobody asked for them. */
function columnIn({ counters, p99Ms }: Series, id: string): Float64Array | undefined {
  if (id !== responseLaneId) return counters[id];
  return p99Ms.some((value) => !Number.isNaN(value)) ? p99Ms : undefined;
}

/** For an engine the lanes that are asked for; for files every counter that was given. */
export function samplesOf(
  { run, log }: ReportInput,
  series: Series,
  asked: readonly Lane[] = standardLanes,
): Report["samples"] {
  const lanes =
    run === null && log !== null
      ? filesLanes(log.overview.counters, series)
      : asked.map((lane) => ({
          id: lane.id,
          title: lane.title,
          unit: measuredUnit(lane),
          column: columnOf(lane, series),
        }));
  return {
    timeMs: [...series.timeMs],
    samplesPerPoint: series.samplesPerPoint,
    lanes: lanes.map(({ column, ...lane }) => ({
      ...lane,
      values: Array.from(series.timeMs, (_, row) => measured(column[row])),
    })),
  };
}

/** The unit in which it is measured, not that of its lane. */
function measuredUnit({ id, waitType }: Lane): string {
  if (waitType !== undefined) return "ms/s";
  return id === responseLaneId ? "ms" : (counters.find((counter) => counter.id === id)?.unit ?? "");
}

/** Two files may have the same counter; their points are one series. */
function filesLanes(captured: readonly CapturedCounter[], series: Series) {
  const shown = new Map<string, CapturedCounter>();
  for (const counter of captured) if (!shown.has(counter.id)) shown.set(counter.id, counter);
  return [...shown.values()].flatMap((counter) => {
    const column = columnIn(series, counter.id);
    const { id, unit } = counter;
    return column === undefined ? [] : { id, title: laneOfCounter(counter).title, unit, column };
  });
}

const measured = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value;
