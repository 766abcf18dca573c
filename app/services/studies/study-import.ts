/**
 * Takes in results that were computed elsewhere: run files, each of which belongs where its scenario and
 * seed say. What does not belong anywhere, or proves nothing, is refused by itself.
 */
import { failure, type Result, success } from "../../contract/result.ts";
import type { FileRef } from "../../contract/rpc/captures.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import type { ImportedRun } from "../../contract/rpc/studies.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Study } from "../../contract/study.ts";
import type { Library } from "../library/library-service.ts";
import type { ReadRun } from "../library/run-file.ts";
import { nameInStudy } from "./active-study.ts";
import type { StudyRuns } from "./study-runs.ts";

export interface ImportContext {
  readonly library: Library;
  readonly runs: StudyRuns;
  /** Takes what is left of an earlier try out of the library. */
  readonly discard: (runId: string) => void;
}

/** `studies`: where the result may belong; what is of none is refused. */
export async function importResult(
  context: ImportContext,
  file: FileRef,
  studies: readonly Study[],
): Promise<Result<ImportedRun>> {
  const read = await context.library.readRun(file);
  return read.ok ? placeResult(context, file.name, read.value, studies) : read;
}

/** Imports a run as the result of one of `studies` where it can be one; else by itself. */
export async function importAnyRun(
  context: ImportContext,
  file: FileRef,
  studies: readonly Study[],
): Promise<Result<ImportedRun>> {
  const read = await context.library.readRun(file);
  if (!read.ok) return read;
  const placed = await placeResult(context, file.name, read.value, studies);
  if (placed.ok) return placed;
  const entry = await context.library.addRun(read.value);
  return entry.ok ? success({ entry: entry.value, isNew: true, study: null }) : entry;
}

async function placeResult(
  { library, runs, discard }: ImportContext,
  name: string,
  read: ReadRun,
  studies: readonly Study[],
): Promise<Result<ImportedRun>> {
  const { entry, scenario, summary } = read.run;
  if (summary === null || entry.status !== "completed" || entry.verified === false) {
    return failure("badInput", `${name}: ${uselessness(entry)}; run it again`);
  }
  const places = studies.flatMap((study) => {
    const run = runs.trackedFor(study, scenario);
    return run === null ? [] : { study, run };
  });
  const place = places.find(({ run }) => run.status !== "completed") ?? places[0];
  if (place === undefined) {
    return failure("badInput", `${name}: ${foreignness(scenario, studies)}`);
  }
  const { study, run } = place;
  const { point, repeat } = run;
  const where = `point ${point}, repeat ${repeat} of ${study.name}`;
  if (run.status === "completed" && run.entry !== null) {
    const hash = runs.hashOf(run.entry.id);
    const isSame = run.entry.id === entry.id || (hash !== null && hash === summary.telemetryHash);
    return isSame
      ? success({ entry: run.entry, isNew: false, study })
      : failure("badInput", `${name}: ${where} has another result already, which stays`);
  }
  if (run.status === "running") {
    return failure("badInput", `${name}: ${where} is under way here; cancel it first`);
  }
  const placed: RunEntry = {
    ...entry,
    name: nameInStudy(study, scenario),
    preset: null,
    study: { id: study.id, point, repeat },
  };
  const added = await library.addRun({ ...read, run: { ...read.run, entry: placed } });
  if (!added.ok) return added;
  if (run.entry !== null && run.status !== "other") discard(run.entry.id);
  return success({ entry: added.value, isNew: true, study });
}

function uselessness({ status, error, verified }: RunEntry): string {
  if (verified === false) return "is of a run whose verification failed";
  return `is of a run that was ${status}${error === null ? "" : ` (${error.message})`}`;
}

function foreignness({ name, seed }: Scenario, studies: readonly Study[]): string {
  const [only] = studies;
  const where =
    studies.length === 1 && only !== undefined ? only.name : `no study here (of ${studies.length})`;
  const verb = studies.length === 1 ? "does not run" : "runs";
  return (
    `is of a scenario (${JSON.stringify(name)}, seed ${seed}) that ${where} ${verb}; import it with the ` +
    "study.json of its sweep, or by itself: snapscope runs import"
  );
}
