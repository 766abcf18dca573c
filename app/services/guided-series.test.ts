/** The tuning post's two paths: what the rules recommend of each run, until nothing is left, and what came of it. */
import { expect, it } from "vitest";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import { type Scenario, scenarioSchema } from "../contract/scenario.ts";
import { applySetting } from "../contract/set-path.ts";
import type { Step } from "../contract/step.ts";
import { adviceOn } from "../domain/advisor/advice.ts";
import { type StepRun, stepsOf } from "../domain/advisor/steps.ts";
import { presetScenario } from "../domain/scenario-form/testing/presets.ts";
import { runMany } from "./run-many.ts";
import { unwrap } from "./testing/scratch-services.ts";

const changed = (scenario: Scenario, settings: readonly string[]): Scenario =>
  unwrap(
    resolveScenario(
      settings.reduce<unknown>(
        (made, setting) => unwrap(applySetting(made, setting, scenarioSchema)),
        scenario,
      ),
      "a test",
    ),
  );

async function run(scenario: Scenario): Promise<Omit<StepRun, "entry">> {
  const done = await runMany({
    ...{ scenarios: [scenario], onBegin: () => undefined, onEnded: () => undefined },
    signal: new AbortController().signal,
    measure: (summary, samples) => ({
      ...{ scenario: summary.scenario, summary },
      series: samples.series({ points: Number.MAX_SAFE_INTEGER }),
    }),
  });
  const [ran] = unwrap(done);
  if (ran === undefined) throw new Error("nothing was run");
  return unwrap(ran);
}

/** `most`: so many runs, if the rules would go on. */
async function series(preset: string, small: readonly string[], most: number) {
  const runs: StepRun[] = [];
  let scenario: Scenario | null = changed(presetScenario(preset), small);
  let change: string | null = null;
  while (scenario !== null && runs.length < most) {
    const ran: Omit<StepRun, "entry"> = await run(scenario);
    const id = String(runs.length);
    const of = String(runs.length - 1);
    runs.push({ ...ran, entry: change === null ? { id } : { id, step: { of, change } } });
    const [next] = adviceOn(ran, null).recommendations;
    scenario = next === undefined ? null : changed(ran.scenario, [...next.both, ...next.settings]);
    change = next?.title ?? null;
  }
  return stepsOf(runs);
}

const told = (steps: readonly Step[]) => steps.map(({ change, bound }) => [change, bound]);
const times = (steps: readonly Step[]) => steps.map(({ timesFirst }) => timesFirst ?? 0);

it("a backup: destinations, buffers, and NUL as a control", async () => {
  const steps = await series(
    "faster-backups-step-by-step",
    ["database.sizeMiB=2048", "durationSeconds=6"],
    9,
  );
  // Both volumes are read alike.
  const reads = expect.stringMatching(/^the time of an I\/O of volume DSI3[45]00$/);
  expect(told(steps)).toEqual([
    [null, "the buffers of the backup"],
    ["Write the backup to more destinations.", reads],
    ["Give the backup more and larger buffers.", reads],
    ["Back up to NUL once, as a control.", reads],
  ]);
  const [, nine = 0, tuned = 0, nul = 0] = times(steps);
  expect(nine).toBeGreaterThan(1.4);
  expect(tuned).toBeGreaterThan(nine);
  expect(nul / tuned).toBeCloseTo(1, 1);
});

it("a scan: partitions, then every processor", async () => {
  const steps = await series(
    "faster-scans-step-by-step",
    ["database.sizeMiB=1032", "sampleIntervalMs=10", "durationSeconds=3"],
    3,
  );
  expect(told(steps)).toEqual([
    [null, "latches of the server"],
    ["Partition the table.", "the speed of a core"],
    ["Let the scan use every processor.", "the schedulers"],
  ]);
  const [, partitioned = 0, every = 0] = times(steps);
  expect(partitioned).toBeGreaterThan(2);
  expect(every).toBeGreaterThan(partitioned);
});
