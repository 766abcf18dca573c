/** Runs of this process: started, steered, watched, and recorded in the library. */
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { Command } from "../contract/command.ts";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import { failure, type Result, success } from "../contract/result.ts";
import type { ExperimentsService, StartedRun, StartRequest } from "../contract/rpc/services.ts";
import type { LiveUpdate } from "../contract/rpc/timeline-data.ts";
import { refusedWith } from "../contract/tpcc.ts";
import { ActiveRun, type RunContext, type RunRequest } from "./active-run.ts";
import { noSuchRun } from "./library/run-reader.ts";
import { followRun } from "./live/follow-run.ts";
import { cleanFolder } from "./workspace.ts";
import { readMarker } from "./workspace-marker.ts";

/** Each takes a processor and memory of its own; beyond this they only slow each other down. */
const maxActiveRuns = 8;

/** The longest name of a run. */
const longestName = 100;

const isMarked = async (folder: string): Promise<boolean> =>
  (await readMarker(resolve(folder))).state !== "absent";

export class Experiments implements ExperimentsService {
  readonly #context: RunContext;
  readonly #prepare: (runId: string) => Promise<void>;
  readonly #active = new Map<string, ActiveRun>();
  #starting = 0;
  #closed = false;

  /** `prepare` makes ready for the first look at a run that is over. */
  constructor(context: RunContext, prepare: (runId: string) => Promise<void>) {
    this.#context = context;
    this.#prepare = prepare;
  }

  async start({
    scenario,
    preset,
    step,
    paused = false,
  }: StartRequest): Promise<Result<StartedRun>> {
    const resolved = resolveScenario(scenario, "scenario");
    if (!resolved.ok) return resolved;
    // What it is called tells the steps of a series apart.
    const of = step === undefined ? {} : { step, name: step.change.slice(0, longestName) };
    const run = await this.begin({ scenario: resolved.value, preset, ...of });
    if (!run.ok) return run;
    // The engine heeds it once its server is up, before any time goes by.
    if (paused) run.value.command({ kind: "pause" });
    return success({ ...run.value.entry, notes: run.value.notes });
  }

  /** For who wants the summary too: the command line, and studies, which mind the machine themselves. */
  async begin(request: Omit<RunRequest, "id">): Promise<Result<ActiveRun>> {
    if (this.#closed) return failure("badInput", "Snapscope is closing: no run can be started");
    const counts = request.study === undefined;
    const single = [...this.#active.values()].filter(({ study }) => study === undefined);
    if (counts && single.length + this.#starting >= maxActiveRuns) {
      return failure(
        "badInput",
        `${maxActiveRuns} runs are under way, the most at once; wait for one to end, or cancel one`,
      );
    }
    this.#starting += Number(counts);
    const started = await ActiveRun.start(this.#context, {
      ...request,
      id: randomUUID(),
    }).finally(() => {
      this.#starting -= Number(counts);
    });
    if (!started.ok) return started;
    const run = started.value;
    this.#active.set(run.id, run);
    void run.finished.then(() => {
      this.#active.delete(run.id);
      if (!this.#closed) void this.#prepare(run.id);
    });
    // The program began to close while the engine was on its way.
    if (this.#closed) run.stop("closed");
    return started;
  }

  async command(runId: string, command: Command): Promise<Result<null>> {
    const run = this.#active.get(runId);
    // What the rules refuse is not recorded: a run's scenario, commands and all, can be run again.
    const why = run === undefined ? null : refusedWith(run.scenario.workload.profile, command.kind);
    if (why !== null) return failure("badInput", `${command.kind} ${why}`);
    if (command.kind === "cancel" && this.#isOver(runId)) return success(null);
    return this.#onActive(runId, (active) => active.command(command));
  }

  /** Who stops what has ended meanwhile has what was asked for. */
  async kill(runId: string): Promise<Result<null>> {
    if (this.#isOver(runId)) return success(null);
    return this.#onActive(runId, (run) => run.kill());
  }

  /** Folders that hold nothing of ours are none of our business. */
  async removeLeftovers(scenario: unknown): Promise<Result<number>> {
    const resolved = resolveScenario(scenario, "scenario");
    if (!resolved.ok) return resolved;
    const { environment } = this.#context;
    const folders = resolved.value.storage.volumes.map(({ folder = null }) => folder);
    let files = 0;
    for (const folder of new Set(folders)) {
      if (folder !== null && !(await isMarked(folder))) continue;
      const cleaned = await cleanFolder(folder, environment);
      if (!cleaned.ok) return cleaned;
      files += cleaned.value.files.length;
    }
    return success(files);
  }

  async *watch(runId: string, signal: AbortSignal): AsyncGenerator<LiveUpdate> {
    const active = this.#active.get(runId);
    if (active !== undefined) {
      yield* active.watch(signal);
      return;
    }
    const { store } = this.#context;
    store.interruptAbandoned();
    yield* followRun(store, runId, signal);
  }

  /** So that a read of the library sees all of a run under way. */
  flush(runId: string): void {
    this.#active.get(runId)?.flush();
  }

  /** Settles when every run is over and recorded as interrupted. */
  async close(): Promise<void> {
    this.#closed = true;
    const runs = [...this.#active.values()];
    for (const run of runs) run.stop("closed");
    await Promise.all(runs.map((run) => run.finished));
  }

  #isOver(runId: string): boolean {
    if (this.#active.has(runId)) return false;
    const entry = this.#context.store.get(runId);
    return entry !== null && entry.status !== "running";
  }

  #onActive(runId: string, act: (run: ActiveRun) => void): Result<null> {
    const run = this.#active.get(runId);
    if (run !== undefined) {
      act(run);
      return success(null);
    }
    const entry = this.#context.store.get(runId);
    if (entry === null) return noSuchRun(runId);
    return failure(
      "badInput",
      entry.status === "running"
        ? `${entry.name}: runs in another Snapscope program; steer it there`
        : `${entry.name}: is over (${entry.status}) and takes no commands; start it again to steer it`,
    );
  }
}
