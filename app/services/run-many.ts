/**
 * Several runs at a time: simulated ones as many as there are processors and memory for, each in an
 * engine process of its own; real ones one after the other, since each wants the machine for itself.
 */
import { availableParallelism, freemem, totalmem } from "node:os";
import { failure, type Result, success } from "../contract/result.ts";
import type { Scenario } from "../contract/scenario.ts";
import { type ComparedRun, comparedRun } from "../domain/comparison/compared-run.ts";
import { predictRunMemory } from "../domain/run-memory.ts";
import { SeriesRecorder } from "../domain/series/series.ts";
import { type Experiment, startExperiment } from "./experiments.ts";

export interface ManyRuns {
  /** Run in this order, as far as several do not go at a time. */
  readonly scenarios: readonly Scenario[];
  /** Ends all of them; what has not begun does not. */
  readonly signal: AbortSignal;
  readonly onBegin: (atOnce: number) => void;
  readonly onEnded: (ended: number) => void;
}

/** Share of the free memory that runs may take. */
const usableShare = 0.8;

/** Results at the places of their scenarios. A run that failed leaves the others as they are. */
export async function runMany(runs: ManyRuns): Promise<Result<readonly Result<ComparedRun>[]>> {
  const { scenarios, signal, onBegin, onEnded } = runs;
  const atOnce = howManyAtOnce(scenarios);
  if (!atOnce.ok) return atOnce;
  const results: Result<ComparedRun>[] = scenarios.map(() =>
    failure("interrupted", "the run was not begun: the comparison was cancelled"),
  );
  const underWay = new Set<Experiment>();
  const cancel = () => {
    for (const run of underWay) run.kill();
  };
  signal.addEventListener("abort", cancel);
  onBegin(atOnce.value);
  let [next, ended] = [0, 0];
  const work = async (): Promise<void> => {
    while (next < scenarios.length && !signal.aborted) {
      const at = next;
      next += 1;
      const scenario = scenarios[at];
      if (scenario !== undefined) results[at] = await runOne(scenario, underWay, signal);
      ended += 1;
      onEnded(ended);
    }
  };
  await Promise.all(Array.from({ length: atOnce.value }, work));
  signal.removeEventListener("abort", cancel);
  return success(results);
}

function howManyAtOnce(scenarios: readonly Scenario[]): Result<number> {
  if (scenarios.some(({ mode }) => mode === "real")) return success(1);
  const most = Math.max(...scenarios.map((scenario) => predictRunMemory(scenario).totalBytes));
  if (most > totalmem()) {
    const [needed, there] = [most, totalmem()].map((bytes) => Math.ceil(bytes / 2 ** 20));
    return failure(
      "badInput",
      `A run would take ${needed} MiB of memory, and this machine has ${there}; make the database or the buffer pool smaller, or fewer users.`,
    );
  }
  const byMemory = Math.floor((usableShare * freemem()) / most);
  return success(Math.max(1, Math.min(availableParallelism(), byMemory, scenarios.length)));
}

async function runOne(
  scenario: Scenario,
  underWay: Set<Experiment>,
  signal: AbortSignal,
): Promise<Result<ComparedRun>> {
  const recorder = new SeriesRecorder();
  const started = await startExperiment(scenario, { onFrame: (frame) => recorder.take(frame) });
  if (!started.ok) return started;
  underWay.add(started.value);
  if (signal.aborted) started.value.kill();
  const result = await started.value.finished;
  underWay.delete(started.value);
  if (!result.ok) return result;
  const { run } = result.value;
  if (run.status !== "completed") {
    return failure("runFailed", run.error?.message ?? `the run was ${run.status}`);
  }
  if (run.verified === false) {
    return failure("runFailed", "a snapshot does not show what was committed at its as-of time");
  }
  return success(comparedRun(result.value, recorder.series({ points: Number.MAX_SAFE_INTEGER })));
}
