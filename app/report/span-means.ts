/** Means of samples over a span of engine time, each point weighted by its share of the span. */
import type { ReportMeans, UsualRange } from "../contract/report.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import { partsInSpan } from "../domain/series/parts-in-span.ts";

/** Null where the span holds nothing that was measured. */
export function meanOver(
  timeMs: Float64Array,
  values: Float64Array,
  fromMs: number,
  toMs: number,
): number | null {
  let [sum, weight] = [0, 0];
  for (const { point, lengthMs } of partsInSpan(timeMs, { startMs: fromMs, endMs: toMs })) {
    const value = values[point] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += value * lengthMs;
    weight += lengthMs;
  }
  return weight > 0 ? sum / weight : null;
}

/** Percentiles cannot be averaged: the highest is what can be said without their histograms. */
export const highestOver = (
  timeMs: Float64Array,
  values: Float64Array,
  fromMs: number,
  toMs: number,
): number | null => extremeOver(timeMs, values, { fromMs, toMs }, Math.max);

export const lowestOver = (
  timeMs: Float64Array,
  values: Float64Array,
  fromMs: number,
  toMs: number,
): number | null => extremeOver(timeMs, values, { fromMs, toMs }, Math.min);

function extremeOver(
  timeMs: Float64Array,
  values: Float64Array,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  choose: (a: number, b: number) => number,
): number | null {
  let extreme: number | null = null;
  for (const { point } of partsInSpan(timeMs, { startMs: fromMs, endMs: toMs })) {
    const value = values[point] ?? Number.NaN;
    if (!Number.isNaN(value)) extreme = extreme === null ? value : choose(extreme, value);
  }
  return extreme;
}

/** Null for a span without length. */
export function meansOver(series: Series, fromMs: number, toMs: number): ReportMeans | null {
  if (!(toMs > fromMs)) return null;
  const mean = (counter: string) =>
    meanOver(series.timeMs, series.counters[counter] ?? new Float64Array(), fromMs, toMs);
  return {
    fromMs,
    toMs,
    transactionsPerSecond: mean("transactionsPerSecond"),
    dataWriteBytesPerSecond: mean("dataWriteBytesPerSecond"),
    snapshotWriteBytesPerSecond: mean("snapshotWriteBytesPerSecond"),
    logReadBytesPerSecond: mean("logReadBytesPerSecond"),
    highestP99Ms: highestOver(series.timeMs, series.p99Ms, fromMs, toMs),
  };
}

/** Fewer say nothing about how much a rate varies by itself. */
const fewestSpans = 5;

/**
 * How far the mean over `lengthMs` strays by itself: its range over the spans of that length between
 * two times, each beginning half a length after the one before. Null when too few fit.
 */
export function usualRange(
  { timeMs, counters }: Series,
  counter: string,
  { fromMs, toMs, lengthMs }: { fromMs: number; toMs: number; lengthMs: number },
): UsualRange | null {
  const values = counters[counter] ?? new Float64Array();
  const means: number[] = [];
  for (let startMs = fromMs; startMs + lengthMs <= toMs; startMs += lengthMs / 2) {
    const mean = meanOver(timeMs, values, startMs, startMs + lengthMs);
    if (mean !== null) means.push(mean);
  }
  if (means.length < fewestSpans) return null;
  return { lowest: Math.min(...means), highest: Math.max(...means), spans: means.length };
}
