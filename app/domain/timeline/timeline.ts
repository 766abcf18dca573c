/**
 * The timeline: the one model that the player shows, whether a run under way or a recording is behind
 * it. Times are milliseconds from `originMs`, a clock without zones.
 */
import type { Bookmark } from "../../contract/bookmarks.ts";
import type { PhaseName, TimeSource } from "../../contract/phase.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Break, BreakHit } from "../run/breaks.ts";

/** Rows of the phase chart that belong to the creation of a snapshot, top down. */
export const creationRows = [
  "command",
  "files",
  "checkpoint",
  "startup",
  "analysis",
  "redo",
  "undo",
  "flush",
] as const;

/** What else a server does. Rows of a log in which nothing of it happens are not shown. */
export const activityRows = [
  "serverStart",
  "recovery",
  "recoverySteps",
  "backup",
  "restore",
  "restoreSteps",
  "consistencyCheck",
  "revert",
  "logGrowth",
  "tableUpdate",
  "tableScan",
  "indexRebuild",
  "indexCreation",
  "selectInto",
  "dropTable",
  "pageDamage",
  "arraySnapshot",
  "ioFreeze",
  "longIo",
  "latchTimeout",
  "stackDump",
] as const;

/** Rows of the phase chart, top down. */
export const bandRows = [...creationRows, "normalCheckpoint", ...activityRows] as const;
export type BandRow = (typeof bandRows)[number];

/** Rows of steps: each lies within a band of the row above, which stands for both where one would cover the other. */
export const innerRows: ReadonlySet<BandRow> = new Set<BandRow>(["recoverySteps", "restoreSteps"]);

/** Rows that a run shows from its start: what it is about. */
export const rowsOfRun: readonly BandRow[] = [...creationRows, "normalCheckpoint"];

/** Rows that every creation fills: logs know no final flush. */
export const rowsOfCreation: readonly BandRow[] = rowsOfRun.filter((row) => row !== "flush");

export interface Band {
  /** Stable while the timeline grows: row, snapshot and ordinal. */
  readonly id: string;
  readonly row: BandRow;
  /** Null for the row of the command, which spans a whole creation. */
  readonly phase: PhaseName | null;
  readonly snapshot: string | null;
  /** The database of what is no creation, where the source names it. */
  readonly database?: string | null;
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

/** Something that was asked of the run, by its timeline or by hand, or that its array has done by itself. */
export interface Act {
  readonly id: string;
  readonly atMs: number;
  /** "create snapshot before_batch", "users 400". */
  readonly label: string;
  /** The command's kind: "createSnapshot". */
  readonly kind: string;
  /** The command that was given, which may be one of a newer version, or the event that tells of the array. */
  readonly command: Readonly<Record<string, unknown>> & { readonly kind: string };
  /** The name of the snapshot, table or backup; null: the command has none. */
  readonly name: string | null;
  /** How it is watched, not what it does: pause, resume, step, pace. */
  readonly transport: boolean;
  readonly outcome: "applied" | "refused";
  readonly message: string | null;
}

/** What a run under way is going to do, by its plan. */
export interface PlannedAct extends Pick<Act, "id" | "atMs" | "label"> {}

/** A moment of a log that is worth a mark: a severe error, a start of the server. */
export interface Mark {
  readonly id: string;
  readonly atMs: number;
  /** Index of the record that tells of it. */
  readonly record: number;
  readonly kind: string;
  /** The severity of the error, 1 to 25; null: no error. */
  readonly severity: number | null;
  /** "Error 5128: the sparse file is full". */
  readonly title: string;
}

export interface TimelineRecord {
  /** Position in the log, or among all records of several logs, from 0. */
  readonly index: number;
  /** Position of its file among those that were opened together; null: there is only the one. */
  readonly file: number | null;
  readonly line: number;
  /** Null for lines that belong to no record, and records that were copied without their times. */
  readonly atMs: number | null;
  /** Since the record before it; null for the first. May be negative where a clock stepped back. */
  readonly sinceMs: number | null;
  readonly source: string;
  readonly text: string;
  /** What the ERRORLOG reader made of it; "other" when it knows no more. */
  readonly kind: string;
  /** The phase that it tells of, if any; in which band it lies, its time says: see `belongsTo`. */
  readonly phase: PhaseName | null;
  /** Database or snapshot that it names. */
  readonly database: string | null;
  /** The error that the record states or explains. */
  readonly error: RecordError | null;
  /** Only the beginning of a long text. */
  readonly cut: boolean;
}

export interface RecordError {
  readonly number: number;
  readonly severity: number;
  readonly state: number;
}

export interface SnapshotTrack {
  readonly name: string;
  readonly points: readonly {
    readonly atMs: number;
    readonly pagesPushed: number;
    readonly sizeOnDiskBytes: number;
  }[];
  readonly dropped: boolean;
  /** When it became suspect; absent: it is not. */
  readonly lostMs?: number | undefined;
}

export interface RunState {
  readonly state:
    | "warmup"
    | "running"
    | "paused"
    | "creating"
    | "restarting"
    | "reverting"
    | "restoring"
    | "verifying"
    | "ended";
  readonly atMs: number;
  /** Engine seconds per second; 0: as fast as it goes. Null: not told. */
  readonly pace: number | null;
  /** It was told to go on to the next phase, and pauses there. */
  readonly stepping: boolean;
  /** The break that it is paused at; null: it is not, or was told to pause. */
  readonly brokeOn: BreakHit | null;
}

/** Another timeline laid over this one, to compare the two. */
export interface TimelineOverlay {
  readonly name: string;
  readonly timeline: Timeline;
  /** What is added to its times to have those of the timeline below it. */
  readonly shiftMs: number;
}

export interface Timeline {
  /** What its clock is called above the charts: "Engine time". */
  readonly timeTitle: string;
  /** The moment that times are told from, as of recordings that are aligned on it; absent: they are told on the clock. */
  readonly zeroMs?: number | undefined;
  /** Rows of the phase chart that are shown though nothing is in them, or not yet. */
  readonly alwaysRows: readonly BandRow[];
  /** Room left and right of what is known, as a share of it, so that nothing sticks to an edge. */
  readonly marginShare: number;
  /** Local time of 0 ms, as milliseconds since 1970 of a clock without zones. */
  readonly originMs: number;
  /** How far it is known: of the last sample, record or end of a band. */
  readonly endMs: number;
  /** Where a run will end; null for a capture. */
  readonly plannedEndMs: number | null;
  readonly warmupEndMs: number;
  readonly series: Series;
  readonly bands: readonly Band[];
  readonly asOf: readonly AsOf[];
  readonly acts: readonly Act[];
  /** What it is yet going to do; absent: it is over, or nobody asks. */
  readonly planned?: readonly PlannedAct[];
  /** What somebody has bookmarked of it, in order of time; absent: nothing, or nobody asks. */
  readonly bookmarks?: readonly Bookmark[];
  /** In order of time. */
  readonly marks: readonly Mark[];
  readonly snapshots: readonly SnapshotTrack[];
  readonly state: RunState | null;
  /** What it is to pause at by itself, in the order in which it was told; absent: nothing can be told. */
  readonly breaks?: readonly Break[];
  readonly overlay: TimelineOverlay | null;
}

/** A stretch of the timeline in which nothing is logged: "skip idle" jumps over it. */
export interface IdleSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** Whether more of it is to come. */
export const goesOn = ({ plannedEndMs, state }: Timeline): boolean =>
  plannedEndMs !== null && state?.state !== "ended";
