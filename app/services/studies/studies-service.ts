/** Studies: started, followed, ended, gone on with. Their runs are runs of the library. */
import { randomUUID } from "node:crypto";
import { failure, type Result, success } from "../../contract/result.ts";
import type { StudiesService, StudyRequest, StudyState } from "../../contract/rpc/studies.ts";
import { type Study, studyFormatVersion } from "../../contract/study.ts";
import { pointScenarios, studyName } from "../../domain/studies/study-scenarios.ts";
import type { Experiments } from "../experiments-service.ts";
import type { LibraryChanges } from "../library/changes.ts";
import { cannotWrite } from "../library/open-database.ts";
import type { RunStore } from "../library/run-store.ts";
import { Wake } from "../live/wake.ts";
import { newEntry } from "../run-entry.ts";
import { ActiveStudy, type StudyContext } from "./active-study.ts";
import { capacityFor } from "./capacity.ts";
import { StudyRuns } from "./study-runs.ts";
import { stateOf } from "./study-state.ts";
import type { StoredStudy, StudyStore } from "./study-store.ts";

/** How often a look is taken at what other processes do, and at the time that is left. */
const lookMs = 1000;

export interface StudiesOptions {
  readonly studies: StudyStore;
  readonly runs: RunStore;
  readonly changes: LibraryChanges;
  readonly experiments: Experiments;
}

export class Studies implements StudiesService {
  readonly #studies: StudyStore;
  readonly #store: RunStore;
  readonly #changes: LibraryChanges;
  readonly #experiments: Experiments;
  readonly #runs: StudyRuns;
  readonly #active = new Map<string, ActiveStudy>();
  readonly #wake = new Wake();
  #closed = false;

  constructor({ studies, runs, changes, experiments }: StudiesOptions) {
    this.#studies = studies;
    this.#store = runs;
    this.#changes = changes;
    this.#experiments = experiments;
    this.#runs = new StudyRuns(runs);
  }

  async start(request: StudyRequest): Promise<Result<{ readonly studyId: string }>> {
    const scenarios = pointScenarios(request);
    if (!scenarios.ok) return scenarios;
    const study: Study = {
      formatVersion: studyFormatVersion,
      id: randomUUID(),
      createdUtc: new Date().toISOString(),
      ...request,
      name: request.name ?? studyName(request),
    };
    const begun = this.#written(() => {
      const capacity = capacityFor(scenarios.value, (index) => `points[${index}]`);
      if (!capacity.ok) return capacity;
      this.#studies.add(study);
      return this.#begin(study);
    });
    return begun.ok ? success({ studyId: study.id }) : begun;
  }

  async list(): Promise<readonly StudyState[]> {
    this.#store.interruptAbandoned();
    return this.#studies.list().map((stored) => this.#stateOf(stored));
  }

  async state(studyId: string): Promise<Result<StudyState>> {
    this.#store.interruptAbandoned();
    const stored = this.#studies.get(studyId);
    return stored === null ? noSuchStudy(studyId) : success(this.#stateOf(stored));
  }

  async *watch(studyId: string, signal: AbortSignal): AsyncGenerator<StudyState> {
    let told = "";
    while (!signal.aborted) {
      const state = await this.state(studyId);
      if (!state.ok) return;
      const text = JSON.stringify(state.value);
      if (text !== told) yield state.value;
      told = text;
      if (state.value.status !== "running") return;
      await this.#wake.sleep(signal, lookMs);
    }
  }

  async cancel(studyId: string): Promise<Result<null>> {
    const active = this.#active.get(studyId);
    if (active !== undefined) {
      active.cancel();
      await active.finished;
      return success(null);
    }
    const state = await this.state(studyId);
    if (!state.ok) return state;
    const { name, status } = state.value;
    return failure(
      "badInput",
      status === "running"
        ? `${name}: runs in another Snapscope program; cancel it there`
        : `${name}: is not under way (${status}): there is nothing to cancel`,
    );
  }

  async resume(studyId: string): Promise<Result<null>> {
    this.#store.interruptAbandoned();
    const stored = this.#studies.get(studyId);
    if (stored === null) return noSuchStudy(studyId);
    if (stored.isOwned) return failure("badInput", `${stored.study.name}: is running already`);
    return this.#written(() => this.#begin(stored.study));
  }

  async remove(studyId: string): Promise<Result<null>> {
    this.#store.interruptAbandoned();
    const stored = this.#studies.get(studyId);
    if (stored === null) return noSuchStudy(studyId);
    if (stored.isOwned) {
      return failure(
        "badInput",
        `${stored.study.name}: is running; cancel it before you delete it`,
      );
    }
    return this.#written(() => {
      const ids = this.#store.ofStudy(studyId).map(({ id }) => id);
      this.#store.remove(ids);
      this.#studies.remove(studyId);
      this.#runs.forget(studyId);
      for (const runId of ids) this.#changes.announce({ kind: "removed", runId });
      return success(null);
    });
  }

  /** Settles when no study of this process is under way; their runs are recorded as interrupted. */
  async close(): Promise<void> {
    this.#closed = true;
    const active = [...this.#active.values()];
    for (const study of active) study.stop("closed");
    await Promise.all(active.map((study) => study.finished));
  }

  /** What is missing of it, if this process gets it. */
  #begin(study: Study): Result<null> {
    if (this.#closed) return failure("badInput", "Snapscope is closing: no study can be started");
    const missing = this.#runs.tracked(study).filter(({ status }) => status !== "completed");
    const capacity = capacityFor(missing.map(({ scenario }) => scenario));
    if (!capacity.ok) return capacity;
    if (!this.#studies.claim(study.id)) {
      return failure("badInput", `${study.name}: is running in another Snapscope program`);
    }
    const active = new ActiveStudy(this.#context, study, missing, capacity.value);
    this.#active.set(study.id, active);
    void active.finished.then(() => this.#ended(study.id, active));
    return success(null);
  }

  #ended(studyId: string, active: ActiveStudy): void {
    this.#active.delete(studyId);
    try {
      this.#studies.release(studyId, active.isCancelled);
    } catch {
      // The library cannot be written. The study is this process's until its end, and then interrupted.
    }
    this.#wake.notify();
  }

  get #context(): StudyContext {
    return {
      begin: (request) => this.#experiments.begin(request),
      discard: (runId) => {
        this.#store.remove([runId]);
        this.#changes.announce({ kind: "removed", runId });
      },
      recordFailure: ({ scenario, preset, name, study }, error) => {
        const id = randomUUID();
        const place = study === undefined ? {} : { study };
        const started = newEntry({ id, scenario, preset, name: name ?? scenario.name, ...place });
        const entry = { ...started, status: "failed" as const, error, endedAt: started.createdAt };
        const origin = scenario.startTime ?? started.createdAt.slice(0, 19);
        this.#store.add({ entry, scenario, summary: null, origin }, []);
        this.#changes.announce({ kind: "changed", entry });
      },
      onChange: () => this.#wake.notify(),
    };
  }

  #stateOf(stored: StoredStudy): StudyState {
    const runs = this.#runs.tracked(stored.study);
    const active = this.#active.get(stored.study.id);
    return stateOf(stored, runs, this.#runs.engines(runs), active ?? null);
  }

  /** A full or read-only disk is for a person to read, not a bug. */
  #written<T>(work: () => Result<T>): Result<T> {
    try {
      return work();
    } catch (error) {
      return failure("ioError", cannotWrite(this.#store.path, error));
    }
  }
}

const noSuchStudy = (id: string) =>
  failure("notFound", `study ${id}: is not in the library; it may have been deleted`);
