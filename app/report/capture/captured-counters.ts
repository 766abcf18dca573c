/** Counters of the Perfmon files over the span of a report, and the points that its charts show. */
import type { CapturedCounter } from "../../contract/capture.ts";
import type { CaptureReport } from "../../contract/capture-report.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { laneOfCounter } from "../../domain/timeline/counter-lanes.ts";
import { responseLaneId } from "../../domain/timeline/lanes.ts";
import { highestOver, lowestOver, meanOver } from "../span-means.ts";
import type { ReportSpan } from "./report-span.ts";

type Counters = Pick<CaptureReport, "counters" | "countersOutside">;

/** Of the whole capture its reader knows every sample; of a part there are the points given. */
export function countersOver(
  counters: readonly CapturedCounter[],
  series: Series,
  span: ReportSpan,
): Counters {
  if (span.whole) return { counters: [...counters], countersOutside: 0 };
  const given = counters.filter(({ id }) => columnIn(series, id) !== undefined);
  return {
    counters: given.map((counter) => overSpan(counter, series, span)),
    countersOutside: counters.length - given.length,
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

/** Two files may have the same counter; their points are one series. */
export function samplesOf(
  counters: readonly CapturedCounter[],
  series: Series,
): CaptureReport["samples"] {
  const shown = new Map<string, CapturedCounter>();
  for (const counter of counters) {
    if (columnIn(series, counter.id) === undefined || shown.has(counter.id)) continue;
    shown.set(counter.id, counter);
  }
  return {
    timeMs: [...series.timeMs],
    samplesPerPoint: series.samplesPerPoint,
    lanes: [...shown.values()].map((counter) => {
      const values = columnIn(series, counter.id);
      return {
        id: counter.id,
        title: laneOfCounter(counter).title,
        unit: counter.unit,
        values: Array.from(series.timeMs, (_, row) => measured(values?.[row])),
      };
    }),
  };
}

const measured = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value;
