/** A study that this process has under way: its runs, begun in turn and recorded in the library. */
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Failure, Result } from "../../contract/result.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Study } from "../../contract/study.ts";
import { runName } from "../../domain/run-name.ts";
import type { ActiveRun, RunRequest } from "../active-run.ts";
import type { Stopped } from "../run-entry.ts";
import type { Capacity } from "./capacity.ts";
import { runInTurn } from "./schedule.ts";
import type { PlannedRun, TrackedRun } from "./study-runs.ts";

export interface StudyContext {
  readonly begin: (request: Omit<RunRequest, "id">) => Promise<Result<ActiveRun>>;
  /** Takes what is left of an earlier try out of the library. */
  readonly discard: (runId: string) => void;
  /** Records a run that could not even begin. */
  readonly recordFailure: (request: Omit<RunRequest, "id">, error: Failure) => void;
  readonly onChange: () => void;
}

/** No run can be made on this machine as it is. */
const noEngine = "engineUnavailable";

export class ActiveStudy {
  /** Settles when no run of it is under way and none will be begun. Never rejects. */
  readonly finished: Promise<void>;
  readonly #context: StudyContext;
  readonly #study: Study;
  readonly #stop = new AbortController();
  readonly #underWay = new Set<ActiveRun>();
  readonly #startedMs = performance.now();
  /** Engine time of the runs that have not begun, and of those that ended here. */
  #waitingMs: number;
  #endedMs = 0;
  #isCancelled = false;
  #stopped: Stopped = null;
  #problem: Failure | null = null;

  constructor(
    context: StudyContext,
    study: Study,
    runs: readonly TrackedRun[],
    capacity: Capacity,
  ) {
    this.#context = context;
    this.#study = study;
    this.#waitingMs = runs.reduce((sum, { scenario }) => sum + plannedMs(scenario), 0);
    this.finished = runInTurn(runs, capacity, this.#stop.signal, (run) => this.#run(run));
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Why it was given up; null: it was not. */
  get problem(): Failure | null {
    return this.#problem;
  }

  /** By what was achieved so far, all runs at a time together; null until there is something. */
  get remainingMs(): number | null {
    let [doneMs, leftMs] = [this.#endedMs, this.#waitingMs];
    for (const { entry } of this.#underWay) {
      doneMs += entry.engineMs;
      leftMs += Math.max(0, entry.plannedMs - entry.engineMs);
    }
    if (doneMs <= 0) return null;
    return (leftMs * (performance.now() - this.#startedMs)) / doneMs;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.stop("killed");
  }

  stop(why: NonNullable<Stopped>): void {
    this.#stop.abort();
    this.#stopped ??= why;
    for (const run of this.#underWay) run.stop(why);
  }

  async #run({ entry, ...planned }: TrackedRun): Promise<void> {
    const { scenario } = planned;
    this.#waitingMs -= plannedMs(scenario);
    const request = this.#requestOf(planned);
    try {
      if (entry !== null) this.#context.discard(entry.id);
      const begun = await this.#context.begin(request);
      if (!begun.ok) {
        if (begun.error.code === noEngine) this.#giveUp(begun.error);
        if (!this.#stop.signal.aborted) this.#context.recordFailure(request, begun.error);
        return;
      }
      await this.#follow(begun.value);
    } catch (error) {
      // The library cannot be written: what runs now would be lost.
      this.#giveUp({ code: "ioError", message: String(error) });
    } finally {
      this.#context.onChange();
    }
  }

  async #follow(run: ActiveRun): Promise<void> {
    this.#underWay.add(run);
    // It began to end while the engine was on its way.
    if (this.#stopped !== null) run.stop(this.#stopped);
    this.#context.onChange();
    await run.finished;
    this.#underWay.delete(run);
    this.#endedMs += run.entry.engineMs;
    const { id, error } = run.entry;
    if (error?.code !== noEngine) return;
    // Every other run would fail of the same: it is said once, of the study.
    this.#context.discard(id);
    this.#giveUp(error);
  }

  #giveUp(problem: Failure): void {
    this.#problem ??= problem;
    this.stop("killed");
  }

  #requestOf({ scenario, point, repeat }: PlannedRun): Omit<RunRequest, "id"> {
    const name = nameInStudy(this.#study, scenario);
    return { scenario, preset: null, name, study: { id: this.#study.id, point, repeat } };
  }
}

/** What a run of it is called: by users, device and snapshots, and what else tells it from the base. */
export function nameInStudy({ base }: Study, scenario: Scenario): string {
  const { seed, pace } = scenario;
  const resolved = resolveScenario(base, "base");
  return resolved.ok ? runName(scenario, { ...resolved.value, seed, pace }, null) : scenario.name;
}

const plannedMs = ({ durationSeconds }: Scenario): number => durationSeconds * 1000;
