/**
 * What the advisor recommends of small runs, and whether it is true: each recommendation is run against
 * what it was made of, and what it promised has to be proven.
 */
import { describe, expect, it } from "vitest";
import type { Recommendation } from "../contract/recommendation.ts";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import { type Scenario, scenarioSchema } from "../contract/scenario.ts";
import { applySetting } from "../contract/set-path.ts";
import type { Summary } from "../contract/summary.ts";
import { adviceOn } from "../domain/advisor/advice.ts";
import { compareRuns } from "../domain/comparison/compare-runs.ts";
import { comparedRun } from "../domain/comparison/compared-recordings.ts";
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

const nobody = () => undefined;

/** What is measured of each scenario, run at the same time. */
async function measuredOf<T>(
  scenarios: readonly Scenario[],
  measure: (summary: Summary, series: Series) => T,
): Promise<readonly T[]> {
  const done = await runMany({
    ...{ scenarios, onBegin: nobody, onEnded: nobody },
    signal: new AbortController().signal,
    measure: (ran, samples) => measure(ran, samples.series({ points: Number.MAX_SAFE_INTEGER })),
  });
  return unwrap(done).map(unwrap);
}

async function advised(settings: readonly string[]) {
  const [told] = await measuredOf([changed(wellPlaced, settings)], (summary, series) => ({
    summary,
    ...adviceOn({ scenario: summary.scenario, summary, series }, null),
  }));
  if (told === undefined) throw new Error("nothing was run");
  return told;
}

/** The fewest pairs from the same seeds that can prove something. */
const pairs = 6;

/** What the comparison comes to that the recommendation asks for. */
async function outcomeOf({ both, settings, promise }: Recommendation, { scenario }: Summary) {
  const sides = [changed(scenario, both), changed(scenario, [...both, ...settings])];
  const scenarios = sides.flatMap((side) =>
    Array.from({ length: pairs }, (_, seed) => ({ ...side, seed })),
  );
  const runs = await measuredOf(scenarios, (ran, series) => comparedRun(ran, series));
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

/** `share`: by how much the metric changes at the least. */
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
    rule: "bottleneck",
    when: "the volume of the sparse files cannot keep up",
    settings: ["storage.volumes.2.device.parallelism=1"],
    share: 0.1,
    unless: "the same volume is asked for little",
    otherwise: ["storage.volumes.2.device.parallelism=1", "workload.users=1"],
  },
] as const;

describe.each(cases)("$rule", ({ rule, when, settings, share, unless, otherwise }) => {
  it(`is recommended when ${when}, and what it promises is proven`, async () => {
    const { summary, recommendations } = await advised(settings);
    const [recommendation, ...others] = recommendations;
    expect(others.map((other) => other.rule)).toEqual([]);
    expect(recommendation?.rule).toBe(rule);
    if (recommendation === undefined) return;
    const { outcome, relative } = await outcomeOf(recommendation, summary);
    expect(recommendation.promise.direction).toBe(share < 0 ? "falls" : "rises");
    expect(outcome.kind).toBe("proven");
    expect((relative?.share ?? 0) / share).toBeGreaterThan(1);
  });

  it(`is not recommended when ${unless}`, async () => {
    const { recommendations } = await advised(otherwise);
    expect(recommendations.map((other) => other.rule)).toEqual([]);
  });
});

describe("index maintenance that meets an older snapshot", () => {
  it("is recommended to come first, too", async () => {
    const before = creation("first", { atSeconds: 1 });
    const { recommendations } = await advised([timeline(before, { ...rebuild, atSeconds: 2 })]);
    const [recommendation] = recommendations;
    expect(recommendation?.title).toBe("Create snapshots after index maintenance, not before it.");
  });
});
