import { describe, expect, it } from "vitest";
import type { PartUse } from "../../contract/events.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { noSeries } from "../timeline/recording-timeline.ts";
import { bottleneckOf } from "./bottleneck.ts";
import { bottleneckSentence, listedResources } from "./bottleneck-text.ts";
import { measuredIn } from "./measured.ts";

const preset = presetScenario("two-snapshots");
const scenario: Scenario = {
  ...preset,
  server: { ...preset.server, schedulers: 4 },
  storage: {
    ...preset.storage,
    placement: { ...preset.storage.placement, data: "Q", log: "J", snapshot: "P" },
  },
};

interface Sampled {
  /** ms in the second second, by type; signal time apart. */
  readonly waits?: Readonly<Record<string, number>>;
  readonly signals?: Readonly<Record<string, number>>;
  readonly counters?: Readonly<Record<string, number>>;
  readonly meanMs?: number;
  readonly parts?: Readonly<Record<string, PartUse>>;
}

const second = (value: number) => Float64Array.of(0, value);

function seriesOf({
  waits = {},
  signals = {},
  counters = {},
  meanMs = 0,
  parts = {},
}: Sampled): Series {
  const columns = <T, U>(record: Readonly<Record<string, T>>, make: (value: T, key: string) => U) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value, key)]));
  return {
    ...noSeries,
    timeMs: Float64Array.of(1000, 2000),
    counters: columns(counters, second),
    waits: columns(waits, (ms, type) => ({
      tasks: second(1),
      waitMs: second(ms),
      signalMs: second(signals[type] ?? 0),
    })),
    meanMs: second(meanMs),
    utilisation: columns(parts, ({ units, serving, waiting }) => ({
      units,
      serving: second(serving),
      waiting: second(waiting),
    })),
  };
}

function foundIn(sampled: Sampled, ran: Scenario = scenario) {
  const measured = measuredIn(ran, seriesOf(sampled), { startMs: 1000, endMs: 2000 });
  if (measured === null) throw new Error("nothing was measured");
  return bottleneckOf(measured);
}

const bindingOf = (sampled: Sampled, ran?: Scenario) => {
  const { binding } = foundIn(sampled, ran);
  return binding === null ? null : [binding.kind, binding.volume];
};

/** Forty users who are in a transaction all the time. */
const busyUsers = { counters: { userConnections: 40, transactionsPerSecond: 400 }, meanMs: 100 };

describe("the time of sessions", () => {
  it("goes to what waits are for, and pauses to nobody", () => {
    const { resources, binding } = foundIn({
      counters: { userConnections: 40, transactionsPerSecond: 100 },
      meanMs: 100,
      waits: { WRITELOG: 6000, LCK_M_X: 4000 },
    });
    // Ten users work, thirty think.
    expect(resources.map(({ kind, share }) => [kind, share])).toEqual([
      ["ioTime", 0.15],
      ["rowLocks", 0.1],
    ]);
    expect(binding).toBeNull();
  });

  it("spent in signal waits is the processors’", () => {
    const { resources } = foundIn({
      ...busyUsers,
      waits: { WRITELOG: 6000 },
      signals: { WRITELOG: 2000 },
    });
    expect(resources.map(({ kind, share }) => [kind, share])).toEqual([
      ["ioTime", 4000 / 6000],
      ["coreSpeed", 2000 / 6000],
    ]);
  });

  it("is not counted twice where one task waits for another", () => {
    expect(
      foundIn({ waits: { ASYNC_IO_COMPLETION: 1000, BACKUPIO: 1000 } }).resources,
    ).toHaveLength(1);
  });
});

describe("a volume", () => {
  const waits = { PAGEIOLATCH_SH: 30_000 };
  const idle = { units: 16, serving: 1, waiting: 0 };

  it.each([
    [
      "its disks are hardly ever idle",
      "Q/servers",
      { units: 4, serving: 3.7, waiting: 1 },
      "device",
    ],
    [
      "I/Os wait as long as they are served",
      "Q/servers",
      { units: 4, serving: 2, waiting: 2 },
      "device",
    ],
    ["nothing waits", "Q/servers", { units: 4, serving: 2, waiting: 1 }, "ioTime"],
    ["its way is full", "Q/linkOut", { units: 1, serving: 0.9, waiting: 4 }, "bandwidth"],
    ["its limit is reached", "Q/limitIos", { units: 1, serving: 1, waiting: 9 }, "ioLimit"],
    ["another volume is busy", "P/servers", { units: 1, serving: 1, waiting: 9 }, "ioTime"],
  ])("binds by its busiest part: %s", (_, part, use, kind) => {
    const parts = { "Q/servers": idle, [part]: use };
    expect(bindingOf({ ...busyUsers, waits, parts })).toEqual([kind, "Q"]);
  });

  it("is named by the checkpoints that make half of its work", () => {
    const parts = { "Q/servers": { units: 4, serving: 4, waiting: 9 } };
    const kind = (checkpointPagesPerSecond: number, backgroundWriterPagesPerSecond: number) =>
      bindingOf({
        ...busyUsers,
        counters: {
          ...busyUsers.counters,
          ...{ checkpointPagesPerSecond, backgroundWriterPagesPerSecond },
          dataReadBytesPerSecond: 60 * 8192,
          dataWriteBytesPerSecond: 40 * 8192,
        },
        ...{ waits, parts },
      });
    expect(kind(25, 25)).toEqual(["checkpoint", "Q"]);
    expect(kind(25, 24)).toEqual(["device", "Q"]);
  });

  it("has the network in common with the others", () => {
    const parts = { "Q/servers": idle, "/linkOut": { units: 1, serving: 1, waiting: 5 } };
    expect(bindingOf({ ...busyUsers, waits, parts })).toEqual(["network", null]);
  });

  it("is read because memory is short of less than twice of it", () => {
    const small = (memoryMiB: number): Scenario => ({
      ...scenario,
      server: { ...scenario.server, memoryMiB },
      database: { ...scenario.database, sizeMiB: 1000, filledPercent: 60 },
    });
    const parts = { "Q/servers": { units: 4, serving: 4, waiting: 9 } };
    const kind = (memoryMiB: number, freePages = 64) =>
      bindingOf(
        { ...busyUsers, counters: { ...busyUsers.counters, freePages }, waits, parts },
        small(memoryMiB),
      )?.[0];
    expect([kind(100), kind(300), kind(700)]).toEqual(["device", "memory", "device"]);
    expect(kind(300, 30_000)).toBe("device");
  });
});

describe("waits for the log", () => {
  it("are for the end of a freeze where it makes half of them", () => {
    const kind = (heldMs: number) =>
      bindingOf({ ...busyUsers, waits: { WRITELOG: 20_000, DISKIO_SUSPEND: heldMs } });
    expect(kind(250)).toEqual(["freeze", null]);
    expect(kind(249)).toEqual(["ioTime", "J"]);
  });
});

describe("processors", () => {
  const computing = (processorTimePercent: number) => ({
    ...busyUsers,
    counters: { ...busyUsers.counters, processorTimePercent },
  });

  it("are too few where tasks wait for them, and too slow where none does", () => {
    expect(bindingOf(computing(95))).toEqual(["schedulers", null]);
    expect(bindingOf(computing(60))).toEqual(["coreSpeed", null]);
    expect(bindingOf({ ...computing(60), waits: { SOS_SCHEDULER_YIELD: 3000 } })).toEqual([
      "schedulers",
      null,
    ]);
  });
});

describe("a backup", () => {
  const backingUp = (change: object = {}): Scenario => {
    const command = { kind: "backup", name: "full", type: "full", compression: true, ...change };
    const resolved = resolveScenario(
      {
        ...scenario,
        server: { ...scenario.server, coreSpeedPercent: 100 },
        database: { ...scenario.database, content: "text" },
        storage: {
          ...scenario.storage,
          placement: { ...scenario.storage.placement, backup: "P" },
        },
        timeline: [{ atSeconds: 1, command }],
      },
      "a test",
    );
    if (!resolved.ok) throw new Error(resolved.error.message);
    return resolved.value;
  };
  /** A reader that waits for buffers half of the time, and a writer that writes half of it. */
  const waits = { IO_COMPLETION: 500, BACKUPIO: 500, BACKUPBUFFER: 1000 };

  it("waits for buffers where its readers do, unless those who have them are busy", () => {
    expect(bindingOf({ waits }, backingUp())).toEqual(["backupBuffers", null]);
    const parts = { "P/servers": { units: 1, serving: 0.95, waiting: 0 } };
    expect(bindingOf({ waits, parts }, backingUp())).toEqual(["device", "P"]);
    const counters = { processorTimePercent: 100 };
    expect(bindingOf({ waits, counters }, backingUp())).toEqual(["schedulers", null]);
  });

  it("waits for a destination that is written to all of the time", () => {
    const written = { IO_COMPLETION: 500, BACKUPIO: 950, BACKUPBUFFER: 550 };
    expect(bindingOf({ waits: written }, backingUp())).toEqual(["ioTime", "P"]);
  });

  it("is bound by its reads where writers wait for them", () => {
    const reading = { IO_COMPLETION: 980, BACKUPIO: 500, BACKUPBUFFER: 8500 };
    expect(bindingOf({ waits: reading }, backingUp({ files: 9 }))).toEqual(["ioTime", "Q"]);
  });

  it("is not bound by what its compressors compute, which its buffers wait for", () => {
    // 2.19 ms for each KiB of text: 400 MiB take 0.9 s of one core.
    const counters = {
      backupRestoreBytesPerSecond: 400 * 1024 * 1024,
      processorTimePercent: 22.5,
    };
    expect(bindingOf({ waits, counters }, backingUp())).toEqual(["backupBuffers", null]);
  });
});

it("says what binds, with its share and how busy it is, and what else had time", () => {
  const bottleneck = foundIn({
    ...busyUsers,
    waits: { WRITELOG: 30_000, LCK_M_X: 9900, PAGELATCH_EX: 100 },
    parts: { "J/servers": { units: 2, serving: 1.9, waiting: 30 } },
  });
  expect(bottleneckSentence(bottleneck)).toBe(
    "The bottleneck is the device of volume J: 75 % of the time of sessions and operations goes there; its utilisation is 95 %.",
  );
  expect(listedResources(bottleneck)).toEqual([
    {
      name: "The device of volume J",
      share: "75 %",
      utilisation: "95 %",
      waitTypes: ["WRITELOG"],
    },
    { name: "Locks of rows", share: "25 %", utilisation: "", waitTypes: ["LCK_M_X"] },
  ]);
  expect(bottleneckSentence(foundIn({}))).toContain("There is no bottleneck");
});
