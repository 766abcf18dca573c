/**
 * What the advisor recommends of small runs, and whether it is true: each recommendation is run against
 * what it was made of, and what it promised has to be proven.
 */
import { describe, expect, it } from "vitest";
import type { Recommendation } from "../contract/recommendation.ts";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import { type Scenario, scenarioSchema } from "../contract/scenario.ts";
import { applySetting } from "../contract/set-path.ts";
import type { Summary } from "../contract/summary.ts";
import { compareRuns } from "../domain/comparison/compare-runs.ts";
import { comparedRun } from "../domain/comparison/compared-recordings.ts";
import { recommendationsFor } from "./advisor.ts";
import { Devices } from "./devices.ts";
import { forkEngine } from "./engine-launcher.ts";
import { startExperiment } from "./experiments.ts";
import { runMany } from "./run-many.ts";
import { unwrap } from "./testing/scratch-services.ts";

const queue = (parallelism: number) => ({
  parallelism,
  readServiceUs: 4000,
  writeServiceUs: 4000,
  bandwidthMiBPerSecond: 400,
});

/** Everything apart, and devices for twice of what is asked of them: nothing to recommend. */
const wellPlaced = {
  formatVersion: 1,
  name: "advised",
  durationSeconds: 6,
  warmupSeconds: 1,
  sampleIntervalMs: 100,
  server: { schedulers: 4, memoryMiB: 8 },
  database: { sizeMiB: 32, logSizeMiB: 32, filledPercent: 40 },
  storage: {
    volumes: [
      { name: "Q", device: queue(16) },
      { name: "J", device: { ...queue(8), writeServiceUs: 500 } },
      { name: "P", device: queue(16) },
    ],
    placement: { data: "Q", log: "J", snapshot: "P" },
  },
  workload: { users: 40, thinkTimeMs: 100 },
  timeline: [{ atSeconds: 1.5, command: { kind: "createSnapshot", name: "first" } }],
};

function changed(document: unknown, settings: readonly string[]): Scenario {
  const settled = settings.reduce<unknown>(
    (made, setting) => unwrap(applySetting(made, setting, scenarioSchema)),
    document,
  );
  return unwrap(resolveScenario(settled, "a test"));
}

const devices = new Devices({ launchEngine: forkEngine, environment: process.env });

async function summaryOf(settings: readonly string[]): Promise<Summary> {
  const run = unwrap(await startExperiment(changed(wellPlaced, settings)));
  return unwrap(await run.finished);
}

const rulesOf = async (summary: Summary) =>
  (await recommendationsFor(summary, devices)).map(({ rule }) => rule);

/** The fewest pairs from the same seeds that can prove something. */
const pairs = 6;

/** What the comparison comes to that the recommendation asks for. */
async function outcomeOf({ both, settings, promise }: Recommendation, { scenario }: Summary) {
  const sides = [changed(scenario, both), changed(scenario, [...both, ...settings])];
  const scenarios = sides.flatMap((side) =>
    Array.from({ length: pairs }, (_, seed) => ({ ...side, seed })),
  );
  const { signal } = new AbortController();
  const nobody = () => undefined;
  const done = await runMany({
    scenarios,
    signal,
    onBegin: nobody,
    onEnded: nobody,
    measure: (ran, samples) =>
      comparedRun(ran, samples.series({ points: Number.MAX_SAFE_INTEGER })),
  });
  const runs = unwrap(done).map(unwrap);
  const compared = compareRuns({
    base: runs.slice(0, pairs),
    variant: runs.slice(pairs),
    paired: true,
    primary: promise.metric,
  });
  const asked = unwrap(compared).metrics.find(({ id }) => id === promise.metric);
  if (asked === undefined) throw new Error(`${promise.metric} was not compared`);
  return asked.comparison;
}

const creation = (name: string, trigger: object) => ({
  ...trigger,
  command: { kind: "createSnapshot", name },
});
const timeline = (...entries: readonly object[]) => `timeline=${JSON.stringify(entries)}`;
const rebuild = { atSeconds: 1.5, command: { kind: "rebuildIndex", index: 1 } };

const three = [
  creation("first", { atSeconds: 0.1 }),
  creation("second", { atSeconds: 0.4 }),
  creation("third", { atSeconds: 0.7 }),
] as const;
const drop = (name: string, atSeconds: number) => ({
  atSeconds,
  command: { kind: "dropSnapshot", name },
});
const inTurn = [three[0], drop("first", 0.4), three[1], drop("second", 0.7), three[2]];

/** `share`: by how much the metric falls at the least; in these runs it fell by twice that and more. */
const cases = [
  {
    rule: "snapshotVolume",
    when: "sparse files share a busy volume with data",
    settings: ["storage.placement.snapshot=Q", "storage.volumes.0.device.parallelism=5"],
    share: -0.15,
    unless: "the volume that they share has time for both",
    otherwise: ["storage.placement.snapshot=Q", "storage.volumes.0.device.parallelism=64"],
  },
  {
    rule: "severalSnapshots",
    when: "three snapshots are created before the load",
    settings: [timeline(...three)],
    share: -0.1,
    unless: "each is dropped before the next",
    otherwise: [timeline(...inTurn)],
  },
  {
    rule: "indexMaintenance",
    when: "a snapshot is created while an index is rebuilt",
    settings: [timeline(rebuild, creation("first", { atSeconds: 1.6 }))],
    share: -0.3,
    unless: "it is created when the rebuild is over",
    otherwise: [
      timeline(
        { ...rebuild, name: "rebuild" },
        creation("first", { after: { step: "rebuild", event: "completed" } }),
      ),
    ],
  },
  {
    rule: "ioHeadroom",
    when: "the volume of the sparse files cannot keep up",
    settings: ["storage.volumes.2.device.parallelism=1"],
    share: -0.3,
    unless: "the same volume is asked for little",
    otherwise: ["storage.volumes.2.device.parallelism=1", "workload.users=1"],
  },
] as const;

describe.each(cases)("$rule", ({ rule, when, settings, share, unless, otherwise }) => {
  it(`is recommended when ${when}, and what it promises is proven`, async () => {
    const summary = await summaryOf(settings);
    const [recommendation, ...others] = await recommendationsFor(summary, devices);
    expect(others.map((other) => other.rule)).toEqual([]);
    expect(recommendation?.rule).toBe(rule);
    if (recommendation === undefined) return;
    const { outcome, relative } = await outcomeOf(recommendation, summary);
    expect(recommendation.promise.direction).toBe("falls");
    expect(outcome.kind).toBe("proven");
    expect(relative?.share).toBeLessThan(share);
  });

  it(`is not recommended when ${unless}`, async () => {
    expect(await rulesOf(await summaryOf(otherwise))).toEqual([]);
  });
});

describe("index maintenance that meets an older snapshot", () => {
  it("is recommended to come first, too", async () => {
    const before = creation("first", { atSeconds: 1 });
    const summary = await summaryOf([timeline(before, { ...rebuild, atSeconds: 2 })]);
    const [recommendation] = await recommendationsFor(summary, devices);
    expect(recommendation?.title).toBe("Create snapshots after index maintenance, not before it.");
  });
});
