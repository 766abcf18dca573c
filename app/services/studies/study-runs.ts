/** What became of each run of a study, by what the library holds: the one record of that. */
import { hasKey, resolvedKey, scenarioKey } from "../../contract/resolve-scenario.ts";
import { assertNever, type Failure, type Result, success } from "../../contract/result.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import type { StudyRun } from "../../contract/rpc/studies.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Study } from "../../contract/study.ts";
import { engineText } from "../../domain/format/report-text.ts";
import {
  pointScenarios,
  repeated,
  type Turn,
  turns,
} from "../../domain/studies/study-scenarios.ts";
import type { RunStore } from "../library/run-store.ts";

/** A run of a study, and what it runs. */
export interface PlannedRun extends Turn {
  readonly scenario: Scenario;
}

export interface TrackedRun extends PlannedRun {
  readonly status: StudyRun["status"];
  /** Its newest in the library, be that of use or not. */
  readonly entry: RunEntry | null;
  /** Why it failed, was interrupted, or is left out. */
  readonly error: Failure | null;
}

/**
 * In the order in which they are to be run. Fails for a study of another version whose scenarios this one
 * does not allow.
 */
export function plannedRuns(study: Study): Result<readonly PlannedRun[]> {
  const scenarios = pointScenarios(study);
  if (!scenarios.ok) return scenarios;
  const planned = turns(study.points.length, study.repeats).flatMap((turn): PlannedRun[] => {
    const scenario = scenarios.value[turn.point];
    return scenario === undefined ? [] : [{ ...turn, scenario: repeated(scenario, turn.repeat) }];
  });
  return success(planned);
}

/** Looks up once what does not change of a study and of a run. */
export class StudyRuns {
  readonly #store: RunStore;
  /** By id of a study; one that was prolonged meanwhile, here or elsewhere, has other runs. */
  readonly #planned = new Map<string, { repeats: number; runs: Result<readonly PlannedRun[]> }>();
  /** By id of a run: whether it ran what the study has at its place. */
  readonly #fits = new Map<string, boolean>();
  /** By id of a completed run: the engine that made it. */
  readonly #engines = new Map<string, string>();

  constructor(store: RunStore) {
    this.#store = store;
  }

  /** In the order in which they are to be run. */
  tracked(study: Study): Result<readonly TrackedRun[]> {
    const planned = this.#plan(study);
    if (!planned.ok) return planned;
    const entries = new Map<string, RunEntry[]>();
    for (const entry of this.#store.ofStudy(study.id)) {
      if (entry.study === undefined) continue;
      const there = entries.get(keyOf(entry.study));
      if (there === undefined) entries.set(keyOf(entry.study), [entry]);
      else there.push(entry);
    }
    return success(planned.value.map((run) => this.#track(run, entries.get(keyOf(run)) ?? [])));
  }

  /** The run that has this scenario, seed and all; null: the study runs no such thing. */
  trackedFor(study: Study, scenario: Scenario): TrackedRun | null {
    const planned = this.#plan(study);
    const wanted = scenarioKey(scenario);
    if (!planned.ok || wanted === null) return null;
    const run = planned.value.find(
      (one) => one.scenario.seed === scenario.seed && resolvedKey(one.scenario) === wanted,
    );
    if (run === undefined) return null;
    const isHere = ({ study: place }: RunEntry) =>
      place !== undefined && keyOf(place) === keyOf(run);
    return this.#track(run, this.#store.ofStudy(study.id).filter(isHere));
  }

  /** The engines that made these runs, by version and revision. */
  engines(runs: readonly TrackedRun[]): string[] {
    const versions = runs.flatMap(({ status, entry }) =>
      status === "completed" && entry !== null ? (this.#engineOf(entry.id) ?? []) : [],
    );
    return [...new Set(versions)];
  }

  /** What a completed virtual run has in common with others of its scenario; null of a real one. */
  hashOf(runId: string): string | null {
    return this.#store.documents(runId)?.summary?.telemetryHash ?? null;
  }

  forget(studyId: string): void {
    this.#planned.delete(studyId);
  }

  #plan(study: Study): Result<readonly PlannedRun[]> {
    const known = this.#planned.get(study.id);
    if (known?.repeats === study.repeats) return known.runs;
    const runs = plannedRuns(study);
    this.#planned.set(study.id, { repeats: study.repeats, runs });
    return runs;
  }

  /** `entries`: the newest first. */
  #track(run: PlannedRun, entries: readonly RunEntry[]): TrackedRun {
    const fitting = entries.filter(({ id }) => this.#isOf(id, run.scenario));
    const completed = fitting.find(isSound);
    if (completed !== undefined) {
      return { ...run, status: "completed", entry: completed, error: null };
    }
    const [entry = null] = fitting;
    if (entry === null) {
      const other = entries.find(isSound);
      if (other !== undefined) {
        return { ...run, status: "other", entry: other, error: ofAnotherScenario };
      }
      return { ...run, status: "waiting", entry: entries[0] ?? null, error: null };
    }
    switch (entry.status) {
      case "running":
        return { ...run, status: "running", entry, error: null };
      case "failed":
        return { ...run, status: "failed", entry, error: entry.error };
      case "completed":
        return { ...run, status: "failed", entry, error: unverified };
      case "cancelled":
      case "interrupted":
        return { ...run, status: "waiting", entry, error: entry.error };
      default:
        return assertNever(entry.status);
    }
  }

  #isOf(runId: string, scenario: Scenario): boolean {
    const known = this.#fits.get(runId);
    if (known !== undefined) return known;
    const fits = hasKey(this.#store.documents(runId)?.scenario, resolvedKey(scenario));
    this.#fits.set(runId, fits);
    return fits;
  }

  #engineOf(runId: string): string | undefined {
    const known = this.#engines.get(runId);
    if (known !== undefined) return known;
    const engine = this.#store.documents(runId)?.summary?.run.engine;
    if (engine === undefined) return undefined;
    const name = engineText(engine);
    this.#engines.set(runId, name);
    return name;
  }
}

const keyOf = ({ point, repeat }: Turn): string => `${point}.${repeat}`;

const isSound = ({ status, verified }: RunEntry): boolean =>
  status === "completed" && verified !== false;

const ofAnotherScenario: Failure = {
  code: "badInput",
  message:
    "it is of another scenario than this version makes of the study; it stays in the library as it is",
};

const unverified: Failure = {
  code: "runFailed",
  message:
    "a snapshot does not show what was committed at its as-of time, or the database is not consistent",
};
