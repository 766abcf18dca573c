/**
 * Analysis, redo and undo from what a log says of a recovery. The rules, with where each time comes
 * from, are in docs/formats/errorlog.md.
 */
import type { Phase } from "../../../contract/phase.ts";
import { bound, derived, type Edge, logged, makePhase, type PhaseOf } from "./edges.ts";
import type { ProgressMark, RecoveryTrace } from "./recovery-trace.ts";

export function recoveryPhases(of: PhaseOf, trace: RecoveryTrace): Phase[] {
  const { analysisStart, redoStart } = trace;
  const told = analysisStart !== null || redoStart !== null || trace.undo.length > 0;
  if (!told) return trace.figures === null ? [] : phasesOfFigures(of, trace.figures);
  const phases: Phase[] = [];
  if (analysisStart !== null) {
    const figures = progressFigures(trace.analysis);
    phases.push(makePhase("analysis", of, analysisStart, analysisEnd(trace), figures));
  }
  const boundary = undoStart(trace);
  if (redoStart !== null) {
    phases.push(makePhase("redo", of, redoStart, boundary ?? atLatest(trace), redoFigures(trace)));
  }
  if (boundary !== null && (trace.undo.length > 0 || trace.rolledBack !== null)) {
    phases.push(makePhase("undo", of, boundary, undoEnd(trace), undoFigures(trace)));
  }
  return phases;
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

/** Message 3421 tells how long each part took: they are laid end to end, back from its moment. */
function phasesOfFigures(of: PhaseOf, figures: NonNullable<RecoveryTrace["figures"]>): Phase[] {
  const phases: Phase[] = [];
  let end = derived(figures.atMs);
  for (const [name, ms] of [
    ["undo", figures.undoMs],
    ["redo", figures.redoMs],
    ["analysis", figures.analysisMs],
  ] as const) {
    const start = derived(end.atMs - ms);
    if (ms > 0) phases.unshift(makePhase(name, of, start, end, { durationMs: ms }));
    end = start;
  }
  return phases;
}
