/** Studies: started, followed, ended, gone on with. Their runs are runs of the library. */
import { randomUUID } from "node:crypto";
import type { Band } from "../../contract/band.ts";
import { parseJsonWith } from "../../contract/issues.ts";
import { scenarioKey } from "../../contract/resolve-scenario.ts";
import { type Failure, failure, type Result, success } from "../../contract/result.ts";
import type { FileRef } from "../../contract/rpc/captures.ts";
import {
  type ImportedRun,
  isMissing,
  type StudiesService,
  type StudyQuestion,
  type StudyRequest,
  type StudyState,
} from "../../contract/rpc/studies.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { isBandStudy, type Study, studyFormatVersion, studySchema } from "../../contract/study.ts";
import type { StudyResults } from "../../contract/study-results.ts";
import { bandOf } from "../../domain/assumptions/band.ts";
import { pointName } from "../../domain/studies/point-name.ts";
import { studyResults } from "../../domain/studies/study-results.ts";
import { pointScenarios, studyName } from "../../domain/studies/study-scenarios.ts";
import { sweptParameters } from "../../domain/studies/swept-parameters.ts";
import type { Experiments } from "../experiments-service.ts";
import type { LibraryChanges } from "../library/changes.ts";
import type { Library } from "../library/library-service.ts";
import { cannotWrite } from "../library/open-database.ts";
import type { RunStore } from "../library/run-store.ts";
import { Wake } from "../live/wake.ts";
import { newEntry } from "../run-entry.ts";
import { ActiveStudy, type StudyContext } from "./active-study.ts";
import { type Capacity, capacityFor } from "./capacity.ts";
import { checkDiskSpace } from "./disk-space.ts";
import { MeasuredRuns } from "./measured-runs.ts";
import { importAnyRun, importResult } from "./study-import.ts";
import { StudyRuns, type TrackedRun } from "./study-runs.ts";
import { noteOfOthers, stateOf } from "./study-state.ts";
import type { StoredStudy, StudyStore } from "./study-store.ts";

/** How large the document of a study may be: thousands of points with long settings. */
const maxStudyBytes = 64 * 1024 * 1024;

/** How often a look is taken at what other processes do, and at the time that is left. */
const lookMs = 1000;
/** A look goes through all runs, and each that ends asks for one: of thousands that would be most of the work. */
const restsOfLook = 9;

/** Rests as long as that, or until nobody watches any more. */
const rest = (signal: AbortSignal, ms: number): Promise<void> => new Wake().sleep(signal, ms);

export interface StudiesOptions {
  readonly studies: StudyStore;
  readonly runs: RunStore;
  readonly changes: LibraryChanges;
  readonly experiments: Experiments;
  readonly library: Library;
}

export class Studies implements StudiesService {
  readonly #studies: StudyStore;
  readonly #store: RunStore;
  readonly #changes: LibraryChanges;
  readonly #experiments: Experiments;
  readonly #library: Library;
  readonly #runs: StudyRuns;
  readonly #measured: MeasuredRuns;
  readonly #active = new Map<string, ActiveStudy>();
  readonly #wake = new Wake();
  /** Why studies of this process were given up. */
  readonly #problems = new Map<string, Failure>();
  #closed = false;

  constructor({ studies, runs, changes, experiments, library }: StudiesOptions) {
    this.#studies = studies;
    this.#store = runs;
    this.#changes = changes;
    this.#experiments = experiments;
    this.#library = library;
    this.#runs = new StudyRuns(runs);
    this.#measured = new MeasuredRuns(runs);
  }

  async start(request: StudyRequest): Promise<Result<{ readonly studyId: string }>> {
    const scenarios = pointScenarios(request);
    if (!scenarios.ok) return scenarios;
    const study = newStudy(request);
    const added = this.#written(() => {
      this.#studies.add(study);
      return success(null);
    });
    if (!added.ok) return added;
    const begun = await this.#begin(study);
    if (begun.ok) return success({ studyId: study.id });
    this.#written(() => {
      this.#studies.remove(study.id);
      return success(null);
    });
    return begun;
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
      const startedMs = performance.now();
      const state = await this.state(studyId);
      if (!state.ok) return;
      const text = JSON.stringify(state.value);
      const tookMs = performance.now() - startedMs;
      if (text !== told) yield state.value;
      told = text;
      if (state.value.status !== "running") return;
      await rest(signal, restsOfLook * tookMs);
      await this.#wake.sleep(signal, lookMs);
    }
  }

  async results(
    { studyId, metric, leastEffect }: StudyQuestion,
    signal?: AbortSignal,
  ): Promise<Result<StudyResults>> {
    const stored = this.#studies.get(studyId);
    if (stored === null) return noSuchStudy(studyId);
    const { study } = stored;
    const scenarios = pointScenarios(study);
    if (!scenarios.ok) return scenarios;
    const runs = this.#runs.tracked(study);
    if (!runs.ok) return runs;
    const size = { points: study.points.length, repeats: study.repeats };
    const measured = await this.#measured.of(studyId, size, runs.value, signal);
    const question = {
      names: study.points.map(pointName),
      parameters: sweptParameters(study.points, scenarios.value),
      primary: study.primary,
      metric,
      leastEffect,
    };
    return success(studyResults(measured, question));
  }

  async band(studyId: string, signal?: AbortSignal): Promise<Result<Band>> {
    const stored = this.#studies.get(studyId);
    if (stored === null) return noSuchStudy(studyId);
    const { study } = stored;
    if (!isBandStudy(study)) return failure("badInput", `${study.name}: is no study of a band`);
    return this.#bandOf(study, signal);
  }

  async #bandOf(study: Study, signal?: AbortSignal): Promise<Result<Band>> {
    const results = await this.results({ studyId: study.id }, signal);
    if (!results.ok) return results;
    const runs = this.#runs.tracked(study);
    if (!runs.ok) return runs;
    const completed = runs.value.filter(({ status }) => status === "completed");
    const ran = study.points.map((_, at) => completed.some(({ point }) => point === at));
    return success(bandOf(study, results.value.metrics, ran));
  }

  /** The newest of a scenario, whatever its seed, that has measured something; null: there is none. */
  async bandFor(scenario: Scenario, signal?: AbortSignal): Promise<Band | null> {
    const wanted = keyOfBase(scenario);
    if (wanted === null) return null;
    for (const { study } of this.#studies.list()) {
      if (!isBandStudy(study) || keyOfBase(study.base) !== wanted) continue;
      const band = await this.#bandOf(study, signal);
      if (band.ok && band.value.metrics.length > 0) return band.value;
    }
    return null;
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

  async resume(studyId: string, repeats?: number): Promise<Result<null>> {
    this.#store.interruptAbandoned();
    const stored = this.#studies.get(studyId);
    if (stored === null) return noSuchStudy(studyId);
    const { study, isOwned } = stored;
    if (isOwned) return failure("badInput", `${study.name}: is running already`);
    if (repeats === undefined || repeats === study.repeats) return this.#begin(study);
    if (repeats < study.repeats) {
      return failure(
        "badInput",
        `${study.name}: ${repeats} repeats are fewer than its ${study.repeats}; allowed: as many or more`,
      );
    }
    const prolonged = { ...study, repeats };
    const scenarios = pointScenarios(prolonged);
    return scenarios.ok ? this.#begin(prolonged, study) : scenarios;
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

  /** A study that was made elsewhere; its results may follow. One that is here already stays as it is. */
  async add(study: Study): Promise<Result<null>> {
    const scenarios = pointScenarios(study);
    if (!scenarios.ok) return scenarios;
    return this.#written(() => {
      if (this.#studies.get(study.id) === null) this.#studies.add(study);
      return success(null);
    });
  }

  /** What has no result yet, or whose run failed. */
  missing(studyId: string): Result<{ readonly study: Study; readonly runs: TrackedRun[] }> {
    const stored = this.#studies.get(studyId);
    if (stored === null) return noSuchStudy(studyId);
    const { study } = stored;
    const runs = this.#runs.tracked(study);
    if (!runs.ok) return runs;
    const missing = runs.value.filter(isMissing);
    if (missing.length > 0) return success({ study, runs: missing });
    const others = noteOfOthers(runs.value);
    return failure(
      "badInput",
      others === null
        ? `${study.name}: has all of its results; nothing is left to be run`
        : `${study.name}: nothing is left to be run. ${others}`,
    );
  }

  async addFile(file: FileRef): Promise<Result<Study>> {
    const bytes = await this.#library.readFile(file, maxStudyBytes);
    if (!bytes.ok) return bytes;
    const text = new TextDecoder().decode(bytes.value);
    const study = parseJsonWith(studySchema, text, file.name);
    if (!study.ok) return study;
    const added = await this.add(study.value);
    return added.ok ? study : added;
  }

  async importRun(file: FileRef, studyIds: readonly string[]): Promise<Result<ImportedRun>> {
    const studies = this.#studies.list().map(({ study }) => study);
    const isAny = studyIds.length === 0;
    const among = studies.filter(({ id }) => isAny || studyIds.includes(id));
    return this.#importing(isAny ? importAnyRun : importResult, file, among);
  }

  /** A result that was computed elsewhere, of one of these studies. */
  importResult(file: FileRef, studies: readonly Study[]): Promise<Result<ImportedRun>> {
    return this.#importing(importResult, file, studies);
  }

  async #importing(
    how: typeof importResult,
    file: FileRef,
    studies: readonly Study[],
  ): Promise<Result<ImportedRun>> {
    this.#store.interruptAbandoned();
    const context = { library: this.#library, runs: this.#runs, discard: this.#context.discard };
    const imported = await how(context, file, studies);
    this.#wake.notify();
    return imported;
  }

  /** Settles when no study of this process is under way; their runs are recorded as interrupted. */
  async close(): Promise<void> {
    this.#closed = true;
    const active = [...this.#active.values()];
    for (const study of active) study.stop("closed");
    await Promise.all(active.map((study) => study.finished));
  }

  /**
   * What is missing of it, if this process gets it: two that each took a look first would run it twice. `former`: what
   * it was before it was prolonged, and is again where the runs are refused.
   */
  async #begin(study: Study, former: Study = study): Promise<Result<null>> {
    const claimed = this.#written(() =>
      this.#studies.claim(study.id)
        ? success(null)
        : failure("badInput", `${study.name}: is running in another Snapscope program`),
    );
    if (!claimed.ok) return claimed;
    const written = this.#replaced(former, study);
    const planned = written.ok ? await this.#plan(study) : written;
    if (!planned.ok) {
      this.#replaced(study, former);
      this.#release(study.id, false);
      return planned;
    }
    const { missing, capacity } = planned.value;
    this.#problems.delete(study.id);
    const active = new ActiveStudy(this.#context, study, missing, capacity);
    this.#active.set(study.id, active);
    void active.finished.then(() => this.#ended(study.id, active));
    return success(null);
  }

  #replaced(former: Study, study: Study): Result<null> {
    if (former === study) return success(null);
    return this.#written(() => {
      this.#studies.replace(study);
      return success(null);
    });
  }

  /** What is missing, and what this machine takes at a time; refused where it cannot take all of it. */
  async #plan(study: Study): Promise<Result<{ missing: TrackedRun[]; capacity: Capacity }>> {
    const found = this.missing(study.id);
    if (!found.ok) return found;
    const missing = found.value.runs;
    const scenarios = missing.map(({ scenario }) => scenario);
    const capacity = capacityFor(scenarios, (index) => `points[${missing[index]?.point}]`);
    if (!capacity.ok) return capacity;
    const room = await checkDiskSpace(scenarios, this.#store.path);
    if (!room.ok) return room;
    return this.#closed
      ? failure("badInput", "Snapscope is closing: no study can be started")
      : success({ missing, capacity: capacity.value });
  }

  #ended(studyId: string, active: ActiveStudy): void {
    this.#active.delete(studyId);
    if (active.problem !== null) this.#problems.set(studyId, active.problem);
    this.#release(studyId, active.isCancelled);
    this.#wake.notify();
  }

  #release(studyId: string, isCancelled: boolean): void {
    try {
      this.#studies.release(studyId, isCancelled);
    } catch {
      // The library cannot be written. The study is this process's until its end, and then interrupted.
    }
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
    const tracked = this.#runs.tracked(stored.study);
    const runs = tracked.ok ? tracked.value : [];
    return stateOf(stored, {
      runs,
      engines: this.#runs.engines(runs),
      problem: tracked.ok ? (this.#problems.get(stored.study.id) ?? null) : tracked.error,
      remainingMs: this.#active.get(stored.study.id)?.remainingMs ?? null,
    });
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

/** The study of a plan that was checked. */
export const newStudy = (request: StudyRequest): Study => ({
  formatVersion: studyFormatVersion,
  id: randomUUID(),
  createdUtc: new Date().toISOString(),
  ...request,
  name: request.name ?? studyName(request),
});

/** Runs that differ in these alone are of one band. */
const keyOfBase = (base: Study["base"]): string | null =>
  scenarioKey({ ...base, seed: 0, pace: 0 });

const noSuchStudy = (id: string) =>
  failure("notFound", `study ${id}: is not in the library; it may have been deleted`);
