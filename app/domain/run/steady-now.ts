/** Whether the load of a run under way is steady now. */
import { mostSteadySamples, steadyCounter } from "../comparison/steady-throughput.ts";
import { firstPointAfter } from "../series/points.ts";
import { steadyState } from "../statistics/warm-up.ts";
import type { Timeline } from "../timeline/timeline.ts";

type Known = Pick<Timeline, "series" | "bands" | "acts" | "warmupEndMs">;

/**
 * By MSER-5, over the newest samples since the run last did something else: its warm-up, an act, the end of a
 * creation, backup or outage. Checkpoints come again and again, and belong to a load that is steady.
 */
export function isSteadyNow({ series, bands, acts, warmupEndMs }: Known): boolean {
  let fromMs = warmupEndMs;
  for (const { transport, outcome, atMs } of acts) {
    if (!transport && outcome === "applied") fromMs = Math.max(fromMs, atMs);
  }
  for (const { row, endMs } of bands) {
    if (row === "normalCheckpoint") continue;
    if (endMs === null) return false;
    fromMs = Math.max(fromMs, endMs);
  }
  const { timeMs, counters } = series;
  const first = Math.max(firstPointAfter(timeMs, fromMs), timeMs.length - mostSteadySamples);
  const samples = (counters[steadyCounter] ?? new Float64Array())
    .subarray(first, timeMs.length)
    .filter((value) => !Number.isNaN(value));
  return samples.some((value) => value > 0) && steadyState(samples).kind === "steady";
}
