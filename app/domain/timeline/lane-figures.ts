/** Least, mean and most of lanes over a stretch of time, in the lanes' units. */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { firstPointAfter } from "../series/points.ts";
import { columnOf, type Lane } from "./lanes.ts";
import type { Span } from "./span.ts";

export interface LaneFigures {
  readonly least: number;
  readonly mean: number;
  readonly most: number;
  readonly points: number;
}

/** Figures of the points whose moment lies in the span; a lane without a value there has none. */
export function laneFigures(
  lanes: readonly Lane[],
  series: Series,
  { startMs, endMs }: Span,
): ReadonlyMap<string, LaneFigures> {
  const { timeMs } = series;
  // A sample stands for its own moment: the first of a file has no time before it.
  const from = firstPointAfter(timeMs, startMs - 1e-6);
  const to = firstPointAfter(timeMs, endMs);
  const figures = new Map<string, LaneFigures>();
  for (const lane of lanes) {
    const own = figuresOf(columnOf(lane, series).subarray(from, to), lane.scale);
    if (own !== null) figures.set(lane.id, own);
  }
  return figures;
}

export interface LaneAmount {
  /** What a rate comes to in the span, in the lane's unit without its "/s". */
  readonly amount: number;
  /** How much of the span has samples, in seconds. */
  readonly seconds: number;
}

/** A sample tells of the time since the one before: only the part of that which lies in the span counts. */
export function laneAmount(
  lane: Lane,
  series: Series,
  { startMs, endMs }: Span,
): LaneAmount | null {
  const { timeMs } = series;
  const values = columnOf(lane, series);
  let [amount, seconds] = [0, 0];
  for (let at = firstPointAfter(timeMs, startMs); at < timeMs.length; ++at) {
    const fromMs = Math.max(startMs, timeMs[at - 1] ?? 0);
    const toMs = Math.min(endMs, timeMs[at] ?? 0);
    if (fromMs >= toMs) break;
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    amount += (value * lane.scale * (toMs - fromMs)) / 1000;
    seconds += (toMs - fromMs) / 1000;
  }
  return seconds === 0 ? null : { amount, seconds };
}

function figuresOf(values: Float64Array, scale: number): LaneFigures | null {
  let [least, most, sum, points] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
    sum += value;
    points += 1;
  }
  if (points === 0) return null;
  return { least: least * scale, most: most * scale, mean: (sum / points) * scale, points };
}
