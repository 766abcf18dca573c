/** The band of a study from the runs that the library has of it. */
import type { Band } from "../../contract/band.ts";
import { type Result, success } from "../../contract/result.ts";
import type { Study } from "../../contract/study.ts";
import type { Summary } from "../../contract/summary.ts";
import { bandOf } from "../../domain/assumptions/band.ts";
import { studyResults } from "../../domain/studies/study-results.ts";
import type { RunStore } from "../library/run-store.ts";
import type { StudyRuns } from "./study-runs.ts";

export function bandOfRuns(study: Study, runs: StudyRuns, store: RunStore): Result<Band> {
  const tracked = runs.tracked(study);
  if (!tracked.ok) return tracked;
  const summaries = study.points.map(() => Array<Summary | null>(study.repeats).fill(null));
  for (const { point, repeat, status, entry } of tracked.value) {
    const repeats = summaries[point];
    if (status !== "completed" || entry === null || repeats === undefined) continue;
    repeats[repeat] = store.documents(entry.id)?.summary ?? null;
  }
  const ran = summaries.map((repeats) => repeats.some((summary) => summary !== null));
  return success(bandOf(study, studyResults(summaries, study.primary), ran));
}
