/** Whether the load of a run under way is steady now. */
import { detectSteady, throughputSamples } from "../comparison/steady-throughput.ts";
import type { Timeline } from "../timeline/timeline.ts";

type Known = Pick<Timeline, "series" | "bands" | "acts" | "warmupEndMs">;

/**
 * By MSER-5, over what came since the run last did something else: its warm-up, an act, the end of a
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
  const samples = throughputSamples(series, fromMs);
  return samples.values.some((value) => value > 0) && detectSteady(samples).kind === "steady";
}
