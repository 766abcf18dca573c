/**
 * Response times of several runs, or of several types of transactions, as one histogram: of the counts
 * that their summaries have. The only way to a percentile of more than one of them.
 */
import { failure, type Result, success } from "../../contract/result.ts";
import type { Summary } from "../../contract/summary.ts";
import { LatencyHistogram, layout } from "./latency-histogram.ts";

export type RecordedHistogram = NonNullable<Summary["transactions"]["byType"][number]["histogram"]>;

/** Fails where one of them has buckets of another layout: its counts cannot be added to the others'. */
export function mergedHistogram(recorded: Iterable<RecordedHistogram>): Result<LatencyHistogram> {
  const merged = new LatencyHistogram();
  for (const { counts, lowest, highest, significantFigures } of recorded) {
    if (
      lowest !== layout.lowest ||
      highest !== layout.highest ||
      significantFigures !== layout.significantFigures
    ) {
      return failure(
        "badInput",
        `Response times cannot be merged: a summary's histogram reaches from ${lowest} to ${highest} µs with ` +
          `${significantFigures} significant figures, but it takes ${layout.lowest} to ${layout.highest} µs with ` +
          `${layout.significantFigures}. Run it again with this version.`,
      );
    }
    merged.add(Float64Array.from(counts.flat()));
  }
  return success(merged);
}
