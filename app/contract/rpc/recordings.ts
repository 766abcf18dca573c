/**
 * Recordings: what was measured, wherever it comes from. A run of the library and files of a server
 * that were opened together are asked the same questions and give the same answers; what one of them
 * has not is absent. Times are milliseconds from the overview's `origin`.
 */
import * as z from "zod";
import type { Advice } from "../advice.ts";
import type { CaptureOverview } from "../capture.ts";
import type { CreationCost } from "../creation-cost.ts";
import type { RunEvent } from "../events.ts";
import type { Result } from "../result.ts";
import type { Step } from "../step.ts";
import type {
  ReadingProgress,
  RecordFacets,
  RecordFilter,
  RecordHits,
  RecordRows,
  TextQuery,
} from "./records.ts";
import type { RunDetails, Series, SpanResponses, TimelineEvent } from "./timeline-data.ts";

export const recordingKinds = ["run", "capture"] as const;

/** Which recording: a run by its id in the library, a capture by the id that opening it gave. */
export const recordingRefSchema = z.strictObject({
  kind: z.enum(recordingKinds),
  id: z.uuid(),
});
export type RecordingRef = z.infer<typeof recordingRefSchema>;

/**
 * All that is known of a recording but for its records and samples, which are asked for in parts. The
 * findings, marks and figures of a run are those of its ERRORLOG, which is read like any other.
 */
export interface RecordingOverview extends CaptureOverview {
  /** What a person calls it: the name of a run, the names of files. */
  readonly title: string;
  /** What was asked of an engine, and how it ended; null: a server's files. */
  readonly run: RunDetails | null;
  /** What was asked of it meanwhile, the sizes of its snapshots, and its changes of state. */
  readonly events: readonly TimelineEvent[];
  /** Where a run under way will end; null: nothing more is to come. */
  readonly plannedEndMs: number | null;
  readonly warmupEndMs: number;
}

/** `overview` is null in pieces that only tell of progress. The last piece is not "reading". */
export interface RecordingUpdate {
  readonly progress: ReadingProgress;
  readonly overview: RecordingOverview | null;
}

interface OfRecording {
  readonly recording: RecordingRef;
}

interface OfRecords extends OfRecording {
  readonly filter: RecordFilter;
}

export interface SeriesQuestion extends OfRecording {
  /** By `CapturedCounter.id`. */
  readonly counters: readonly string[];
  /** Whether waits over time are wanted too. */
  readonly waits: boolean;
  /** At most so many points. */
  readonly points: number;
  /** A point before and one that ends after the span are part of the answer. */
  readonly fromMs?: number;
  readonly toMs?: number;
}

export interface ResponsesQuestion extends OfRecording {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Null: all of it after the warm-up. */
export interface AdviceQuestion extends OfRecording {
  readonly span: { readonly startMs: number; readonly endMs: number } | null;
}

/** What a batch tells of pushes, as it came: what it explains, and its section of push records. */
export interface PushBatch {
  /** The number of the batch in its run. */
  readonly seq: number;
  readonly events: readonly Extract<
    RunEvent,
    { kind: "pushTarget" | "pushTargetEnd" | "extentOwners" }
  >[];
  readonly pushes?: Uint8Array;
}

/** A piece of the push records of a recording, in order. */
export interface PushPiece {
  readonly batches: readonly PushBatch[];
  /** True in the last piece. */
  readonly ended: boolean;
}

export interface RecordingsService {
  /** Reads it if need be; pieces come as it is read, at growing distances; ends with the reading. */
  watch(recording: RecordingRef, signal: AbortSignal): AsyncIterable<RecordingUpdate>;
  /** Ends the reading; what was read stays. */
  cancel(recording: RecordingRef): Promise<Result<null>>;
  rows(
    request: OfRecords & { readonly from: number; readonly count: number },
    signal?: AbortSignal,
  ): Promise<Result<RecordRows>>;
  facets(recording: RecordingRef, signal?: AbortSignal): Promise<Result<RecordFacets>>;
  hits(
    request: OfRecords & { readonly query: TextQuery },
    signal?: AbortSignal,
  ): Promise<Result<RecordHits>>;
  /** The first row after `row` (or before it) that the query matches; null: none. */
  nextHit(
    request: OfRecords & {
      readonly query: TextQuery;
      readonly row: number;
      readonly backwards: boolean;
    },
    signal?: AbortSignal,
  ): Promise<Result<number | null>>;
  /** The row of a record in a filter; if it is filtered out, of the first record after it. */
  rowOf(
    request: OfRecords & { readonly record: number },
    signal?: AbortSignal,
  ): Promise<Result<number>>;
  /** The first row at or after a moment. */
  rowAt(
    request: OfRecords & { readonly atMs: number },
    signal?: AbortSignal,
  ): Promise<Result<number>>;
  /** Samples on one time axis; NaN where a counter has no value. */
  series(question: SeriesQuestion, signal?: AbortSignal): Promise<Result<Series>>;
  /** Response times over a span; null: they were not measured, as in files of a server. */
  responses(
    question: ResponsesQuestion,
    signal?: AbortSignal,
  ): Promise<Result<SpanResponses | null>>;
  /** Which pages got into sparse files; of a run under way on to its end. Files of a server have none. */
  pushes(recording: RecordingRef, signal: AbortSignal): AsyncIterable<PushPiece>;
  /** What each creation of a snapshot cost, in order of time. */
  creationCosts(recording: RecordingRef): Promise<Result<readonly CreationCost[]>>;
  /** Where its bottleneck is, and what it speaks for changing. */
  advice(question: AdviceQuestion, signal?: AbortSignal): Promise<Result<Advice>>;
  /** The guided series that a run is the last step of, from its first run on; one step: it is of none. */
  steps(recording: RecordingRef, signal?: AbortSignal): Promise<Result<readonly Step[]>>;
}
