/** The samples by which a recording's steady state is found, and those of one run that lie in it. */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { DetectedSteady, SteadyState } from "../../contract/steady-state.ts";
import { formatTidyDuration } from "../format/times.ts";
import { steadyState } from "../statistics/warm-up.ts";

/** The counter that is looked at: what a run does, as one number a sample. */
export const steadyCounter = "transactionsPerSecond";

/**
 * The samples of a longer run are merged: MSER-5 makes means of them in any case, and a report has no
 * more, so that all who look at a run find the same.
 */
export const mostSteadySamples = 2000;

/** Transactions/sec of each sample after the warm-up, in order; what was not measured is left out. */
export interface ThroughputSamples {
  readonly warmupEndMs: number;
  /** Ends of the samples, ms from origin. */
  readonly timeMs: Float64Array;
  readonly values: Float64Array;
}

export const noThroughput: ThroughputSamples = {
  warmupEndMs: 0,
  timeMs: new Float64Array(),
  values: new Float64Array(),
};

export function throughputSamples(
  { counters, timeMs }: Series,
  warmupEndMs: number,
): ThroughputSamples {
  const values = counters[steadyCounter] ?? new Float64Array();
  const isMeasured = (at: number): boolean =>
    Number(timeMs[at]) > warmupEndMs && !Number.isNaN(values[at]);
  return {
    warmupEndMs,
    timeMs: timeMs.filter((_, at) => at < values.length && isMeasured(at)),
    values: values.filter((_, at) => isMeasured(at)),
  };
}

/** One sentence: from when on the run is steady, and who says so. */
export function steadySentence({ warmupEndMs, detected, chosenMs }: SteadyState): string {
  if (chosenMs !== null) {
    return `The steady state was set by hand, from ${formatTidyDuration(chosenMs)} on.`;
  }
  switch (detected.kind) {
    case "neverSteady":
      return detected.message;
    case "notMeasured":
      return "Nothing was measured after the warm-up, so there is no steady state to report.";
    case "steady": {
      const from =
        detected.fromMs > warmupEndMs
          ? `from ${formatTidyDuration(detected.fromMs)} on`
          : warmupEndMs > 0
            ? "from the end of its warm-up on"
            : "from its start on";
      return `Throughput was steady ${from}, by MSER-5.`;
    }
  }
}

export function detectSteady({ warmupEndMs, timeMs, values }: ThroughputSamples): DetectedSteady {
  if (values.length === 0) return { kind: "notMeasured" };
  const found = steadyState(values);
  if (found.kind === "neverSteady") return { kind: "neverSteady", message: found.message };
  // A sample covers the time since the one before it.
  return { kind: "steady", fromMs: timeMs[found.warmUp - 1] ?? warmupEndMs };
}

export const steadyStateOf = (
  samples: ThroughputSamples,
  chosenMs: number | null,
): SteadyState => ({
  warmupEndMs: samples.warmupEndMs,
  detected: detectSteady(samples),
  chosenMs,
});

/** Those that lie as a whole in what is from then on; null: there is no such time. */
export function steadySamples(
  { timeMs, values, warmupEndMs }: ThroughputSamples,
  fromMs: number | null,
): Float64Array | null {
  if (fromMs === null) return null;
  const first = timeMs.findIndex((_, at) => (timeMs[at - 1] ?? warmupEndMs) >= fromMs);
  return first < 0 ? values.subarray(values.length) : values.subarray(first);
}
