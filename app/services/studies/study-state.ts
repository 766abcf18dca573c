/** A study as a UI shows it, from what the library has of its runs. */
import type { StudyRun, StudyState, StudyStatus } from "../../contract/rpc/studies.ts";
import { countText } from "../../domain/format/report-text.ts";
import type { ActiveStudy } from "./active-study.ts";
import type { TrackedRun } from "./study-runs.ts";
import type { StoredStudy } from "./study-store.ts";

/** `engines`: the versions that made its completed runs. `active`: as this process runs it. */
export function stateOf(
  stored: StoredStudy,
  runs: readonly TrackedRun[],
  engines: readonly string[],
  active: Pick<ActiveStudy, "remainingMs"> | null,
): StudyState {
  const remainingMs = active?.remainingMs ?? null;
  return {
    ...stored.study,
    status: statusOf(stored, runs),
    runs: runs.toSorted((a, b) => a.point - b.point || a.repeat - b.repeat).map(runOf),
    ...(remainingMs === null ? {} : { remainingMs }),
    notes: notesOf(runs, engines),
  };
}

function statusOf({ isOwned, isCancelled }: StoredStudy, runs: readonly TrackedRun[]): StudyStatus {
  if (isOwned) return "running";
  if (runs.every(({ status }) => status === "completed" || status === "failed")) return "completed";
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

function notesOf(runs: readonly TrackedRun[], engines: readonly string[]): string[] {
  const notes: string[] = [];
  if (engines.length > 1) {
    notes.push(
      `The runs were made by different engines (${engines.join(", ")}): a difference may be theirs.`,
    );
  }
  const failed = runs.filter(({ status }) => status === "failed").length;
  if (failed > 0) {
    notes.push(
      `${countText(failed, "run")} of ${runs.length} failed, and ${failed === 1 ? "is" : "are"} left out; resume the study to try again.`,
    );
  }
  return notes;
}
