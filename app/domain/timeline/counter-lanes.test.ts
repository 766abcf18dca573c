import { describe, expect, it } from "vitest";
import type { CapturedCounter } from "../../contract/capture.ts";
import { laneOfCounter, lanesOfCounters } from "./counter-lanes.ts";
import { lanesOf } from "./lanes.ts";

const counter = (over: Partial<CapturedCounter>): CapturedCounter => ({
  id: "\\\\SQLPROD01\\Memory\\Available MBytes",
  file: 0,
  path: "\\\\SQLPROD01\\Memory\\Available MBytes",
  object: "Memory",
  instance: null,
  counter: "Available MBytes",
  lane: null,
  unit: "MiB",
  samples: 1,
  minimum: 1,
  mean: 1,
  maximum: 1,
  ...over,
});

const writes = counter({
  id: "\\\\SQLPROD01\\LogicalDisk(Q:)\\Disk Write Bytes/sec",
  object: "LogicalDisk",
  instance: "Q:",
  counter: "Disk Write Bytes/sec",
  unit: "bytes/s",
});

describe("the lane of a counter", () => {
  it("is that of the engine where it is the same", () => {
    const lane = "checkpointPagesPerSecond";
    expect(laneOfCounter(counter({ id: lane, lane }))).toMatchObject({ ...lanesOf([lane])[0] });
  });

  it("else names the instance, or the object", () => {
    expect(laneOfCounter(writes).title).toBe("Disk Write Bytes/sec (Q:)");
    expect(laneOfCounter(counter({})).title).toBe("Available MBytes, Memory");
    const cache = counter({
      object: "MSSQL$PAYROLL:Buffer Manager",
      counter: "Page life expectancy",
    });
    expect(laneOfCounter(cache).title).toBe("Page life expectancy, Buffer Manager");
  });

  it("has a unit that people read", () => {
    const shown = (over: Partial<CapturedCounter>) => {
      const { unit, scale } = laneOfCounter(counter(over));
      return [unit, scale];
    };
    expect(shown({ unit: "bytes/s" })).toEqual(["MiB/s", 2 ** -20]);
    expect(shown({ unit: "KiB/s" })).toEqual(["MiB/s", 2 ** -10]);
    expect(shown({ unit: "bytes" })).toEqual(["MiB", 2 ** -20]);
    expect(shown({ unit: "KiB" })).toEqual(["MiB", 2 ** -10]);
    expect(shown({ unit: "s", counter: "Avg. Disk sec/Write" })).toEqual(["ms", 1000]);
    expect(shown({ unit: "s", counter: "Page life expectancy" })).toEqual(["s", 1]);
    expect(shown({ unit: "" })).toEqual(["", 1]);
  });
});

describe("the lanes of a capture", () => {
  it("begin with the engine's standard ones", () => {
    const of = (lane: string) => counter({ id: lane, lane });
    const ids = lanesOfCounters([
      writes,
      of("freePages"),
      of("transactionsPerSecond"),
      counter({}),
    ]).map(({ id }) => id);
    expect(ids).toEqual(["transactionsPerSecond", "freePages", writes.id, counter({}).id]);
  });

  it("look different, two dozen of them", () => {
    const many = Array.from({ length: 24 }, (_, at) => counter({ id: `c${at}` }));
    const looks = lanesOfCounters(many).map(({ colour, dash }) => `${colour} ${dash}`);
    expect(new Set(looks).size).toBe(24);
  });

  it("give a chosen counter the look of the one that it stands for", () => {
    const [lane] = lanesOfCounters(
      [writes],
      [{ lane: "snapshotWriteBytesPerSecond", counter: writes.id }],
    );
    expect(lane).toMatchObject({
      id: writes.id,
      title: "Snapshot writes (Q:)",
      colour: "data-snapshot-writes",
      unit: "MiB/s",
      standard: true,
      engineId: "snapshotWriteBytesPerSecond",
    });
  });
});
