/**
 * Analysis, redo and undo from what a log says of a recovery. The rules, with where each time comes
 * from, are in docs/formats/errorlog.md.
 */
import type { Phase } from "../../../contract/phase.ts";
import { bound, derived, type Edge, logged, makePhase, type PhaseOf } from "./edges.ts";
import type { ProgressMark, RecoveryTrace } from "./recovery-trace.ts";

interface Part {
  readonly name: "analysis" | "redo" | "undo";
  /** Null: no line shows it. */
  readonly start: Edge | null;
  readonly end: Edge | null;
  /** Printed by message 3421; null: it was not. */
  readonly printedMs: number | null;
  readonly figures: Phase["figures"];
}

/** `startMs`: of the whole, before which no part begins. */
export function recoveryPhases(of: PhaseOf, trace: RecoveryTrace, startMs: number): Phase[] {
  const phases: Phase[] = [];
  let nextMs = trace.figures?.atMs ?? Number.NaN;
  // From the last to the first: what only 3421 tells ended where the part behind it began.
  for (const part of partsOf(trace).reverse()) {
    const edges = edgesOf(part, nextMs);
    if (edges === null) continue;
    const start = edges.start.atMs < startMs ? bound(startMs) : edges.start;
    phases.unshift(makePhase(part.name, of, start, edges.end, part.figures));
    nextMs = start.atMs;
  }
  return phases;
}

function partsOf(trace: RecoveryTrace): Part[] {
  const { analysisStart, redoStart, undo, rolledBack, figures } = trace;
  const boundary = undoStart(trace);
  // Databases with nothing to recover print the counts of their transactions too.
  const showsUndo =
    undo.length > 0 || (rolledBack !== null && (analysisStart ?? redoStart) !== null);
  return [
    part("analysis", analysisStart, analysisEnd(trace), figures?.analysisMs, {
      ...progressFigures(trace.analysis),
    }),
    part("redo", redoStart, boundary ?? atLatest(trace), figures?.redoMs, redoFigures(trace)),
    part("undo", showsUndo ? boundary : null, undoEnd(trace), figures?.undoMs, undoFigures(trace)),
  ];
}

const part = (
  name: Part["name"],
  start: Edge | null,
  end: Edge | null,
  printedMs: number | undefined,
  shown: Phase["figures"],
): Part => {
  const printed = printedMs === undefined ? {} : { durationMs: printedMs };
  const figures = start === null ? printed : { ...shown, ...printed };
  return { name, start, end, printedMs: printedMs ?? null, figures };
};

/** A figure that is printed goes before a bound. Null: nothing tells of it. */
function edgesOf(
  { start, end, printedMs }: Part,
  nextMs: number,
): { readonly start: Edge; readonly end: Edge | null } | null {
  if (printedMs === null) return start === null ? null : { start, end };
  if (start === null) {
    return printedMs === 0 ? null : { start: derived(nextMs - printedMs), end: derived(nextMs) };
  }
  const isStated = start.source === "logged";
  if (end?.source === "logged")
    return { start: isStated ? start : derived(end.atMs - printedMs), end };
  const endMs = Math.min(start.atMs + printedMs, nextMs);
  return { start: isStated ? start : derived(endMs - printedMs), end: derived(endMs) };
}

const progressFigures = (progress: readonly ProgressMark[]) => ({ progress: [...progress] });

const redoFigures = ({ estimate, redo, rolledForward }: RecoveryTrace): Phase["figures"] => ({
  estimateRedoBytes: estimate?.redoBytes ?? null,
  estimateUndoRecords: estimate?.undoRecords ?? null,
  ...(rolledForward === null ? {} : { rolledForward: rolledForward.transactions }),
  ...progressFigures(redo),
});

const undoFigures = ({ undo, rolledBack }: RecoveryTrace): Phase["figures"] => ({
  ...(rolledBack === null ? {} : { rolledBack: rolledBack.transactions }),
  ...progressFigures(undo),
});

const atLatest = ({ completedMs }: RecoveryTrace): Edge | null =>
  completedMs === null ? null : bound(completedMs);

/** Stated by "100% complete"; else it had ended when redo began, or when all was over. */
function analysisEnd(trace: RecoveryTrace): Edge | null {
  const last = trace.analysis.find((mark) => mark.percent === 100);
  if (last !== undefined) return logged(last.atMs);
  if (trace.redoStart !== null) return bound(trace.redoStart.atMs);
  return atLatest(trace);
}

/**
 * The count of transactions rolled forward is printed where redo ends. Without it no message says
 * so: the end lies between the last line that shows redo under way and the first of phase 3. Both at
 * the same time leave no room, and then the log does state the end. Apart, as in the SQLCAT paper,
 * where phase 3 first shows at 17 %, the later line is only a bound.
 */
function undoStart({ redoStart, redo, undo, rolledForward }: RecoveryTrace): Edge | null {
  const first = undo[0];
  // Some versions print both counts together, when undo has long begun.
  if (rolledForward !== null && !(first !== undefined && first.atMs < rolledForward.atMs)) {
    return logged(rolledForward.atMs);
  }
  if (first === undefined) return null;
  const lastOfRedo = redo.findLast((mark) => mark.atMs <= first.atMs)?.atMs ?? redoStart?.atMs;
  return lastOfRedo === first.atMs ? logged(first.atMs) : bound(first.atMs);
}

function undoEnd({ completedMs, rolledBack }: RecoveryTrace): Edge | null {
  if (rolledBack !== null) return logged(rolledBack.atMs);
  return completedMs === null ? null : logged(completedMs);
}
