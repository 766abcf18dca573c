/** What a log says of one recovery, a snapshot's or a database's own; what it does not say stays null. */

import type { Message } from "../messages/message.ts";
import { bound, type Edge, logged } from "./edges.ts";
import type { MessageOf } from "./follower.ts";

export interface ProgressMark {
  readonly atMs: number;
  readonly percent: number;
  readonly secondsRemaining: number;
}

type Progress = Omit<ProgressMark, "atMs">;

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
export type RecoveryMessage = MessageOf<(typeof recoveryKinds)[number]>;

const kindSet: ReadonlySet<string> = new Set(recoveryKinds);
export const isRecoveryMessage = (message: Message): message is RecoveryMessage =>
  kindSet.has(message.kind);

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
  figures: (MessageOf<"recoveryFigures"> & { readonly atMs: number }) | null = null;
  /** Trace flag 3400 is on. */
  stepsLogged = false;
  completedMs: number | null = null;
  lastSignMs = Number.NaN;

  take(atMs: number, message: RecoveryMessage): void {
    this.lastSignMs = atMs;
    switch (message.kind) {
      case "recoveryStarting":
        this.stepsLogged = true;
        return;
      case "analysisStarting":
        this.stepsLogged = true;
        this.analysisStart = logged(atMs);
        return;
      case "analysisProgress":
        this.#progress(atMs, 1, message);
        return;
      case "redoStarting":
        this.stepsLogged = true;
        this.redoStart = logged(atMs);
        return;
      case "recoveryEstimate":
        this.estimate = { redoBytes: message.redoBytes, undoRecords: message.undoRecords };
        return;
      case "recoveryProgress":
        this.#progress(atMs, message.phase, message);
        return;
      case "rolledForward":
      case "rolledBack":
        this[message.kind] = { atMs, transactions: message.transactions };
        return;
      case "recoveryCheckpoint":
        return;
      case "recoveryFigures":
        this.figures = { ...message, atMs };
        this.completedMs ??= atMs;
        return;
      case "recoveryCompleted":
        this.completedMs = atMs;
    }
  }

  /** Milliseconds that the parts of 3421 take together; null: it was not printed. */
  get printedMs(): number | null {
    if (this.figures === null) return null;
    const { analysisMs, redoMs, undoMs } = this.figures;
    return analysisMs + redoMs + undoMs;
  }

  /** Analysis or redo show, as with a database that opens they mostly do not. */
  get showsSteps(): boolean {
    return this.stepsLogged || this.analysisStart !== null || this.redoStart !== null;
  }

  #progress(atMs: number, phase: number, { percent, secondsRemaining }: Progress): void {
    if (phase === 1) this.analysisStart ??= bound(atMs);
    if (phase === 2) this.redoStart ??= bound(atMs);
    const marks = phase === 1 ? this.analysis : phase === 2 ? this.redo : this.undo;
    const mark = { atMs, percent, secondsRemaining };
    if (marks.length < maxProgressMarks) marks.push(mark);
    else marks[marks.length - 1] = mark;
  }
}
