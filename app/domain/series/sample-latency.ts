/** The response times that a telemetry frame brings, sample by sample. */
import type { RunEvent } from "../../contract/events.ts";
import type { Frame } from "../../contract/frame.ts";
import type { Buckets } from "./latency-histogram.ts";

/** Histograms over all types of transaction, by the time of the sample that each was sent with. */
export const latencyBySample = ({ events }: Frame): ReadonlyMap<number, Buckets> =>
  new Map(events.flatMap(latencyOf));

function latencyOf(event: RunEvent): [number, Buckets][] {
  if (event.kind !== "latency" || event.type !== "all" || event.buckets === undefined) return [];
  if (event.buckets.length === 0) return [];
  return [[event.atMs, Float64Array.from(event.buckets.flat())]];
}
