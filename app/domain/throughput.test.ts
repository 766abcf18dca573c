import { describe, expect, it } from "vitest";
import type { DeviceFigures } from "../contract/device.ts";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import type { Scenario } from "../contract/scenario.ts";
import { pageTraffic } from "./page-traffic.ts";
import { askedVolumes, predictThroughput } from "./throughput.ts";

const queue = {
  parallelism: 10,
  readServiceUs: 5000,
  writeServiceUs: 5000,
  spread: "fixed",
  bandwidthMiBPerSecond: 10_000,
};
/** What the device's model would answer: ten at a time, 5 ms each. */
const figures: DeviceFigures = {
  depth: 80,
  randomReadsPerSecond: 2000,
  randomWritesPerSecond: 2000,
  writesAfterCliffPerSecond: null,
  sequentialMiBPerSecond: 1000,
  readUs: 5000,
  writeUs: 5000,
  capacityMiB: null,
};

interface Parts {
  readonly workload?: object;
  readonly server?: object;
  readonly database?: object;
  readonly log?: string;
  readonly warmupSeconds?: number;
  readonly durationSeconds?: number;
  readonly timeline?: readonly object[];
}

function scenarioOf(parts: Parts): Scenario {
  const { workload = {}, server = {}, database = {}, log = "L", ...run } = parts;
  const resolved = resolveScenario(
    {
      formatVersion: 1,
      name: "it",
      server: { memoryMiB: 64, ...server },
      database: { sizeMiB: 1024, ...database },
      storage: {
        volumes: ["D", "L", "S"].map((name) => ({ name, device: queue })),
        placement: { data: "D", log, snapshot: "S" },
      },
      workload: { users: 10, thinkTimeMs: 1000, rollbackPercent: 0, ...workload },
      ...run,
    },
    "it",
  );
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
}

function predictionOf(parts: Parts) {
  const known = new Map(["D", "L", "S"].map((name) => [name, figures]));
  const throughput = predictThroughput(scenarioOf(parts), known);
  if (throughput === null) throw new Error("all figures are known");
  return throughput;
}

describe("the pages of a transaction", () => {
  it("are read as far as the pool does not hold them, and written again where they were changed", () => {
    const none = pageTraffic(scenarioOf({ server: { memoryMiB: 2048 } }), 100);
    expect(none.read).toBe(0);
    expect(none.touched).toBeCloseTo(8.85);
    expect(none.changed).toBeCloseTo(4.65);
    const few = pageTraffic(scenarioOf({ server: { memoryMiB: 4 } }), 100);
    expect(few.read / few.touched).toBeGreaterThan(0.99);
    // A page that leaves at once is written once for each change.
    expect(few.written / few.changed).toBeCloseTo(1, 1);
    const half = pageTraffic(scenarioOf({ server: { memoryMiB: 431 } }), 100);
    expect(half.read / half.touched).toBeCloseTo(0.5, 2);
    expect(half.written).toBeLessThan(few.written);
    // Half of the leaves are in the pool, most of them dirty: runs of dirty neighbours go together.
    expect(half.writes / half.written).toBeGreaterThan(0.5);
    expect(half.writes / half.written).toBeLessThan(0.7);
    expect(few.writes / few.written).toBeCloseTo(1, 2);
  });

  it("are written only once all that was in the pool at first has left it, and before the first snapshot", () => {
    const parts = {
      server: { memoryMiB: 431, recoveryIntervalSeconds: 3600 },
      database: { targetRecoveryTimeSeconds: 0 },
    };
    const writtenIn = (run: Parts) => pageTraffic(scenarioOf({ ...parts, ...run }), 100).written;
    const { read } = pageTraffic(scenarioOf(parts), 100);
    const turnover = Math.ceil((431 * 128) / (100 * read));
    expect(writtenIn({ warmupSeconds: 0, durationSeconds: turnover - 1 })).toBe(0);
    const twice = writtenIn({ warmupSeconds: 0, durationSeconds: 2 * turnover });
    const later = writtenIn({ warmupSeconds: turnover, durationSeconds: 2 * turnover });
    expect(twice).toBeGreaterThan(0);
    expect(later / twice).toBeCloseTo(2, 1);
    const timeline = [
      { atSeconds: turnover - 1, command: { kind: "createSnapshot", name: "first" } },
    ];
    expect(writtenIn({ warmupSeconds: 0, durationSeconds: 2 * turnover, timeline })).toBe(0);
  });

  it("are fewer with hot rows, more with indexes, and none is written by readers", () => {
    const hot = pageTraffic(scenarioOf({ workload: { hotRows: 10_000 } }), 100);
    expect(hot.read).toBe(0);
    const indexed = pageTraffic(scenarioOf({ database: { nonclusteredIndexes: 1 } }), 100);
    // An update moves its entry: 2 × 3.35 updates, 0.65 inserts and 0.65 deletes more.
    expect(indexed.touched).toBeCloseTo(8.85 + 2 * 3.35 + 0.9 + 0.4);
    const readers = pageTraffic(scenarioOf({ workload: { profile: "read-only" } }), 100);
    expect([readers.changed, readers.written]).toEqual([0, 0]);
  });
});

describe("the pages of the TPC-C-style load", () => {
  const traffic = (memoryMiB: number) =>
    pageTraffic(
      scenarioOf({
        server: { memoryMiB },
        database: { sizeMiB: 16 * 1024 },
        workload: { profile: "tpcc" },
      }),
      50,
    );

  it("are a few hundred leaves only in Stock-Level, and of each order one that is appended to", () => {
    // 27 of New-Order, 5.8 of Payment, 5.8 of Order-Status, 40 of Delivery, 203.8 of Stock-Level.
    expect(traffic(64).touched).toBeCloseTo(0.45 * 27 + 0.43 * 5.8 + 0.04 * (5.8 + 40 + 203.77), 1);
    // 15 of New-Order, 4 of Payment, 40 of Delivery.
    expect(traffic(64).changed).toBeCloseTo(0.45 * 15 + 0.43 * 4 + 0.04 * 40);
  });

  it("are found more often than in a table that is drawn from alike: hot ones stay in the pool", () => {
    const { touched, read } = traffic(2 * 1024);
    // The pool holds 15 % of the leaves.
    expect(read / touched).toBeLessThan(0.85 / 2);
    expect(read / touched).toBeGreaterThan(0.1);
    expect(traffic(16 * 1024).read).toBe(0);
    expect(traffic(4 * 1024).read).toBeLessThan(read);
  });
});

describe("the predicted throughput", () => {
  it("is what users ask for by their think time, where nothing is busy", () => {
    const { perSecond, responseMs, thinking, responseRange } = predictionOf({});
    expect(perSecond).toBeCloseTo(10_000 / (1000 + responseMs), 6);
    expect(thinking).toBeGreaterThan(0.95);
    expect(responseRange).toBeNull();
  });

  it("waits for the log only where something is written", () => {
    const readers = predictionOf({
      workload: { profile: "read-only", users: 1 },
      server: { memoryMiB: 2048 },
    });
    const writers = predictionOf({ workload: { users: 1 }, server: { memoryMiB: 2048 } });
    expect(readers.responseMs).toBeLessThan(0.5);
    // A tenth of a write's 5 ms, for the four fifths that write.
    expect(writers.responseMs - readers.responseMs).toBeGreaterThan(0.4);
    expect(writers.responseMs - readers.responseMs).toBeLessThan(0.7);
  });

  it("is what the disks take, reads and writes together, when all wait for them", () => {
    const { perSecond, busiest, responseRange } = predictionOf({
      workload: { users: 1000, thinkTimeMs: 100 },
    });
    const { read, writes } = pageTraffic(scenarioOf({}), perSecond);
    expect(perSecond).toBeCloseTo(2000 / (read + writes), 0);
    expect(busiest).toMatchObject({ name: "D" });
    expect(busiest.share).toBeCloseTo(1, 2);
    expect(responseRange?.leastMs).toBeLessThan(responseRange?.mostMs ?? 0);
  });

  it("is what the processors take when everything is in memory and nobody thinks", () => {
    const parts = {
      workload: { profile: "read-only", users: 100, thinkTimeMs: 0 },
      server: { memoryMiB: 2048, schedulers: 2 },
    };
    const two = predictionOf(parts);
    expect(two.busiest).toMatchObject({ name: "CPUs" });
    const four = predictionOf({ ...parts, server: { ...parts.server, schedulers: 4 } });
    expect(four.perSecond / two.perSecond).toBeCloseTo(2, 1);
  });

  it("is less where the log shares the data's disks", () => {
    const users = { users: 1000, thinkTimeMs: 100 };
    expect(predictionOf({ workload: users, log: "D" }).perSecond).toBeLessThan(
      0.97 * predictionOf({ workload: users }).perSecond,
    );
  });

  it("follows keying and think times of the TPC-C-style load, and rolls New-Orders back", () => {
    const parts = (workload: object) => ({
      workload: { profile: "tpcc", thinkTimeMs: 20_990, ...workload },
      database: { sizeMiB: 1024 },
    });
    const { perSecond, responseMs, rowHeld } = predictionOf(parts({ users: 90 }));
    expect(perSecond).toBeCloseTo(90_000 / (20_990 + responseMs), 6);
    expect(rowHeld).toBeLessThan(0.05);
    const half = predictionOf(parts({ users: 90, rollbackPercent: 100 }));
    expect(half.perSecond / perSecond).toBeCloseTo(1 - 0.45, 2);
  });

  it("tells of rows that are held much of the time where warehouses are few and nobody thinks", () => {
    const { rowHeld } = predictionOf({
      workload: { profile: "tpcc", users: 100, thinkTimeMs: 10 },
    });
    expect(rowHeld).toBeGreaterThan(0.9);
    expect(predictionOf({ workload: { users: 100, thinkTimeMs: 10 } }).rowHeld).toBe(0);
  });

  it("leaves out what rolls back, and is nothing without users", () => {
    const half = predictionOf({ workload: { rollbackPercent: 50 } });
    expect(half.perSecond / predictionOf({}).perSecond).toBeCloseTo(1 - 0.8 * 0.5, 1);
    expect(predictionOf({ workload: { users: 0 } })).toMatchObject({ perSecond: 0, responseMs: 0 });
  });

  it("asks for the devices of data and log, and waits for all of them", () => {
    const scenario = scenarioOf({});
    expect(askedVolumes(scenario).map(({ name }) => name)).toEqual(["D", "L"]);
    expect(predictThroughput(scenario, new Map([["D", figures]]))).toBeNull();
    const real = { ...scenario, mode: "real" as const };
    expect(askedVolumes(real)).toEqual([]);
    expect(predictThroughput(real, new Map())).toBeNull();
  });
});
