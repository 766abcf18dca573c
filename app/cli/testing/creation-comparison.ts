/**
 * A creation beside another one that was measured: the phases, the gaps between them, what the
 * checkpoint and the estimates say, and the rates that lengths of the log are taken out of.
 */
import type { CreationPhaseName, Phase } from "../../contract/phase.ts";

export type CreationFigure =
  | "checkpointSeconds"
  | "buffers"
  | "writes"
  | "gapToOpenSeconds"
  | "gapToStartupSeconds"
  | "analysisSeconds"
  | "redoSeconds"
  | "undoSeconds"
  | "redoBytes"
  | "undoRecords"
  | "bytesPerRecord"
  | "recordsPerSecond"
  | "analysisSecondsPerMB"
  | "redoSecondsPerMB";

/** What people call them. */
export const creationFigureTitles: Readonly<Record<CreationFigure, string>> = {
  checkpointSeconds: "checkpoint, s",
  buffers: "buffers written by it",
  writes: "writes that it took",
  gapToOpenSeconds: "gap to the files' opening, s",
  gapToStartupSeconds: "gap to the start-up, s",
  analysisSeconds: "analysis, s",
  redoSeconds: "redo, s",
  undoSeconds: "undo, s",
  redoBytes: "redo estimate, bytes",
  undoRecords: "undo estimate: log records from the checkpoint's begin to the split",
  bytesPerRecord: "log bytes a record",
  recordsPerSecond: "log records a second, from the checkpoint's begin to the split",
  analysisSecondsPerMB: "analysis, s per MB of log",
  redoSecondsPerMB: "redo, s per MB of log",
};

export interface ComparedFigure {
  readonly figure: CreationFigure;
  readonly measured: number;
  /** True if the log of the measured one only says that it was no more. */
  readonly atMost: boolean;
  readonly run: number;
  readonly ratio: number;
  /** The ratio lies between a half and two. */
  readonly explained: boolean;
  /** The scenario was chosen so that the run has it: that it agrees says nothing of the engine. */
  readonly isInput: boolean;
}

const bytesPerMB = 1e6;

/** The figures of both creations; those that either log does not tell are left out. */
export function compareCreations(
  measured: readonly Phase[],
  run: readonly Phase[],
  inputs: ReadonlySet<CreationFigure>,
): readonly ComparedFigure[] {
  const [theirs, ours] = [figuresOf(measured), figuresOf(run)];
  const redoIsBound = phaseNamed(measured, "redo")?.endSource === "bound";
  return (Object.keys(creationFigureTitles) as CreationFigure[]).flatMap((figure) => {
    const [of, is] = [theirs[figure], ours[figure]];
    if (of === null || is === null) return [];
    const ratio = is / of;
    const atMost = redoIsBound && figure.startsWith("redoSeconds");
    const [explained, isInput] = [isWithinTwo(ratio), inputs.has(figure)];
    return [{ figure, measured: of, atMost, run: is, ratio, explained, isInput }];
  });
}

const isWithinTwo = (ratio: number): boolean => ratio >= 0.5 && ratio <= 2;

function phaseNamed(phases: readonly Phase[], name: CreationPhaseName): Phase | undefined {
  return phases.find((phase) => phase.name === name && phase.snapshot !== null);
}

function figuresOf(phases: readonly Phase[]): Readonly<Record<CreationFigure, number | null>> {
  const seconds = (name: CreationPhaseName): number | null => {
    const phase = phaseNamed(phases, name);
    return secondsBetween(phase?.startMs, phase?.endMs);
  };
  const gap = (from: CreationPhaseName, to: CreationPhaseName): number | null =>
    secondsBetween(phaseNamed(phases, from)?.endMs, phaseNamed(phases, to)?.startMs);
  const counted = (name: CreationPhaseName, figure: string): number | null => {
    const value = phaseNamed(phases, name)?.figures[figure];
    return typeof value === "number" ? value : null;
  };
  const redoBytes = counted("redo", "estimateRedoBytes");
  const undoRecords = counted("redo", "estimateUndoRecords");
  const logSeconds = secondsBetween(
    phaseNamed(phases, "checkpoint")?.startMs,
    phaseNamed(phases, "analysis")?.startMs,
  );
  const megabytes = quotient(redoBytes, bytesPerMB);
  return {
    checkpointSeconds: seconds("checkpoint"),
    buffers: counted("checkpoint", "buffers"),
    writes: counted("checkpoint", "writes"),
    gapToOpenSeconds: gap("checkpoint", "open"),
    gapToStartupSeconds: gap("open", "startup"),
    analysisSeconds: seconds("analysis"),
    redoSeconds: seconds("redo"),
    // A log has no word of the final flush: there it is the end of undo.
    undoSeconds: secondsBetween(
      phaseNamed(phases, "undo")?.startMs,
      (phaseNamed(phases, "flush") ?? phaseNamed(phases, "undo"))?.endMs,
    ),
    redoBytes,
    undoRecords,
    bytesPerRecord: quotient(redoBytes, undoRecords),
    recordsPerSecond: quotient(undoRecords, logSeconds),
    analysisSecondsPerMB: quotient(seconds("analysis"), megabytes),
    redoSecondsPerMB: quotient(seconds("redo"), megabytes),
  };
}

function secondsBetween(fromMs: number | undefined | null, toMs: number | undefined | null) {
  return fromMs === undefined || fromMs === null || toMs === undefined || toMs === null
    ? null
    : (toMs - fromMs) / 1000;
}

const quotient = (of: number | null, by: number | null): number | null =>
  of === null || by === null || by === 0 ? null : of / by;
