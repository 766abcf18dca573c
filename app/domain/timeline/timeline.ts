/**
 * The timeline: the one model that the player shows, whether a run under way, a recorded run or a
 * real log is behind it. Times are milliseconds from `originMs`, a clock without zones.
 */
import type { PhaseName, TimeSource } from "../../contract/phase.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";

/** Rows of the phase chart, top down. */
export const bandRows = [
  "command",
  "files",
  "checkpoint",
  "startup",
  "analysis",
  "redo",
  "undo",
  "normalCheckpoint",
] as const;
export type BandRow = (typeof bandRows)[number];

export interface Band {
  /** Stable while the timeline grows: row, snapshot and ordinal. */
  readonly id: string;
  readonly row: BandRow;
  /** Null for the row of the command, which spans a whole creation. */
  readonly phase: PhaseName | null;
  readonly snapshot: string | null;
  readonly startMs: number;
  /** Null while it goes on, or where a log breaks off. */
  readonly endMs: number | null;
  readonly startSource: TimeSource;
  readonly endSource: TimeSource | null;
  /** `open` and `complete`: a moment, not a span. */
  readonly instant: boolean;
  /** 0 to 1, of a phase that goes on and tells. */
  readonly progress: number | null;
  readonly figures: Readonly<Record<string, unknown>>;
}

/** The start of a snapshot's analysis: what was committed before it is in the snapshot. */
export interface AsOf {
  readonly snapshot: string;
  readonly atMs: number;
}

/** Something that was asked of the run: by its timeline or by hand. */
export interface Act {
  readonly id: string;
  readonly atMs: number;
  /** "create snapshot before_batch", "users 400". */
  readonly label: string;
  readonly outcome: "applied" | "refused";
  readonly message: string | null;
}

export interface TimelineRecord {
  /** Position in the log, from 0. */
  readonly index: number;
  readonly line: number;
  readonly atMs: number;
  /** Since the record before it; null for the first. May be negative where a clock stepped back. */
  readonly sinceMs: number | null;
  readonly source: string;
  readonly text: string;
  /** What the ERRORLOG reader made of it; "other" when it knows no more. */
  readonly kind: string;
  /** The phase that it belongs to, if any, and its band. */
  readonly phase: PhaseName | null;
  readonly bandId: string | null;
}

export interface SnapshotTrack {
  readonly name: string;
  readonly points: readonly {
    readonly atMs: number;
    readonly pagesPushed: number;
    readonly sizeOnDiskBytes: number;
  }[];
  readonly dropped: boolean;
}

export interface RunState {
  readonly state: "warmup" | "running" | "paused" | "creating" | "verifying" | "ended";
  readonly atMs: number;
  /** Engine seconds per second; 0: as fast as it goes. Null: not told. */
  readonly pace: number | null;
}

export interface Timeline {
  readonly kind: "run" | "log";
  /** Local time of 0 ms, as milliseconds since 1970 of a clock without zones. */
  readonly originMs: number;
  /** How far it is known: of the last sample, record or end of a band. */
  readonly endMs: number;
  /** Where a run will end; null for a log. */
  readonly plannedEndMs: number | null;
  readonly warmupEndMs: number;
  readonly series: Series;
  readonly bands: readonly Band[];
  readonly asOf: readonly AsOf[];
  readonly acts: readonly Act[];
  readonly records: readonly TimelineRecord[];
  readonly snapshots: readonly SnapshotTrack[];
  readonly state: RunState | null;
}

/** A stretch of the timeline in which nothing is logged: "skip idle" jumps over it. */
export interface IdleSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** Whether more of it is to come. */
export const goesOn = ({ plannedEndMs, state }: Timeline): boolean =>
  plannedEndMs !== null && state?.state !== "ended";
