import { describe, expect, it } from "vitest";
import type { DeviceFigures } from "../../contract/device.ts";
import { deviceOfPreset } from "../../contract/device.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { type Scenario, type ScenarioInput, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import type { Summary } from "../../contract/summary.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { recommendationsOn } from "./recommendations.ts";
import { twice } from "./volumes.ts";

const scenario = presetScenario("two-snapshots");

/** A device that serves an I/O in 5 ms, and a thousand a second. */
const figures: DeviceFigures = {
  depth: 32,
  randomReadsPerSecond: 1000,
  randomWritesPerSecond: 1000,
  writesAfterCliffPerSecond: null,
  sequentialMiBPerSecond: 400,
  readUs: 5000,
  writeUs: 5000,
  capacityMiB: null,
};
const devices = new Map(["Q", "J", "P"].map((name) => [name, figures]));

interface Phases {
  readonly snapshot: string;
  readonly fromMs: number;
  readonly toMs: number;
}

const creationPhases = ({ snapshot, fromMs, toMs }: Phases): Summary["phases"] =>
  [
    { name: "files" as const, startMs: fromMs },
    { name: "complete" as const, startMs: toMs },
  ].map((phase) => ({ ...phase, snapshot, endMs: phase.startMs, figures: {} }));

const io = (name: string, volume: string, writes: number, msEach: number) => ({
  ...{ name, volume, path: null, reads: 0, bytesRead: 0, ioStallReadMs: 0 },
  ...{ writes, bytesWritten: 8192 * writes, ioStallWriteMs: msEach * writes },
  ...{ sizeBytes: 0, sizeOnDiskBytes: 0 },
});

/** What the engine told of a run of two minutes with both snapshots from 30 and 70 s on. */
function summaryOf(ran: Scenario, change: Partial<Summary> = {}): Summary {
  const fake = fakeSummary(ran, "completed");
  const [snapshot] = fake.snapshots;
  if (snapshot === undefined) throw new Error("the summary has no snapshot");
  return {
    ...fake,
    snapshots: ["sales_snapshot_1", "sales_snapshot_2"].map((name) => ({ ...snapshot, name })),
    phases: [
      ...creationPhases({ snapshot: "sales_snapshot_1", fromMs: 30_000, toMs: 33_000 }),
      ...creationPhases({ snapshot: "sales_snapshot_2", fromMs: 70_000, toMs: 74_000 }),
    ],
    waits: [
      { ...fakeWait("WRITELOG"), wait_time_ms: 1000 },
      { ...fakeWait("PREEMPTIVE_OS_WRITEFILE"), wait_time_ms: 1000 },
    ],
    files: [],
    ...change,
  };
}

const fakeWait = (wait_type: string) => ({
  wait_type,
  waiting_tasks_count: 100,
  max_wait_time_ms: 100,
  signal_wait_time_ms: 0,
});

const changedBy = (ran: Scenario, settings: readonly string[]): Scenario => {
  const document = settings.reduce<unknown>((made, setting) => {
    const set = applySetting(made, setting, scenarioSchema);
    if (!set.ok) throw new Error(set.error.message);
    return set.value;
  }, ran);
  const resolved = resolveScenario(document, "a recommendation");
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
};

/** The rule's recommendation, and the scenario that its settings make. */
function advised(ran: Scenario, change: Partial<Summary> = {}) {
  const [first] = recommendationsOn(summaryOf(ran, change), devices);
  if (first === undefined) throw new Error("nothing was recommended");
  const made = changedBy(ran, [...first.both, ...first.settings]);
  return { ...first, made };
}

const withTimeline = (timeline: ScenarioInput["timeline"]): Scenario => {
  const resolved = resolveScenario({ ...scenario, timeline }, "a test");
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
};

const commandsOf = ({ timeline }: Scenario) =>
  timeline.map(({ command }) => [command.kind, "name" in command ? command.name : null]);

describe("recommendations", () => {
  it("are not made of a run that did not complete", () => {
    const ended = { ...summaryOf(scenario).run, status: "cancelled" as const };
    expect(recommendationsOn(summaryOf(scenario, { run: ended }), devices)).toEqual([]);
  });

  it("are not made of snapshots that nobody waits for", () => {
    const quiet = summaryOf(scenario, {
      waits: [
        { ...fakeWait("WRITELOG"), wait_time_ms: 1000 },
        { ...fakeWait("PREEMPTIVE_OS_WRITEFILE"), wait_time_ms: 90 },
      ],
    });
    expect(recommendationsOn(quiet, devices)).toEqual([]);
  });
});

describe("several snapshots", () => {
  it("are dropped in turn, each just before the next", () => {
    const { rule, made, evidence } = advised(scenario);
    expect(rule).toBe("severalSnapshots");
    expect(commandsOf(made)).toEqual([
      ["createSnapshot", "sales_snapshot_1"],
      ["dropSnapshot", "sales_snapshot_1"],
      ["createSnapshot", "sales_snapshot_2"],
    ]);
    expect(evidence).toContainEqual({
      label: "Time with two at once",
      value: 46_000,
      unit: "duration",
    });
  });

  it("that were created live become entries of the timeline", () => {
    const [first, second] = scenario.timeline;
    if (first === undefined || second === undefined) throw new Error("the preset has two entries");
    const live = {
      ...scenario,
      timeline: [first],
      commands: [
        { atNs: 70_000_000_000, command: second.command },
        { atNs: 71_000_000_000, command: { kind: "setPace" as const, pace: 4 } },
      ],
    };
    const { made } = advised(live);
    expect(made.commands).toEqual([]);
    expect(made.timeline[1]).toEqual({
      atSeconds: 70,
      command: { kind: "dropSnapshot", name: "sales_snapshot_1" },
    });
  });

  it("stay as they are where somebody reads the older one", () => {
    const read = withTimeline([
      ...scenario.timeline,
      {
        atSeconds: 80,
        command: { kind: "setReportUsers", name: "sales_snapshot_1", users: 5 },
      },
    ]);
    expect(recommendationsOn(summaryOf(read), devices)).toEqual([]);
  });
});

describe("index maintenance", () => {
  const build = {
    snapshot: null,
    name: "indexRebuild" as const,
    startMs: 25_000,
    endMs: 118_000,
    figures: { pagesPushed: 500 },
  };
  const met = (ran: Scenario) => {
    const summary = summaryOf(ran);
    const [snapshot] = summary.snapshots;
    if (snapshot === undefined) throw new Error("the summary has no snapshot");
    return {
      snapshots: [snapshot],
      phases: [
        build,
        ...creationPhases({ snapshot: "sales_snapshot_1", fromMs: 30_000, toMs: 33_000 }),
      ],
    };
  };
  const createFirst = { kind: "createSnapshot", name: "sales_snapshot_1" } as const;
  const rebuild = { kind: "rebuildIndex", index: 1 } as const;

  it("comes first, and both sides run until the creation has its time", () => {
    const ran = withTimeline([
      { atSeconds: 25, command: rebuild },
      { atSeconds: 30, command: createFirst },
    ]);
    const { both, made, promise } = advised(ran, met(ran));
    expect(promise.metric).toBe("indexBuild");
    expect(both).toEqual(["durationSeconds=124"]);
    expect(made.timeline[1]?.after).toEqual({
      step: made.timeline[0]?.name,
      event: "completed",
      delaySeconds: 0,
    });
  });

  it("takes the time of a creation that it waited for", () => {
    const ran = withTimeline([
      { name: "before", atSeconds: 20, command: createFirst },
      { after: { step: "before", event: "completed" }, command: rebuild },
    ]);
    const { made } = advised(ran, met(ran));
    expect(made.timeline.map(({ atSeconds }) => atSeconds)).toEqual([undefined, 20]);
  });

  it("that pushed nothing is no reason to move a snapshot", () => {
    const ran = withTimeline([
      { atSeconds: 25, command: rebuild },
      { atSeconds: 30, command: createFirst },
    ]);
    const { phases, snapshots } = met(ran);
    const idle = phases.map((phase) => (phase === build ? { ...build, figures: {} } : phase));
    expect(recommendationsOn(summaryOf(ran, { phases: idle, snapshots }), devices)).toEqual([]);
  });
});

describe("a volume", () => {
  const [first] = scenario.timeline;
  const one = withTimeline(first === undefined ? [] : [first]);
  const alone = summaryOf(one);
  const oneSnapshot = { snapshots: alone.snapshots.slice(0, 1), phases: alone.phases.slice(0, 2) };
  const together = {
    ...one,
    storage: { ...one.storage, placement: { ...one.storage.placement, snapshot: "Q" } },
  };
  const shared = (sparseWrites: number, msEach: number) => ({
    ...oneSnapshot,
    files: [
      io("sales", "Q", 90_000, msEach),
      io("sales_snapshot_1.2", "Q", sparseWrites, msEach),
      io("sales_log", "J", 10_000, 1),
    ],
  });

  it("that sparse files share with data gets them off when an I/O waits as long as it is served", () => {
    const { made, evidence } = advised(together, shared(10_000, 10));
    expect(made.storage.placement.snapshot).toBe("snapshots");
    expect(made.storage.volumes.at(-1)?.device).toEqual(made.storage.volumes[0]?.device);
    const seconds = one.durationSeconds;
    const expected = [100_000 / seconds, 100_000 / seconds / 1000, 10, 5, 0.1];
    for (const [at, value] of expected.entries()) expect(evidence[at]?.value).toBeCloseTo(value);
    expect(evidence).toHaveLength(expected.length);
  });

  it.each([
    ["is not busy", shared(10_000, 9.9)],
    ["has hardly any I/O of theirs", shared(4000, 10)],
  ])("keeps them where it %s", (_, change) => {
    expect(recommendationsOn(summaryOf(together, change), devices)).toEqual([]);
  });

  it("of real files has no figures, and nothing is said of it", () => {
    expect(recommendationsOn(summaryOf(together, shared(10_000, 10)), new Map())).toEqual([]);
  });

  it("that snapshots have to themselves is judged from their first creation on", () => {
    const busy = { ...oneSnapshot, files: [io("sales_snapshot_1", "P", 45_000, 20)] };
    const { rule, made, evidence } = advised(one, busy);
    expect(rule).toBe("ioHeadroom");
    expect(evidence[0]?.value).toBeCloseTo(45_000 / (one.durationSeconds - 30));
    const [before, after] = [one, made].map(
      ({ storage }) => storage.volumes.find(({ name }) => name === "P")?.device,
    );
    expect(after).toEqual(before && twice(before));
  });
});

describe("a device with twice of all", () => {
  const array = (preset: Parameters<typeof deviceOfPreset>[0]) => deviceOfPreset(preset).array;

  it("has twice the disks, as an array that can be built", () => {
    const raid1 = { ...deviceOfPreset("sqlcat-q"), array: { ...array("sqlcat-q"), members: 2 } };
    expect(twice({ ...raid1, array: { ...raid1.array, level: "raid1" } })).toMatchObject({
      array: { level: "raid10", members: 4 },
    });
    expect(
      twice({ ...raid1, array: { ...raid1.array, level: "raid5", members: 6, groups: 2 } }),
    ).toMatchObject({ array: { level: "raid5", members: 12, groups: 4 } });
  });

  it("has twice the limits that a provider sells", () => {
    const { link } = deviceOfPreset("aws-gp3");
    expect(link?.limitIosPerSecond).toBeGreaterThan(0);
    expect(twice(deviceOfPreset("aws-gp3"))).toMatchObject({
      link: { limitIosPerSecond: 2 * (link?.limitIosPerSecond ?? 0) },
    });
  });
});
