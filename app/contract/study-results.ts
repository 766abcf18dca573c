/** What a study comes to: `snapscope sweep --json` prints it, and the app draws it. */
import type { Center, Comparison } from "./comparison.ts";
import type { Metric } from "./metric.ts";

export interface PointResult {
  /** The value of each repeat; null where there is none (yet), or where its run failed. */
  readonly values: readonly (number | null)[];
  /** Repeats that have a value of the metric. */
  readonly runs: number;
  /** Null where there is none. */
  readonly center: Center | null;
  /** Against the first point, by pairs of one seed; null of that itself, and where there is no pair. */
  readonly comparison: Comparison | null;
  /** What the comparison comes to. */
  readonly sentence: string | null;
}

/** The straight line through the medians of the points, over the one parameter that is a number. */
export interface StudyLine {
  readonly slope: number;
  readonly intercept: number;
  /** 0 to 1. */
  readonly r2: number;
  /** linear: the line explains nearly all and misses no point; proportional: it is shown to begin near zero, too. */
  readonly claim: "proportional" | "linear" | "none";
  readonly sentence: string;
}

export interface MetricResult {
  readonly id: string;
  readonly metric: Metric;
  /** In the order of the study's points. */
  readonly points: readonly PointResult[];
  /** Null: no line can be laid through fewer than four points, or over what is no number. */
  readonly line: StudyLine | null;
}

/** Something of the scenario that differs between the points. */
export interface SweptParameter {
  /** The path that `--set` reads. */
  readonly path: string;
  /** What the form calls it, with its unit: "Users", "Think time, ms". */
  readonly label: string;
  /** The value of each point; numbers as they are, all else as text. */
  readonly values: readonly (number | string)[];
}

export interface StudyResults {
  readonly parameters: readonly SweptParameter[];
  /** All that its runs have values of; ask for one that is not among `metrics`. */
  readonly measured: readonly { readonly id: string; readonly metric: Metric }[];
  /** First of the metric that was named beforehand, else throughput; then of what users feel; then of what was asked for. */
  readonly metrics: readonly MetricResult[];
}
