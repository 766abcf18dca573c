/** What a log says of one recovery, a snapshot's or a database's own; what it does not say stays null. */

import type { Message } from "../messages/message.ts";
import { bound, type Edge, logged } from "./edges.ts";
import type { MessageOf } from "./follower.ts";

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
        this.analysisStart ??= bound(atMs);
        addMark(this.analysis, atMs, message);
        return;
      case "redoStarting":
        this.stepsLogged = true;
        this.redoStart = logged(atMs);
        return;
      case "recoveryEstimate":
        this.estimate = { redoBytes: message.redoBytes, undoRecords: message.undoRecords };
        return;
      case "recoveryProgress":
        this.#progress(atMs, message);
        return;
      case "rolledForward":
        this.rolledForward = { atMs, transactions: message.transactions };
        return;
      case "rolledBack":
        this.rolledBack = { atMs, transactions: message.transactions };
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

  #progress(atMs: number, message: MessageOf<"recoveryProgress">): void {
    if (message.phase === 1) {
      this.analysisStart ??= bound(atMs);
      addMark(this.analysis, atMs, message);
    } else if (message.phase === 2) {
      this.redoStart ??= bound(atMs);
      addMark(this.redo, atMs, message);
    } else {
      addMark(this.undo, atMs, message);
    }
  }
}

function addMark(
  marks: ProgressMark[],
  atMs: number,
  { percent, secondsRemaining }: Omit<ProgressMark, "atMs">,
): void {
  const mark = { atMs, percent, secondsRemaining };
  if (marks.length < maxProgressMarks) marks.push(mark);
  else marks[marks.length - 1] = mark;
}
