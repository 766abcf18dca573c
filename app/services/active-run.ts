/** A run that this process has under way: its engine, its recording, and those who watch it. */
import type { Command } from "../contract/command.ts";
import { figuresOfFirst, noCreationFigures } from "../contract/creation-cost.ts";
import { failure, type Result, success } from "../contract/result.ts";
import type { RunEntry, RunStep } from "../contract/rpc/runs.ts";
import type { LiveUpdate } from "../contract/rpc/timeline-data.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { StudyPlace } from "../contract/study.ts";
import type { Summary } from "../contract/summary.ts";
import type { EngineLauncher } from "./engine-launcher.ts";
import { type Experiment, type ExperimentObserver, startExperiment } from "./experiments.ts";
import { whenNotBusy } from "./library/busy-library.ts";
import type { LibraryChanges } from "./library/changes.ts";
import { readCreationCosts } from "./library/creation-costs.ts";
import { cannotWrite } from "./library/open-database.ts";
import { RunRecording } from "./library/recording.ts";
import { printOrigin } from "./library/run-rows.ts";
import type { Ending, RunStore } from "./library/run-store.ts";
import { LiveFeed } from "./live/live-feed.ts";
import { nameOfRun } from "./presets.ts";
import { endingOf, newEntry, type Stopped } from "./run-entry.ts";

/** What the services of runs share. */
export interface RunContext {
  readonly store: RunStore;
  readonly changes: LibraryChanges;
  readonly environment: NodeJS.ProcessEnv;
  readonly launchEngine: EngineLauncher;
}

export interface RunRequest {
  readonly id: string;
  /** Resolved. */
  readonly scenario: Scenario;
  readonly preset: string | null;
  /** Default: what tells it from the preset. */
  readonly name?: string;
  /** The study that it is a run of. */
  readonly study?: StudyPlace;
  /** The step of a series that it is. */
  readonly step?: RunStep;
  /** Sees what is recorded, such as a progress bar. */
  readonly observer?: ExperimentObserver;
}

export class ActiveRun implements Experiment {
  /** Settles when the run is over and the library knows it. Never rejects. */
  readonly finished: Promise<Result<Summary>>;
  readonly scenario: Scenario;
  readonly notes: readonly string[];
  readonly #context: RunContext;
  readonly #experiment: Experiment;
  readonly #recording: RunRecording;
  readonly #feed: LiveFeed;
  readonly #startedMs = performance.now();
  #entry: RunEntry;
  #origin: string;
  #stopped: Stopped = null;
  #ending: Ending | null = null;
  #isKept = true;

  /** In the library before the engine starts; a run that cannot start leaves nothing there. */
  static async start(context: RunContext, request: RunRequest): Promise<Result<ActiveRun>> {
    const { id, scenario, preset, study, step, observer } = request;
    const name = request.name ?? (await nameOfRun(scenario, preset));
    const place = {
      ...(study === undefined ? {} : { study }),
      ...(step === undefined ? {} : { step }),
    };
    const entry = newEntry({ id, scenario, preset, name, ...place });
    const { store } = context;
    const origin = printOrigin(scenario.startTime ?? entry.createdAt.slice(0, 19));
    try {
      store.begin({ entry, scenario, summary: null, origin });
    } catch (error) {
      return failure("ioError", cannotWrite(store.path, error));
    }
    let run: ActiveRun | null = null;
    const recording = new RunRecording(store, entry, () => run?.announce());
    const feed = new LiveFeed(() => run?.head ?? { entry, origin });
    const started = await startExperiment(
      scenario,
      {
        onFrame: (frame, bytes) => {
          recording.take(frame, bytes);
          feed.take(frame);
          return observer?.onFrame?.(frame, bytes);
        },
      },
      context.environment,
      context.launchEngine,
    );
    if (!started.ok) {
      recording.discard();
      store.forget(id);
      return started;
    }
    try {
      run = new ActiveRun(context, entry, started.value, recording, feed);
      run.announce();
      return success(run);
    } catch (error) {
      started.value.kill();
      await started.value.finished;
      recording.discard();
      const problem = failure("ioError", cannotWrite(store.path, error));
      const recorded = { progress: recording.progress, cost: noCreationFigures };
      store.endLater(id, endingOf(problem, null, recorded, performance.now()), origin);
      return problem;
    }
  }

  private constructor(
    context: RunContext,
    entry: RunEntry,
    experiment: Experiment,
    recording: RunRecording,
    feed: LiveFeed,
  ) {
    this.#context = context;
    this.#entry = entry;
    this.#experiment = experiment;
    this.#recording = recording;
    this.#feed = feed;
    this.scenario = experiment.scenario;
    this.notes = experiment.notes;
    this.#origin = printOrigin(experiment.scenario.startTime ?? entry.createdAt.slice(0, 19));
    context.store.setOrigin(entry.id, this.#origin);
    this.finished = experiment.finished.then((result) => this.#end(result));
  }

  get id(): string {
    return this.#entry.id;
  }

  /** False once it is over: what was measured is not all in the library. */
  get isKept(): boolean {
    return this.#isKept;
  }

  get study(): StudyPlace | undefined {
    return this.#entry.study;
  }

  /** The library's entry, with the progress that the library may not have yet. */
  get entry(): RunEntry {
    this.#entry = this.#context.store.get(this.id) ?? this.#entry;
    return { ...this.#entry, ...(this.#ending ?? this.#recording.progress) };
  }

  get head(): { readonly entry: RunEntry; readonly origin: string } {
    return { entry: this.entry, origin: this.#origin };
  }

  command(command: Command): void {
    this.#experiment.command(command);
  }

  /** Ends the engine process at once, as the user asked. */
  kill(): void {
    this.stop("killed");
  }

  stop(why: NonNullable<Stopped>): void {
    this.#stopped ??= why;
    this.#experiment.kill();
  }

  /** What was recorded so far can be read from the library then. */
  flush(): void {
    this.#recording.flush();
  }

  watch(signal: AbortSignal): AsyncIterable<LiveUpdate> {
    return this.#feed.watch(signal);
  }

  announce(): void {
    this.#context.changes.announce({ kind: "changed", entry: this.entry });
  }

  /** However this goes, the run is over for everybody: nothing that is thrown here would be heard. */
  async #end(result: Result<Summary>): Promise<Result<Summary>> {
    const { store } = this.#context;
    let cost = noCreationFigures;
    const endWith = (outcome: Result<Summary>): Ending => {
      const recorded = { progress: this.#recording.progress, cost };
      this.#ending = endingOf(outcome, this.#stopped, recorded, this.#startedMs);
      return this.#ending;
    };
    let outcome = result;
    try {
      await whenNotBusy(() => this.#recording.close());
      const costs = await readCreationCosts(store, this.id);
      if (costs.ok) cost = figuresOfFirst(costs.value);
      const summary = result.ok ? result.value : null;
      if (summary !== null) this.#origin = printOrigin(summary.run.origin);
      const ending = endWith(result);
      await whenNotBusy(() => store.end(this.id, ending, summary, this.#origin));
    } catch (error) {
      this.#isKept = false;
      // An engine that failed for another reason keeps that one.
      if (result.ok) outcome = failure("ioError", cannotWrite(store.path, error));
      store.endLater(this.id, endWith(outcome), this.#origin);
    }
    try {
      this.announce();
    } catch {
      // The library cannot even be read: a page that shows runs asks the library, and is told so there.
    }
    this.#feed.end(outcome.ok ? outcome.value : null);
    return outcome;
  }
}
