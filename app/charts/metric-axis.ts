/** The axis of a metric's values. */
import type { Metric } from "../contract/metric.ts";
import { bareText, unitName } from "../domain/statistics/metric.ts";
import { formatTick } from "./tick-text.ts";
import type { ValueScale } from "./value-scale.ts";

const locale = "en-US";

/** Durations and bytes are written with the unit that fits each. */
export const axisUnit = ({ unit }: Metric): string =>
  unit === "duration" || unit === "bytes" ? "" : unit === "share" ? "%" : unitName(unit);

export function metricTick({ unit }: Metric, tick: number, { ticks, step }: ValueScale): string {
  if (tick === 0) return "0";
  const isWritten = unit === "duration" || unit === "bytes" || unit === "share";
  return isWritten ? bareText(unit, tick, ticks) : formatTick(tick, step, locale);
}
