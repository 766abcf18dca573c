/**
 * Follows the creations of snapshots through a log, interleaved as they may be. Up to "Starting up
 * database" the messages name files, not the snapshot: there a creation is tied by the session that
 * writes them. From then on every message names the database, and is tied by that.
 */
import type { LogEvent } from "./events.ts";

/** A moment and the line it comes from. */
export interface Mark {
  readonly atMs: number;
  /** The log says so; otherwise it had happened by then. */
  readonly logged: boolean;
}

export interface ProgressMark {
  readonly atMs: number;
  readonly percent: number;
  readonly secondsRemaining: number;
}

export interface FlushFigures {
  readonly buffers: number;
  readonly writes: number;
  readonly durationMs: number;
  readonly avoided: number;
}

export interface Flush extends FlushFigures {
  readonly atMs: number;
}

/** What the log says of one creation; what it does not say stays null. */
export interface Creation {
  snapshot: string | null;
  readonly files: string[];
  readonly filesStartMs: number;
  filesEndMs: number | null;
  readonly checkpoints: Flush[];
  openedMs: number | null;
  openedFiles: number;
  startupMs: number | null;
  analysisStart: Mark | null;
  readonly analysis: ProgressMark[];
  redoStart: Mark | null;
  estimate: { readonly redoBytes: number; readonly undoRecords: number } | null;
  readonly redo: ProgressMark[];
  readonly undo: ProgressMark[];
  completedMs: number | null;
}

export interface FollowedLog {
  readonly creations: readonly Creation[];
  /** Checkpoints that belong to no creation. */
  readonly automaticCheckpoints: readonly Flush[];
}

const newCreation = (filesStartMs: number): Creation => ({
  snapshot: null,
  files: [],
  filesStartMs,
  filesEndMs: null,
  checkpoints: [],
  openedMs: null,
  openedFiles: 0,
  startupMs: null,
  analysisStart: null,
  analysis: [],
  redoStart: null,
  estimate: null,
  redo: [],
  undo: [],
  completedMs: null,
});

export function followCreations(events: readonly LogEvent[]): FollowedLog {
  const follower = new Follower();
  for (const event of events) follower.take(event);
  return follower.result();
}

class Follower {
  readonly #creations: Creation[] = [];
  readonly #automatic: Flush[] = [];
  /** Creations whose snapshot has no name yet, by the session that creates it. */
  readonly #unnamed = new Map<string, Creation>();
  /** Creations under recovery, by the snapshot's name. */
  readonly #recovering = new Map<string, Creation>();

  result(): FollowedLog {
    return { creations: this.#creations, automaticCheckpoints: this.#automatic };
  }

  take(event: LogEvent): void {
    switch (event.kind) {
      case "other":
        return;
      case "creatingFile":
        this.#creating(event.source, event.atMs).files.push(event.path);
        return;
      case "closingFile":
        this.#closing(event.source, event.atMs);
        return;
      case "openingFile":
        this.#opening(event.source, event.atMs);
        return;
      case "flushCache":
        this.#flushed(event);
        return;
      case "startingUp":
        this.#startingUp(event.source, event.database, event.atMs);
        return;
      default: {
        const creation = this.#recovering.get(event.database);
        if (creation !== undefined) this.#recovery(creation, event);
      }
    }
  }

  /** A session that creates a file after it opened some has begun another creation. */
  #creating(source: string, atMs: number): Creation {
    const current = this.#unnamed.get(source);
    if (current !== undefined && current.openedMs === null) return current;
    const creation = newCreation(atMs);
    this.#creations.push(creation);
    this.#unnamed.set(source, creation);
    return creation;
  }

  #closing(source: string, atMs: number): void {
    const creation = this.#unnamed.get(source);
    if (creation !== undefined && creation.openedMs === null) creation.filesEndMs = atMs;
  }

  /** The snapshot is armed once the last of its files is open. */
  #opening(source: string, atMs: number): void {
    const creation = this.#unnamed.get(source);
    if (creation === undefined) return;
    creation.openedMs = atMs;
    creation.openedFiles += 1;
  }

  /** The checkpoint of a creation is written by its session, after its files and before they open. */
  #flushed(event: Flush & { readonly source: string }): void {
    const { atMs, buffers, writes, durationMs, avoided } = event;
    const creation = this.#unnamed.get(event.source);
    const own = creation !== undefined && creation.openedMs === null;
    (own ? creation.checkpoints : this.#automatic).push({
      atMs,
      buffers,
      writes,
      durationMs,
      avoided,
    });
  }

  /** Without files of its own it is an ordinary database that starts, not a snapshot. */
  #startingUp(source: string, database: string, atMs: number): void {
    const creation = this.#unnamed.get(source);
    if (creation === undefined) return;
    this.#unnamed.delete(source);
    creation.snapshot = database;
    creation.startupMs = atMs;
    this.#recovering.set(database, creation);
  }

  #recovery(creation: Creation, event: RecoveryEvent): void {
    const { atMs } = event;
    switch (event.kind) {
      case "recoveryStarting":
        return;
      case "analysisStarting":
        creation.analysisStart = { atMs, logged: true };
        return;
      case "analysisProgress":
        creation.analysisStart ??= { atMs, logged: false };
        creation.analysis.push(progressMark(event));
        return;
      case "redoStarting":
        creation.redoStart = { atMs, logged: true };
        return;
      case "recoveryEstimate":
        creation.estimate = { redoBytes: event.redoBytes, undoRecords: event.undoRecords };
        return;
      case "recoveryProgress":
        if (event.phase === 2) creation.redoStart ??= { atMs, logged: false };
        if (event.phase === 2) creation.redo.push(progressMark(event));
        if (event.phase === 3) creation.undo.push(progressMark(event));
        return;
      case "recoveryCompleted":
        creation.completedMs = atMs;
        this.#recovering.delete(event.database);
    }
  }
}

type RecoveryEvent = Exclude<
  LogEvent,
  { kind: "other" | "creatingFile" | "closingFile" | "openingFile" | "flushCache" | "startingUp" }
>;

const progressMark = ({ atMs, percent, secondsRemaining }: ProgressMark): ProgressMark => ({
  atMs,
  percent,
  secondsRemaining,
});
