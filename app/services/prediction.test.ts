/** What the form predicts beside what the engine then does, for every virtual preset and some questions. */
import { describe, expect, it } from "vitest";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import type { Scenario } from "../contract/scenario.ts";
import { askedVolumes, predictThroughput, tolerance } from "../domain/throughput.ts";
import { figuresOfVolumes } from "../domain/volume-figures.ts";
import { Devices } from "./devices.ts";
import { forkEngine } from "./engine-launcher.ts";
import { startExperiment } from "./experiments.ts";
import { presetNames, readPreset } from "./presets.ts";
import { unwrap } from "./testing/scratch-services.ts";

const devices = new Devices({ launchEngine: forkEngine, environment: process.env });

/** Without snapshots, and long enough for some thousand transactions. */
const shortly = { timeline: [], warmupSeconds: 4, durationSeconds: 12 };

async function predicted(asked: Scenario) {
  const scenario = { ...asked, ...shortly };
  const answer = await figuresOfVolumes(askedVolumes(scenario), (each) => devices.figures(each));
  const throughput = predictThroughput(scenario, unwrap(answer));
  if (throughput === null) throw new Error("nothing was predicted");
  return throughput;
}

/** What is left of presets that differ in their timelines alone is one run. */
const runs = new Map<string, ReturnType<typeof measuredBy>>();
function measured(asked: Scenario) {
  const scenario = { ...asked, ...shortly, name: "measured", description: "", pace: 0 };
  const key = JSON.stringify(scenario);
  const run = runs.get(key) ?? measuredBy(scenario);
  runs.set(key, run);
  return run;
}

/** Transactions a second, and their mean response time in ms. */
async function measuredBy(scenario: Scenario) {
  const run = unwrap(await startExperiment(scenario));
  const { perSecond, byType } = unwrap(await run.finished).transactions;
  const count = byType.reduce((sum, type) => sum + type.count, 0);
  const total = byType.reduce((sum, type) => sum + type.count * (type.meanMs ?? 0), 0);
  return { perSecond, responseMs: count === 0 ? 0 : total / count };
}

interface Question {
  readonly users: number;
  readonly thinkTimeMs: number;
  readonly device: object;
}

/** A scenario of one volume whose pool is full soon. */
function scenarioOf({ users, thinkTimeMs, device }: Question): Scenario {
  const raw = {
    formatVersion: 1,
    name: "a question",
    server: { memoryMiB: 32 },
    database: { sizeMiB: 128, logSizeMiB: 64 },
    storage: {
      volumes: [{ name: "V", device }],
      placement: { data: "V", log: "V", snapshot: "V" },
    },
    workload: { users, thinkTimeMs },
  };
  return unwrap(resolveScenario(raw, "a question"));
}

/** Users who think for longer than the run lasts do not tell in it how often they come. */
const isTold = ({ workload }: Scenario): boolean =>
  workload.thinkTimeMs < 1000 * shortly.durationSeconds;

const virtual: (readonly [string, Scenario])[] = [];
for (const name of await presetNames()) {
  const scenario = await readPreset(name);
  if (scenario.ok && scenario.value.mode === "virtual" && isTold(scenario.value)) {
    virtual.push([name, scenario.value]);
  }
}

function expectNear(prediction: number, measurement: number): void {
  const off = Math.abs(prediction - measurement);
  const said = `predicted ${prediction}, measured ${measurement}`;
  expect(off, said).toBeLessThanOrEqual(tolerance * measurement);
}

describe("the predicted throughput is near what the engine does", () => {
  it.each(virtual)("for the preset %s", async (_, scenario) => {
    const { perSecond } = await predicted(scenario);
    expectNear(perSecond, (await measured(scenario)).perSecond);
  });

  it("for 300 users on NVMe, their response time too", async () => {
    const device = { preset: "nvme-data-centre" };
    const scenario = scenarioOf({ users: 300, thinkTimeMs: 500, device });
    const { perSecond, responseMs, thinking } = await predicted(scenario);
    const run = await measured(scenario);
    expectNear(perSecond, run.perSecond);
    expectNear(responseMs, run.responseMs);
    expect(thinking).toBeGreaterThan(0.99);
  });

  it("for more users than their disks take, whose response time lies in its range", async () => {
    const device = {
      parallelism: 8,
      readServiceUs: 6000,
      writeServiceUs: 5000,
      spread: "exponential",
      bandwidthMiBPerSecond: 100,
    };
    const scenario = scenarioOf({ users: 100, thinkTimeMs: 300, device });
    const { perSecond, responseRange, busiest } = await predicted(scenario);
    const run = await measured(scenario);
    expectNear(perSecond, run.perSecond);
    expect(busiest.name).toBe("V");
    expect(busiest.share).toBeGreaterThan(0.95);
    expect(run.responseMs).toBeGreaterThan(responseRange?.leastMs ?? Number.NaN);
    expect(run.responseMs).toBeLessThan(responseRange?.mostMs ?? Number.NaN);
  });

  it("or gives a range, for few disks whose seeks are shorter than of places all over them", async () => {
    const device = { preset: "sqlcat-j" };
    const scenario = scenarioOf({ users: 150, thinkTimeMs: 300, device });
    const { perSecondRange, busiest } = await predicted(scenario);
    const run = await measured(scenario);
    expect(busiest.name).toBe("V");
    expect(run.perSecond).toBeGreaterThan((1 - tolerance) * (perSecondRange?.least ?? Number.NaN));
    expect(run.perSecond).toBeLessThan((1 + tolerance) * (perSecondRange?.most ?? Number.NaN));
  });
});
