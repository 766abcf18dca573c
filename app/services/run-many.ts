/**
 * Several runs at a time: simulated ones as many as there are processors and memory for, each in an
 * engine process of its own; real ones one after the other, since each wants the machine for itself.
 */

import { failure, type Result, success } from "../contract/result.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { Summary } from "../contract/summary.ts";
import { inconsistencies, lossesOf, verifiedOf } from "../domain/consistency.ts";
import { SeriesRecorder } from "../domain/series/series.ts";
import { type Experiment, startExperiment } from "./experiments.ts";
import { capacityFor } from "./studies/capacity.ts";
import { runInTurn } from "./studies/schedule.ts";

export interface ManyRuns<Measured> {
  /** Run in this order, as far as several do not go at a time. */
  readonly scenarios: readonly Scenario[];
  /** Ends all of them; what has not begun does not. */
  readonly signal: AbortSignal;
  readonly onBegin: (atOnce: number) => void;
  readonly onEnded: (ended: number) => void;
  /** What is kept of a run: its samples are gone afterwards. */
  readonly measure: (summary: Summary, samples: SeriesRecorder) => Measured;
}

/** Results at the places of their scenarios. A run that failed leaves the others as they are. */
export async function runMany<Measured>({
  scenarios,
  signal,
  onBegin,
  onEnded,
  measure,
}: ManyRuns<Measured>): Promise<Result<readonly Result<Measured>[]>> {
  const capacity = capacityFor(scenarios);
  if (!capacity.ok) return capacity;
  const results: Result<Measured>[] = scenarios.map(() =>
    failure("interrupted", "the run was not begun: it was cancelled before"),
  );
  const underWay = new Set<Experiment>();
  const cancel = () => {
    for (const run of underWay) run.kill();
  };
  signal.addEventListener("abort", cancel);
  onBegin(Math.min(capacity.value.atOnce, scenarios.length));
  let ended = 0;
  const runs = scenarios.map((scenario, at) => ({ scenario, at }));
  /** Why no run can be made on this machine as it is: said once, not by each. */
  let unavailable: Result<Measured> | null = null;
  await runInTurn(runs, capacity.value, signal, async ({ scenario, at }) => {
    const result = unavailable ?? (await runOne({ scenario, underWay, signal, measure }));
    results[at] = result;
    if (!result.ok && result.error.code === "engineUnavailable") {
      unavailable = result;
      return;
    }
    ended += 1;
    onEnded(ended);
  });
  signal.removeEventListener("abort", cancel);
  return success(results);
}

interface OneRun<Measured> extends Pick<ManyRuns<Measured>, "signal" | "measure"> {
  readonly scenario: Scenario;
  readonly underWay: Set<Experiment>;
}

async function runOne<Measured>({
  scenario,
  underWay,
  signal,
  measure,
}: OneRun<Measured>): Promise<Result<Measured>> {
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
  if (verifiedOf(result.value) === false) {
    const [inconsistent] = inconsistencies(result.value);
    const [lost] = lossesOf(result.value.snapshots);
    const why =
      inconsistent ?? lost ?? "a snapshot does not show what was committed at its as-of time";
    return failure("runFailed", why);
  }
  return success(measure(result.value, recorder));
}
