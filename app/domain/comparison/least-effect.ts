/** From which size on a difference matters. */
import type { Metric } from "../../contract/metric.ts";
import { resolutionMs } from "../series/latency-histogram.ts";
import { median, type Values } from "../statistics/quantiles.ts";

/**
 * A share of the base: what was asked for, and no less than the metric can tell. `base`: its values, of which some
 * may be missing.
 */
export function marginOf({ unit }: Metric, base: Values, leastEffect: number): number {
  const size = Math.abs(median(Float64Array.from(base).filter(Number.isFinite)));
  const resolution = unit === "milliseconds" && size > 0 ? resolutionMs(size) / size : 0;
  return Math.max(leastEffect, resolution);
}
