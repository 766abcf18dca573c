/** A step of a guided series: a run, what it changed of the one before, what bounds it, and what came out. */
import type { Metric } from "./metric.ts";

export interface Step {
  readonly runId: string;
  /** What is different from the step before; null: the first. */
  readonly change: string | null;
  /** What bounds it, within a sentence: "the buffers of the backup"; null: nothing, or it did not complete. */
  readonly bound: string | null;
  /** What the series is about; null: the run has none, or did not complete. */
  readonly result: {
    readonly name: string;
    readonly unit: Metric["unit"];
    readonly value: number;
  } | null;
  /** What the operation went through in a second; null: it is about no pages. */
  readonly bytesPerSecond: number | null;
  /** How many times as fast as the first; null: one of them has no result. */
  readonly timesFirst: number | null;
}
