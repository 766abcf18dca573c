/** The entry of a run in the library: when it begins, and what its end makes of it. */

import { type CreationFigures, noCreationFigures } from "../contract/creation-cost.ts";
import type { Failure, Result } from "../contract/result.ts";
import type { RunEntry, RunStep } from "../contract/rpc/runs.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { StudyPlace } from "../contract/study.ts";
import type { Summary } from "../contract/summary.ts";
import { verifiedOf } from "../domain/consistency.ts";
import { describeStorage } from "../domain/storage-text.ts";
import type { Ending, Progress } from "./library/run-store.ts";

export interface NewEntry {
  readonly id: string;
  readonly scenario: Scenario;
  /** Name of the preset that it was made from; null: a file. */
  readonly preset: string | null;
  /** The run's name: `nameOfRun`. */
  readonly name: string;
  /** The study that it is a run of. */
  readonly study?: StudyPlace;
  /** The step of a series that it is. */
  readonly step?: RunStep;
}

export function newEntry({ id, scenario, preset, name, study, step }: NewEntry): RunEntry {
  return {
    id,
    name,
    preset,
    mode: scenario.mode,
    seed: scenario.seed,
    status: "running",
    error: null,
    verified: null,
    createdAt: new Date().toISOString(),
    endedAt: null,
    wallMs: null,
    engineMs: 0,
    plannedMs: scenario.durationSeconds * 1000,
    users: scenario.workload.users,
    device: describeStorage(scenario),
    snapshots: 0,
    transactionsPerSecond: null,
    ...noCreationFigures,
    tags: [],
    note: "",
    recordedBytes: 0,
    ...(study === undefined ? {} : { study }),
    ...(step === undefined ? {} : { step }),
  };
}

/** Why we ended the engine process, when it was us. */
export type Stopped = "killed" | "closed" | null;

/** What the recording says of a run. */
export interface Recorded {
  readonly progress: Progress;
  readonly cost: CreationFigures;
}

export function endingOf(
  result: Result<Summary>,
  stopped: Stopped,
  { progress, cost }: Recorded,
  startedMs: number,
): Ending {
  const endedAt = new Date().toISOString();
  if (!result.ok) {
    return {
      ...endingWithoutSummary(result.error, stopped, progress),
      endedAt,
      wallMs: performance.now() - startedMs,
      engineMs: progress.engineMs,
      snapshots: progress.snapshots,
      verified: null,
      transactionsPerSecond: null,
      ...cost,
    };
  }
  return { ...endingOfSummary(result.value), ...cost, endedAt };
}

/** What a summary says of the end: of a run of ours, or of one that is imported. */
export function endingOfSummary(summary: Summary): Omit<Ending, "endedAt" | keyof CreationFigures> {
  const { run, snapshots, transactions } = summary;
  return {
    status: run.status,
    error: run.error === null ? null : engineFailure(run.error),
    verified: verifiedOf(summary),
    wallMs: run.wallMs,
    engineMs: run.engineMs,
    snapshots: snapshots.length,
    transactionsPerSecond: transactions.perSecond,
  };
}

function endingWithoutSummary(
  error: Failure,
  stopped: Stopped,
  { engineMs }: Progress,
): Pick<Ending, "status" | "error"> {
  const after = `after ${(engineMs / 1000).toFixed(2)} s of engine time`;
  switch (stopped) {
    case "killed":
      return {
        status: "cancelled",
        error: { ...error, message: `ended at once on request, ${after}; it has no summary` },
      };
    case "closed":
      return {
        status: "interrupted",
        error: {
          code: "interrupted",
          message: `Snapscope was closed while the run was under way, ${after}; what was recorded is kept`,
        },
      };
    case null:
      return { status: "failed", error };
  }
}

/** The engine has codes of its own; they help who looks for the cause. */
const engineFailure = ({ code, message }: NonNullable<Summary["run"]["error"]>): Failure => ({
  code: "runFailed",
  message,
  detail: `engine error: ${code}`,
});
