/**
 * Phases from what a log says of its creations. The rules, with where each time comes from, are in
 * docs/formats/errorlog.md.
 */
import { type Phase, phaseNames, type TimeSource } from "../../contract/phase.ts";
import type { Creation, Flush, FollowedLog, Mark, ProgressMark } from "./creations.ts";

interface Edge {
  readonly atMs: number;
  readonly source: TimeSource;
}

const logged = (atMs: number): Edge => ({ atMs, source: "logged" });
const edgeOf = (mark: Mark): Edge => ({
  atMs: mark.atMs,
  source: mark.logged ? "logged" : "bound",
});

/** Where the log breaks off, a phase has no end. */
function phase(
  snapshot: string | null,
  name: Phase["name"],
  start: Edge,
  end: Edge | null,
  figures: Phase["figures"] = {},
): Phase {
  return {
    snapshot,
    name,
    startMs: start.atMs,
    endMs: end?.atMs ?? null,
    startSource: start.source,
    endSource: end?.source ?? null,
    figures,
  };
}

export function derivePhases({ creations, automaticCheckpoints }: FollowedLog): Phase[] {
  const phases = [
    ...automaticCheckpoints.map((flush) => checkpointPhase(null, flush)),
    ...creations.flatMap(phasesOfCreation),
  ];
  const rank = (name: Phase["name"]) => phaseNames.indexOf(name);
  return phases.sort((a, b) => a.startMs - b.startMs || rank(a.name) - rank(b.name));
}

/** The message is written at the end of a checkpoint and says how long it took. */
function checkpointPhase(snapshot: string | null, flush: Flush): Phase {
  const { atMs, ...figures } = flush;
  const start: Edge = { atMs: atMs - flush.durationMs, source: "derived" };
  return phase(snapshot, "checkpoint", start, logged(atMs), figures);
}

function phasesOfCreation(creation: Creation): Phase[] {
  const { snapshot } = creation;
  const phases: Phase[] = [];
  const filesEnd = creation.filesEndMs === null ? null : logged(creation.filesEndMs);
  const files = { files: [...creation.files] };
  phases.push(phase(snapshot, "files", logged(creation.filesStartMs), filesEnd, files));
  phases.push(...creation.checkpoints.map((flush) => checkpointPhase(snapshot, flush)));
  if (creation.openedMs !== null) {
    const opened = logged(creation.openedMs);
    phases.push(phase(snapshot, "open", opened, opened, { files: creation.openedFiles }));
  }
  if (creation.startupMs !== null) {
    const end = creation.analysisStart === null ? null : edgeOf(creation.analysisStart);
    phases.push(phase(snapshot, "startup", logged(creation.startupMs), end));
  }
  phases.push(...recoveryPhases(creation));
  if (creation.completedMs !== null) {
    const completed = logged(creation.completedMs);
    phases.push(phase(snapshot, "complete", completed, completed));
  }
  return phases;
}

function recoveryPhases(creation: Creation): Phase[] {
  const { snapshot, analysisStart, redoStart, undo } = creation;
  const phases: Phase[] = [];
  if (analysisStart !== null) {
    const figures = progressFigures(creation.analysis);
    phases.push(phase(snapshot, "analysis", edgeOf(analysisStart), analysisEnd(creation), figures));
  }
  const boundary = undoStart(creation);
  if (redoStart !== null) {
    const figures = {
      estimateRedoBytes: creation.estimate?.redoBytes ?? null,
      estimateUndoRecords: creation.estimate?.undoRecords ?? null,
      ...progressFigures(creation.redo),
    };
    const end = boundary ?? atLatest(creation.completedMs);
    phases.push(phase(snapshot, "redo", edgeOf(redoStart), end, figures));
  }
  if (boundary !== null) {
    const end = creation.completedMs === null ? null : logged(creation.completedMs);
    phases.push(phase(snapshot, "undo", boundary, end, progressFigures(undo)));
  }
  return phases;
}

const progressFigures = (progress: readonly ProgressMark[]) => ({ progress: [...progress] });
const atLatest = (atMs: number | null): Edge | null =>
  atMs === null ? null : { atMs, source: "bound" };

/** Stated by "100% complete"; else it had ended when redo began, or when all was over. */
function analysisEnd(creation: Creation): Edge | null {
  const last = creation.analysis.find((mark) => mark.percent === 100);
  if (last !== undefined) return logged(last.atMs);
  return atLatest(creation.redoStart?.atMs ?? creation.completedMs);
}

/**
 * No message says that redo ends. Its end lies between the last line that shows it under way and
 * the first of phase 3. Both at the same time leave no room: then the log does state the end. Apart,
 * as in the SQLCAT paper, where phase 3 first shows at 17 %, the later line is only a bound.
 */
function undoStart({ redoStart, redo, undo }: Creation): Edge | null {
  const first = undo[0];
  if (first === undefined) return null;
  const lastOfRedo = redo.findLast((mark) => mark.atMs <= first.atMs)?.atMs ?? redoStart?.atMs;
  return { atMs: first.atMs, source: lastOfRedo === first.atMs ? "logged" : "bound" };
}
