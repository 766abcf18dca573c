/** The axis of a metric's values. */
import type { Metric } from "../contract/metric.ts";
import { bareText, unitName } from "../domain/statistics/metric.ts";
import { formatTick } from "./tick-text.ts";
import { type ValueScale, valueScale } from "./value-scale.ts";

const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** Durations that are round: below, tens are. */
const roundTimes = [
  ...[15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 6, 12, 24].map((count) => count * hour),
];

/** A scale whose steps are round in the metric's unit: minutes, not hundreds of seconds. */
export const metricScale = ({ unit }: Metric, values: readonly number[]): ValueScale =>
  valueScale(values, unit === "duration" ? roundTimes : []);

/** Durations and bytes are written with the unit that fits each. */
export const axisUnit = ({ unit }: Metric): string =>
  unit === "duration" || unit === "bytes" ? "" : unit === "share" ? "%" : unitName(unit);

export function metricTick({ unit }: Metric, tick: number, { ticks, step }: ValueScale): string {
  if (tick === 0) return "0";
  const isWritten = unit === "duration" || unit === "bytes" || unit === "share";
  return isWritten ? bareText(unit, tick, ticks) : formatTick(tick, step);
}
