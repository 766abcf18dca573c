/** What creations cost by a server's Perfmon files: in throughput, since response times they have not. */
import type { CaptureOverview } from "../../contract/capture.ts";
import type { CreationCost } from "../../contract/creation-cost.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { NoticedAct } from "../../domain/acts/noticed-act.ts";
import { noticedActs } from "../../domain/acts/noticed-acts.ts";
import { creationCost } from "../../domain/creation-cost/creation-cost.ts";
import {
  creationSpans,
  type WatchedCreation,
  watchedCreations,
} from "../../domain/creation-cost/creation-spans.ts";
import { usualInterval, withGaps } from "./series-gaps.ts";

/** The counter that costs are read from, as a series has it. */
export const costCounter = "transactionsPerSecond";

export const capturedCreations = ({
  phases,
  endMs,
}: Pick<CaptureOverview, "phases" | "endMs">): WatchedCreation[] =>
  watchedCreations(
    creationSpans(phases),
    { warmupMs: Number.NEGATIVE_INFINITY, endMs },
    noticedActs(phases),
  );

/**
 * `series`: what the files have of the time before the creation, in it and after it. `acts`: what else the
 * log tells of.
 */
export function capturedCost(
  creation: WatchedCreation,
  series: Series,
  acts: readonly NoticedAct[],
): CreationCost {
  const { timeMs, counters } = withGaps(series);
  const beginMs = timeMs[0] ?? creation.startMs;
  const { startMs, endMs } = creation.before;
  const samples = {
    beginMs,
    sampleMs: usualInterval([...series.timeMs]),
    timeMs,
    transactionsPerSecond: counters[costCounter] ?? new Float64Array(),
    latency: null,
  };
  // Before the first sample there is no time to compare with.
  const before = { startMs: Math.min(endMs, Math.max(startMs, beginMs)), endMs };
  return creationCost({ ...creation, before }, samples, "log", null, acts);
}
