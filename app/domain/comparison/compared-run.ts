/** A run, as comparisons look at it. */
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Summary } from "../../contract/summary.ts";

export interface ComparedRun {
  readonly summary: Summary;
  /** Transactions/sec of each sample after the warm-up, in order: as they were measured, not merged. */
  readonly throughput: Float64Array;
}

/** `series`: of the whole run, at full resolution. */
export function comparedRun(summary: Summary, series: Series): ComparedRun {
  const { warmupMs } = summary.run;
  const values = series.counters.transactionsPerSecond ?? new Float64Array();
  return { summary, throughput: values.filter((_, at) => Number(series.timeMs[at]) > warmupMs) };
}
