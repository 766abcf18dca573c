/**
 * The points of a column that a plot needs: never more than it has pixels. Where several samples
 * share a pixel, the smallest and the largest of them are drawn, in their order, so that no dip and
 * no peak disappears.
 */
import { firstPointAfter } from "../series/points.ts";
import type { Span } from "./span.ts";

/** A line of steps: `values[i]` holds from the time before it (or `fromMs`) to `timeMs[i]`. */
export interface Steps {
  readonly fromMs: number;
  readonly timeMs: readonly number[];
  readonly values: readonly number[];
}

/** `maximum` is the width of the plot in pixels. NaN stands where a point has no value. */
export function thin(
  timeMs: Float64Array,
  values: Float64Array,
  view: Span,
  maximum: number,
): Steps {
  const first = firstPointAfter(timeMs, view.startMs);
  // The point that crosses the right edge is drawn too, and cut off there.
  const end = Math.min(firstPointAfter(timeMs, view.endMs) + 1, timeMs.length);
  const fromMs = timeMs[first - 1] ?? 0;
  const count = end - first;
  const buckets = Math.max(1, Math.floor(maximum / 2));
  if (count <= 2 * buckets) {
    return {
      fromMs,
      timeMs: [...timeMs.subarray(first, end)],
      values: [...values.subarray(first, end)],
    };
  }
  return { fromMs, ...extremes(timeMs, values, first, end, buckets) };
}

function extremes(
  timeMs: Float64Array,
  values: Float64Array,
  first: number,
  end: number,
  buckets: number,
): Omit<Steps, "fromMs"> {
  const times: number[] = [];
  const kept: number[] = [];
  const width = (end - first) / buckets;
  for (let bucket = 0; bucket < buckets; ++bucket) {
    const from = first + Math.floor(bucket * width);
    const to = first + Math.floor((bucket + 1) * width);
    const [earlier, later] = extremesOf(values, from, to);
    const last = timeMs[to - 1] ?? 0;
    const middle = (((timeMs[from] ?? 0) + last) / 2) as number;
    times.push(middle, last);
    kept.push(earlier, later);
  }
  return { timeMs: times, values: kept };
}

/** Smallest and largest of a stretch, in the order in which they come; NaN where all are. */
function extremesOf(values: Float64Array, from: number, to: number): readonly [number, number] {
  let least = Number.NaN;
  let most = Number.NaN;
  let leastFirst = true;
  for (let index = from; index < to; ++index) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (!(value >= least)) {
      least = value;
      leastFirst = false;
    }
    if (!(value <= most)) {
      most = value;
      leastFirst = true;
    }
  }
  return leastFirst ? [least, most] : [most, least];
}

/** Largest value of the points in a view; 0 where there is none. */
export function largestIn(timeMs: Float64Array, values: Float64Array, view: Span): number {
  const first = firstPointAfter(timeMs, view.startMs);
  const end = Math.min(firstPointAfter(timeMs, view.endMs) + 1, timeMs.length);
  let most = 0;
  for (let index = first; index < end; ++index) most = Math.max(most, values[index] || 0);
  return most;
}
