/** A study as a UI shows it, from what the library has of its runs. */
import type { Failure } from "../../contract/result.ts";
import {
  isOver,
  type StudyRun,
  type StudyState,
  type StudyStatus,
} from "../../contract/rpc/studies.ts";
import { countOf } from "../../domain/format/numbers.ts";
import { asSentence } from "../../domain/format/report-text.ts";
import type { TrackedRun } from "./study-runs.ts";
import type { StoredStudy } from "./study-store.ts";

export interface StudyFacts {
  readonly runs: readonly TrackedRun[];
  /** The engines that made its completed runs, by version and revision. */
  readonly engines: readonly string[];
  /** Why it was given up, or cannot be run; null: neither. */
  readonly problem: Failure | null;
  /** Null: there is nothing to go by. */
  readonly remainingMs: number | null;
}

export function stateOf(stored: StoredStudy, facts: StudyFacts): StudyState {
  const { runs, remainingMs } = facts;
  return {
    ...stored.study,
    status: statusOf(stored, facts),
    runs: runs.toSorted((a, b) => a.point - b.point || a.repeat - b.repeat).map(runOf),
    ...(remainingMs === null ? {} : { remainingMs }),
    notes: notesOf(facts),
  };
}

function statusOf({ isOwned, isCancelled }: StoredStudy, { runs }: StudyFacts): StudyStatus {
  if (isOwned) return "running";
  if (runs.length > 0 && runs.every(isOver)) return "completed";
  return isCancelled ? "cancelled" : "interrupted";
}

const runOf = ({ point, repeat, scenario, status, entry, error }: TrackedRun): StudyRun => ({
  point,
  repeat,
  seed: scenario.seed,
  status,
  ...(entry === null ? {} : { runId: entry.id }),
  ...(error === null ? {} : { error }),
});

function notesOf({ runs, engines, problem }: StudyFacts): string[] {
  const notes = problem === null ? [] : [asSentence(problem.message)];
  if (engines.length > 1) {
    notes.push(
      `The runs were made by different engines (${engines.join("; ")}): a difference may be theirs.`,
    );
  }
  const failed = runs.filter(({ status }) => status === "failed").length;
  if (failed > 0) {
    notes.push(
      `${countOf(failed, "run")} of ${runs.length} failed, and ${failed === 1 ? "is" : "are"} left out; resume the study to try again.`,
    );
  }
  const others = noteOfOthers(runs);
  return others === null ? notes : [...notes, others];
}

/** A note on runs that are kept and left out; null: there are none. */
export function noteOfOthers(runs: readonly TrackedRun[]): string | null {
  const others = runs.filter(({ status }) => status === "other").length;
  if (others === 0) return null;
  const [are, stay] = others === 1 ? ["is", "it stays"] : ["are", "they stay"];
  return (
    `${countOf(others, "run")} of ${runs.length} ${are} of another scenario than this version makes of the ` +
    `study, and left out; ${stay} in the library. Start it as a new study to run all of it.`
  );
}
