/** What a log says of one recovery, a snapshot's or a database's own; what it does not say stays null. */
import { bound, type Edge, logged } from "./edges.ts";
import type { EventOf } from "./follower.ts";

export interface ProgressMark {
  readonly atMs: number;
  readonly percent: number;
  readonly secondsRemaining: number;
}

export const recoveryKinds = [
  "recoveryStarting",
  "analysisStarting",
  "analysisProgress",
  "redoStarting",
  "recoveryEstimate",
  "recoveryProgress",
  "recoveryCompleted",
  "rolledForward",
  "rolledBack",
  "recoveryCheckpoint",
  "recoveryFigures",
] as const;
export type RecoveryEvent = EventOf<(typeof recoveryKinds)[number]>;

/** Progress is told every few seconds, for hours: further marks only move the last one. */
export const maxProgressMarks = 2000;

export class RecoveryTrace {
  analysisStart: Edge | null = null;
  readonly analysis: ProgressMark[] = [];
  redoStart: Edge | null = null;
  estimate: { readonly redoBytes: number; readonly undoRecords: number } | null = null;
  readonly redo: ProgressMark[] = [];
  readonly undo: ProgressMark[] = [];
  rolledForward: { readonly atMs: number; readonly transactions: number } | null = null;
  rolledBack: { readonly atMs: number; readonly transactions: number } | null = null;
  /** Message 3421, with its moment. */
  figures: EventOf<"recoveryFigures"> | null = null;
  /** Trace flag 3400 is on. */
  stepsLogged = false;
  completedMs: number | null = null;
  lastSignMs = Number.NaN;

  take(event: RecoveryEvent): void {
    const { atMs } = event;
    this.lastSignMs = atMs;
    switch (event.kind) {
      case "recoveryStarting":
        this.stepsLogged = true;
        return;
      case "analysisStarting":
        this.stepsLogged = true;
        this.analysisStart = logged(atMs);
        return;
      case "analysisProgress":
        this.analysisStart ??= bound(atMs);
        addMark(this.analysis, event);
        return;
      case "redoStarting":
        this.stepsLogged = true;
        this.redoStart = logged(atMs);
        return;
      case "recoveryEstimate":
        this.estimate = { redoBytes: event.redoBytes, undoRecords: event.undoRecords };
        return;
      case "recoveryProgress":
        this.#progress(event);
        return;
      case "rolledForward":
        this.rolledForward = { atMs, transactions: event.transactions };
        return;
      case "rolledBack":
        this.rolledBack = { atMs, transactions: event.transactions };
        return;
      case "recoveryCheckpoint":
        return;
      case "recoveryFigures":
        this.figures = event;
        this.completedMs ??= atMs;
        return;
      case "recoveryCompleted":
        this.completedMs = atMs;
    }
  }

  #progress(event: EventOf<"recoveryProgress">): void {
    if (event.phase === 1) {
      this.analysisStart ??= bound(event.atMs);
      addMark(this.analysis, event);
    } else if (event.phase === 2) {
      this.redoStart ??= bound(event.atMs);
      addMark(this.redo, event);
    } else {
      addMark(this.undo, event);
    }
  }
}

function addMark(marks: ProgressMark[], { atMs, percent, secondsRemaining }: ProgressMark): void {
  const mark = { atMs, percent, secondsRemaining };
  if (marks.length < maxProgressMarks) marks.push(mark);
  else marks[marks.length - 1] = mark;
}
