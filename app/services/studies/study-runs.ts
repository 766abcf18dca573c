/** What became of each run of a study, by what the library holds: the one record of that. */
import type { Failure } from "../../contract/result.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import type { StudyRun } from "../../contract/rpc/studies.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Study } from "../../contract/study.ts";
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
  readonly error: Failure | null;
}

/** In the order in which they are to be run. Its points were checked when it was started. */
export function plannedRuns(study: Study): PlannedRun[] {
  const scenarios = pointScenarios(study);
  if (!scenarios.ok) return [];
  return turns(study.points.length, study.repeats).flatMap((turn) => {
    const scenario = scenarios.value[turn.point];
    return scenario === undefined ? [] : { ...turn, scenario: repeated(scenario, turn.repeat) };
  });
}

/** Follows studies; what does not change of a run is looked up once. */
export class StudyRuns {
  readonly #store: RunStore;
  readonly #planned = new Map<string, readonly PlannedRun[]>();
  /** By id of a run: whether it ran what the study has at its place. */
  readonly #fits = new Map<string, boolean>();
  /** By id of a completed run: the engine that made it. */
  readonly #engines = new Map<string, string>();

  constructor(store: RunStore) {
    this.#store = store;
  }

  planned(study: Study): readonly PlannedRun[] {
    const known = this.#planned.get(study.id);
    if (known !== undefined) return known;
    const planned = plannedRuns(study);
    this.#planned.set(study.id, planned);
    return planned;
  }

  /** In the order in which they are to be run. */
  tracked(study: Study): TrackedRun[] {
    const entries = new Map<string, RunEntry[]>();
    for (const entry of this.#store.ofStudy(study.id)) {
      if (entry.study === undefined) continue;
      const place = keyOf(entry.study);
      entries.set(place, [...(entries.get(place) ?? []), entry]);
    }
    return this.planned(study).map((one) => this.#track(one, entries.get(keyOf(one)) ?? []));
  }

  /** Of the engines that made these runs, the versions. */
  engines(runs: readonly TrackedRun[]): string[] {
    const versions = runs.flatMap(({ status, entry }) =>
      status === "completed" && entry !== null ? (this.#engineOf(entry.id) ?? []) : [],
    );
    return [...new Set(versions)];
  }

  forget(studyId: string): void {
    this.#planned.delete(studyId);
  }

  /** `entries`: the newest first. */
  #track(one: PlannedRun, entries: readonly RunEntry[]): TrackedRun {
    const fitting = entries.filter(({ id }) => this.#isOf(id, one.scenario));
    const completed = fitting.find(isSound);
    if (completed !== undefined) {
      return { ...one, status: "completed", entry: completed, error: null };
    }
    const [entry = null] = fitting;
    if (entry === null)
      return { ...one, status: "waiting", entry: entries[0] ?? null, error: null };
    switch (entry.status) {
      case "running":
        return { ...one, status: "running", entry, error: null };
      case "failed":
        return { ...one, status: "failed", entry, error: entry.error };
      case "completed":
        return { ...one, status: "failed", entry, error: unverified };
      default:
        return { ...one, status: "waiting", entry, error: entry.error };
    }
  }

  #isOf(runId: string, scenario: Scenario): boolean {
    const known = this.#fits.get(runId);
    if (known !== undefined) return known;
    const text = JSON.stringify(this.#store.documents(runId)?.scenario);
    const fits = text === JSON.stringify(scenario);
    this.#fits.set(runId, fits);
    return fits;
  }

  #engineOf(runId: string): string | undefined {
    const known = this.#engines.get(runId);
    if (known !== undefined) return known;
    const version = this.#store.documents(runId)?.summary?.run.engine.version;
    if (version !== undefined) this.#engines.set(runId, version);
    return version;
  }
}

const keyOf = ({ point, repeat }: Turn): string => `${point}.${repeat}`;

const isSound = ({ status, verified }: RunEntry): boolean =>
  status === "completed" && verified !== false;

const unverified: Failure = {
  code: "runFailed",
  message: "a snapshot does not show what was committed at its as-of time",
};
