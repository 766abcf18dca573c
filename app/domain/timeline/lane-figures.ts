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
