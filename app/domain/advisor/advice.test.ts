import { describe, expect, it } from "vitest";
import type { ResourceKind } from "../../contract/bottleneck.ts";
import { type DeviceDescription, deviceOfPreset } from "../../contract/device.ts";
import type { PartUse } from "../../contract/events.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { type Scenario, type ScenarioInput, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import type { Summary } from "../../contract/summary.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { noSeries } from "../timeline/recording-timeline.ts";
import { adviceOn } from "./advice.ts";
import { reliefOf } from "./relief.ts";

const scenario = presetScenario("two-snapshots");

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

const io = (name: string, volume: string, writes: number) => ({
  ...{ name, volume, path: null, reads: 0, bytesRead: 0, ioStallReadMs: 0 },
  ...{ writes, bytesWritten: 8192 * writes, ioStallWriteMs: 0 },
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
    files: [],
    ...change,
  };
}

interface Sampled {
  /** ms by type, over the measured time. */
  readonly waits?: Readonly<Record<string, number>>;
  readonly utilisation?: Readonly<Record<string, PartUse>>;
}

const half = { WRITELOG: 1000, PREEMPTIVE_OS_WRITEFILE: 1000 };

/** What the engine sampled of it: the warm-up, and all after it. */
function seriesOf({ run }: Summary, { waits = half, utilisation }: Sampled = {}): Series {
  const column = (value: number) => Float64Array.of(0, value);
  const waited = Object.entries(waits).map(([type, ms]) => [
    type,
    { tasks: column(100), waitMs: column(ms), signalMs: column(0) },
  ]);
  const parts = Object.entries(utilisation ?? {}).map(([part, { units, serving, waiting }]) => [
    part,
    { units, serving: column(serving), waiting: column(waiting) },
  ]);
  return {
    ...noSeries,
    timeMs: Float64Array.of(run.warmupMs, run.engineMs),
    counters: { userConnections: column(100) },
    waits: Object.fromEntries(waited),
    utilisation: Object.fromEntries(parts),
  };
}

const recommendationsOn = (summary: Summary, sampled?: Sampled) =>
  adviceOn({ scenario: summary.scenario, summary, series: seriesOf(summary, sampled) }, null)
    .recommendations;

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
function advised(ran: Scenario, change: Partial<Summary> = {}, sampled?: Sampled) {
  const [first] = recommendationsOn(summaryOf(ran, change), sampled);
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
    expect(recommendationsOn(summaryOf(scenario, { run: ended }))).toEqual([]);
  });

  it("are not made of snapshots that nobody waits for", () => {
    const waits = { WRITELOG: 1000, PREEMPTIVE_OS_WRITEFILE: 90 };
    expect(recommendationsOn(summaryOf(scenario), { waits })).toEqual([]);
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
    expect(recommendationsOn(summaryOf(read))).toEqual([]);
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
    expect(recommendationsOn(summaryOf(ran, { phases: idle, snapshots }))).toEqual([]);
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
  const shared = (sparseWrites: number) => ({
    ...oneSnapshot,
    files: [
      io("sales", "Q", 90_000),
      io("sales_snapshot_1.2", "Q", sparseWrites),
      io("sales_log", "J", 10_000),
    ],
  });
  const used = (waiting: number) => ({
    utilisation: { "Q/servers": { units: 4, serving: 2, waiting } },
  });

  it("that sparse files share with data gets them off when an I/O waits as long as it is served", () => {
    const { made, evidence } = advised(together, shared(10_000), used(2));
    expect(made.storage.placement.snapshot).toBe("snapshots");
    expect(made.storage.volumes.at(-1)?.device).toEqual(made.storage.volumes[0]?.device);
    expect(evidence.map(({ value }) => value)).toEqual([0.5, 2, 0.1]);
  });

  it.each([
    ["is not busy", shared(10_000), used(1.9)],
    ["has hardly any I/O of theirs", shared(4000), used(2)],
    ["is of real files, of which nothing is known,", shared(10_000), {}],
  ])("keeps them where it %s", (_, change, sampled) => {
    const waits = {};
    expect(recommendationsOn(summaryOf(together, change), { ...sampled, waits })).toEqual([]);
  });
});

describe("what bounds a run", () => {
  const binding = { share: 0.5, utilisation: 1, waits: [], evidence: [], name: "it" };
  const relieved = (kind: ResourceKind, ran: Scenario, volume: string | null = null) =>
    reliefOf({ ...binding, kind, volume }, ran)?.changed;
  const on = (device: DeviceDescription): Scenario => ({
    ...scenario,
    storage: { ...scenario.storage, volumes: [{ name: "Q", device }] },
  });
  const deviceIn = (made: Scenario | undefined) => made?.storage.volumes[0]?.device;

  it("is given twice where a setting has it", () => {
    const { schedulers, memoryMiB } = scenario.server;
    expect(relieved("schedulers", scenario)?.server.schedulers).toBe(2 * schedulers);
    expect(relieved("memory", scenario)?.server.memoryMiB).toBe(2 * memoryMiB);
    expect(relieved("rowLocks", scenario)).toBeUndefined();
  });

  it("is a backup’s: destinations first, then buffers and their size, then a control", () => {
    const backup = { kind: "backup", name: "full", type: "full", compression: true } as const;
    const ran = withTimeline([{ atSeconds: 1, command: backup }]);
    const commandIn = (made: Scenario | undefined) => made?.timeline[0]?.command;
    const nine = relieved("backupBuffers", ran);
    expect(commandIn(nine)).toMatchObject({ files: 9 });
    const reads = { ...binding, waits: [{ waitType: "IO_COMPLETION", waitMs: 1 }] };
    const next = (from: Scenario | undefined) =>
      from && reliefOf({ ...reads, kind: "ioTime", volume: "Q" }, from);
    const large = next(nine && { ...nine, server: { ...nine.server, memoryMiB: 491_520 } });
    expect(commandIn(large?.changed)).toMatchObject({
      ...{ bufferCount: 2200, maxTransferSizeKiB: 2048, files: 9 },
    });
    const control = next(large?.changed);
    expect(commandIn(control?.changed)).toMatchObject({ toNul: true, files: 1 });
    expect(control?.promise?.direction).toBe("stays");
    expect(next(control?.changed)).toBeNull();
  });

  it("is a scan’s: partitions, then every processor", () => {
    const ran = {
      ...withTimeline([{ atSeconds: 1, command: { kind: "scanTable" } }]),
      workload: { ...scenario.workload, users: 0 },
      server: { ...scenario.server, schedulers: 96 },
    };
    const partitioned = relieved("latches", ran);
    expect(partitioned?.database.partitions).toBe(96);
    const every = partitioned && relieved("coreSpeed", partitioned);
    expect(every?.timeline[0]?.command).toMatchObject({ maxDop: 96 });
    const faster = every && relieved("coreSpeed", every);
    expect(faster?.server.coreSpeedPercent).toBe(2 * ran.server.coreSpeedPercent);
  });

  it("are checkpoints, of which a longer recovery makes fewer", () => {
    const relievedFrom = (target: number, interval: number) => {
      const { server, database } = scenario;
      const made = relieved(
        "checkpoint",
        {
          ...scenario,
          server: { ...server, recoveryIntervalSeconds: interval },
          database: { ...database, targetRecoveryTimeSeconds: target },
        },
        "Q",
      );
      return [made?.database.targetRecoveryTimeSeconds, made?.server.recoveryIntervalSeconds];
    };
    expect(relievedFrom(1, 60)).toEqual([60, 60]);
    expect(relievedFrom(40, 60)).toEqual([80, 60]);
    expect(relievedFrom(0, 60)).toEqual([0, 120]);
  });

  it("is proposed with the figures that say so", () => {
    const one = withTimeline([]);
    const waits = { WRITELOG: 100 * (one.durationSeconds - one.warmupSeconds) * 1000 };
    const { rule, promise, made } = advised(one, { snapshots: [], phases: [] }, { waits });
    expect([rule, promise.metric]).toEqual(["bottleneck", "throughput"]);
    expect(made.storage.volumes).not.toEqual(one.storage.volumes);
  });

  it("has twice the disks, as an array that can be built", () => {
    const raid1 = deviceOfPreset("sqlcat-q");
    const array = { ...raid1.array, members: 2 };
    const disks = (change: Partial<typeof array>) =>
      deviceIn(relieved("device", on({ ...raid1, array: { ...array, ...change } }), "Q"));
    expect(disks({ level: "raid1" })).toMatchObject({ array: { level: "raid10", members: 4 } });
    expect(disks({ level: "raid5", members: 6, groups: 2 })).toMatchObject({
      array: { level: "raid5", members: 12, groups: 4 },
    });
  });

  it("has twice the limit that a provider sells", () => {
    const { link } = deviceOfPreset("aws-gp3");
    expect(link?.limitIosPerSecond).toBeGreaterThan(0);
    expect(deviceIn(relieved("ioLimit", on(deviceOfPreset("aws-gp3")), "Q"))).toMatchObject({
      link: { limitIosPerSecond: 2 * (link?.limitIosPerSecond ?? 0) },
    });
  });
});
