import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { isSnapshotWait } from "./wait-purpose.ts";
import { latestSpan, waitsInSpan } from "./waits-in-span.ts";
import { waitsOverTime } from "./waits-over-time.ts";

interface Columns {
  readonly waitMs: readonly number[];
  readonly tasks?: readonly number[];
}

function seriesOf(timeMs: readonly number[], waits: Readonly<Record<string, Columns>>): Series {
  const zero = () => new Float64Array(timeMs.length);
  return {
    timeMs: Float64Array.from(timeMs),
    counters: {},
    waits: Object.fromEntries(
      Object.entries(waits).map(([type, { waitMs, tasks = waitMs }]) => [
        type,
        { waitMs: Float64Array.from(waitMs), tasks: Float64Array.from(tasks), signalMs: zero() },
      ]),
    ),
    p99Ms: zero(),
    samplesPerPoint: 1,
  };
}

const seconds = [1000, 2000, 3000, 4000];

describe("waits in a span", () => {
  it("come with most time first, in ms per second of the span", () => {
    const series = seriesOf(seconds, {
      WRITELOG: { waitMs: [10, 20, 30, 40] },
      WRITE_COMPLETION: { waitMs: [0, 100, 300, 0], tasks: [0, 1, 3, 0] },
    });
    expect(waitsInSpan(series, { startMs: 1000, endMs: 3000 })).toEqual([
      {
        waitType: "WRITE_COMPLETION",
        ofSnapshots: true,
        tasks: 4,
        waitMs: 400,
        signalMs: 0,
        msPerSecond: 200,
      },
      {
        waitType: "WRITELOG",
        ofSnapshots: false,
        tasks: 50,
        waitMs: 50,
        signalMs: 0,
        msPerSecond: 25,
      },
    ]);
  });

  it("leave out background tasks with nothing to do, and types that did not occur", () => {
    const series = seriesOf(seconds, {
      LAZYWRITER_SLEEP: { waitMs: [1000, 1000, 1000, 1000] },
      WRITELOG: { waitMs: [0, 0, 0, 7] },
    });
    expect(waitsInSpan(series, { startMs: 0, endMs: 3000 })).toEqual([]);
    expect(waitsInSpan(series, { startMs: 0, endMs: 4000 }).map((w) => w.waitType)).toEqual([
      "WRITELOG",
    ]);
  });

  it("count a point for the part of it that lies in the span", () => {
    const series = seriesOf(seconds, { WRITELOG: { waitMs: [0, 80, 40, 0] } });
    const [share] = waitsInSpan(series, { startMs: 1500, endMs: 2250 });
    expect(share?.waitMs).toBeCloseTo(50);
    expect(share?.msPerSecond).toBeCloseTo(50 / 0.75);
  });

  it("are none outside the series, and in a span without length", () => {
    const series = seriesOf(seconds, { WRITELOG: { waitMs: [1, 1, 1, 1] } });
    expect(waitsInSpan(series, { startMs: 5000, endMs: 9000 })).toEqual([]);
    expect(waitsInSpan(series, { startMs: 2000, endMs: 2000 })).toEqual([]);
    expect(waitsInSpan(seriesOf([], {}), { startMs: 0, endMs: 1 })).toEqual([]);
  });

  it("add up: two halves of a span hold the same time as the whole", () => {
    const points = fc.array(
      fc.record({ step: fc.integer({ min: 1, max: 5000 }), waitMs: fc.nat(10_000) }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(points, fc.double({ min: 0, max: 1, noNaN: true }), (list, split) => {
        let time = 0;
        const times = list.map(({ step }) => {
          time += step;
          return time;
        });
        const series = seriesOf(times, { WRITELOG: { waitMs: list.map((p) => p.waitMs) } });
        const total = (startMs: number, endMs: number) =>
          waitsInSpan(series, { startMs, endMs }).reduce((sum, wait) => sum + wait.waitMs, 0);
        const middle = split * time;
        expect(total(0, middle) + total(middle, time)).toBeCloseTo(total(0, time), 5);
        expect(total(0, time)).toBeCloseTo(
          list.reduce((sum, { waitMs }) => sum + waitMs, 0),
          5,
        );
      }),
    );
  });

  it("can be asked of the latest stretch", () => {
    const series = seriesOf(seconds, {});
    expect(latestSpan(series, 1500)).toEqual({ startMs: 2500, endMs: 4000 });
    expect(latestSpan(series, 60_000)).toEqual({ startMs: 0, endMs: 4000 });
    expect(latestSpan(seriesOf([], {}), 10_000)).toEqual({ startMs: 0, endMs: 0 });
  });

  it("are told apart: those that only snapshots cause, and others", () => {
    expect(isSnapshotWait("FCB_REPLICA_WRITE")).toBe(true);
    expect(isSnapshotWait("WRITELOG")).toBe(false);
  });
});

describe("waits over time", () => {
  const series = seriesOf(seconds, {
    WRITELOG: { waitMs: [10, 10, 10, 10] },
    WRITE_COMPLETION: { waitMs: [0, 0, 400, 400] },
    PAGEIOLATCH_SH: { waitMs: [5, 5, 5, 5] },
  });

  it("name the largest types and sum up the rest", () => {
    const { types, steps } = waitsOverTime(
      series,
      { startMs: 0, endMs: 4000 },
      { types: 2, steps: 2 },
    );
    expect(types).toEqual(["WRITE_COMPLETION", "WRITELOG"]);
    expect(steps).toEqual([
      {
        startMs: 0,
        endMs: 2000,
        msPerSecond: { WRITE_COMPLETION: 0, WRITELOG: 10 },
        others: 5,
      },
      {
        startMs: 2000,
        endMs: 4000,
        msPerSecond: { WRITE_COMPLETION: 400, WRITELOG: 10 },
        others: 5,
      },
    ]);
  });

  it("have no more steps than points, and end where the series ends", () => {
    const { steps } = waitsOverTime(
      series,
      { startMs: 2000, endMs: 90_000 },
      { types: 5, steps: 100 },
    );
    expect(steps.map(({ endMs }) => endMs)).toEqual([3000, 4000]);
    expect(
      waitsOverTime(seriesOf([], {}), { startMs: 0, endMs: 9 }, { types: 1, steps: 9 }),
    ).toEqual({ types: [], steps: [] });
  });
});
