/** Where a lane is highest, and for how long it was nearly so. */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { firstPointAfter } from "../series/points.ts";
import { columnOf, type Lane } from "./lanes.ts";
import type { Span } from "./span.ts";

/** The time around the highest value in which no value was below this share of it. */
const shareOfPeak = 0.5;

/** Within a view; null: there is no value above zero. */
export function peakOf(lane: Lane, series: Series, view: Span): Span | null {
  const { timeMs } = series;
  const values = columnOf(lane, series);
  const first = firstPointAfter(timeMs, view.startMs);
  const end = Math.min(firstPointAfter(timeMs, view.endMs) + 1, values.length);
  let [peak, highest] = [-1, 0];
  for (let point = first; point < end; ++point) {
    const value = values[point] ?? Number.NaN;
    if (value > highest) [peak, highest] = [point, value];
  }
  if (peak < 0) return null;
  const isHigh = (point: number): boolean => (values[point] ?? 0) >= highest * shareOfPeak;
  let [from, to] = [peak, peak];
  while (from > first && isHigh(from - 1)) --from;
  while (to + 1 < end && isHigh(to + 1)) ++to;
  return { startMs: timeMs[from - 1] ?? 0, endMs: timeMs[to] ?? 0 };
}
