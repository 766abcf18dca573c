/**
 * What a timeline is made of, on its way to a UI: columns of samples, and events. It has one shape for
 * a run that is under way (in pieces) and for one of the library (at once). Times are milliseconds
 * of engine time from `origin`.
 */
import type { RunEvent } from "../events.ts";
import type { Scenario } from "../scenario.ts";
import type { Summary } from "../summary.ts";
import type { RunEntry } from "./runs.ts";

export interface WaitSeries {
  /** Waits that ended in the span of the point. */
  readonly tasks: Float64Array;
  readonly waitMs: Float64Array;
  readonly signalMs: Float64Array;
}

/** How busy a part of a device or link was. */
export interface PartSeries {
  /** What serves at once. */
  readonly units: number;
  /** Units that served, on the average of the point's span. */
  readonly serving: Float64Array;
  /** I/Os that waited for one. */
  readonly waiting: Float64Array;
}

/**
 * Columns of equal length. A point covers the time since the one before it; where samples were
 * merged, rates and gauges are means weighted by time, waits are sums, and percentiles come from
 * merged histograms.
 */
export interface Series {
  /** End of each point's span. */
  readonly timeMs: Float64Array;
  /** By id of the catalogue; absent are those that the version which recorded did not have. */
  readonly counters: Readonly<Record<string, Float64Array>>;
  /** By wait type; only those that occurred. */
  readonly waits: Readonly<Record<string, WaitSeries>>;
  /** By part of a device or link; absent: nothing is known of devices, as of real files. */
  readonly utilisation?: Readonly<Record<string, PartSeries>>;
  /** Response time over all transactions of the span; NaN where none ended. */
  readonly p99Ms: Float64Array;
  /** Its mean; a run under way is shown without. */
  readonly meanMs?: Float64Array;
  /** Most samples that went into one point; 1 means as measured. */
  readonly samplesPerPoint: number;
}

/**
 * Response times of the transactions that ended in a span, of all types together, from the histograms
 * of its samples merged. A sample that lies partly in the span counts for that part of it.
 */
export interface SpanResponses {
  /** No whole number where a sample was counted in part. */
  readonly count: number;
  /** Null where none ended. */
  readonly meanMs: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

/** Events without those of each sample, which the series hold, and without owners of extents. */
export type TimelineEvent = Exclude<RunEvent, { kind: "latency" | "utilisation" | "extentOwners" }>;

export const isTimelineEvent = (event: RunEvent): event is TimelineEvent =>
  event.kind !== "latency" && event.kind !== "utilisation" && event.kind !== "extentOwners";

/** What the library knows of a run without a look at its recording. */
export interface RunDetails {
  readonly entry: RunEntry;
  readonly scenario: Scenario;
  /** Null while it runs, and for runs that have none: failed by a crash, or interrupted. */
  readonly summary: Summary | null;
  readonly origin: string;
}

/** A run of the library, or the part of it that was recorded. */
export interface RecordedTimeline extends RunDetails {
  readonly series: Series;
  readonly events: readonly TimelineEvent[];
}

/**
 * A piece of a run under way. A reader that falls behind gets fewer, larger pieces with merged
 * points; commands and ends of phases are never left out. Where there are many ERRORLOG records a piece
 * has the newest: all of them are in the recording.
 */
export interface LiveUpdate {
  readonly entry: RunEntry;
  /** Replaces everything that came before it: the first piece, and after a reconnection. */
  readonly restart: boolean;
  readonly origin: string;
  readonly series: Series;
  readonly events: readonly TimelineEvent[];
  /** Records of the ERRORLOG that came before those of `events` and are left out. */
  readonly recordsLeftOut: number;
  /** The last piece carries how it ended. */
  readonly summary: Summary | null;
  /** True in the last piece. */
  readonly ended: boolean;
}
