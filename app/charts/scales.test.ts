import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Metric } from "../contract/metric.ts";
import { offsetTicks, timeTicks } from "../domain/timeline/time-ticks.ts";
import { axisTicks, axisTop, stepPaths, toY } from "./lane-scale.ts";
import { metricScale } from "./metric-axis.ts";
import { formatTick } from "./tick-text.ts";

const originMs = Date.UTC(2006, 9, 23, 21, 48, 7, 220);
const labels = (startMs: number, endMs: number, width: number) =>
  timeTicks({ startMs, endMs }, originMs, width).map(({ label }) => label);

describe("the scale of a metric", () => {
  const duration: Metric = { name: "Creation", unit: "duration", better: "lower" };
  const steps = (metric: Metric, ...most: number[]) =>
    most.map((value) => metricScale(metric, [0, value]).step);

  it("has steps that are round in seconds, minutes or hours", () => {
    expect(steps(duration, 8, 900, 35_000)).toEqual([2, 500, 10_000]);
    expect(steps(duration, 60_000, 605_360, 3_600_000, 7 * 3_600_000)).toEqual([
      ...[15_000, 5 * 60_000, 15 * 60_000, 2 * 3_600_000],
    ]);
    expect(steps(duration, 1_000 * 3_600_000)).toEqual([1_000_000_000]);
    expect(steps({ ...duration, unit: { name: "pages" } }, 605_360)).toEqual([200_000]);
  });
});

describe("ticks of time", () => {
  it("stand at round moments of the clock, not of the timeline", () => {
    expect(labels(0, 30 * 60_000, 765)).toEqual([
      ...["21:50", "21:52", "21:54", "21:56", "21:58", "22:00", "22:02", "22:04"],
      ...["22:06", "22:08", "22:10", "22:12", "22:14", "22:16", "22:18"],
    ]);
  });

  it("are as fine as they are apart", () => {
    expect(labels(0, 10_000, 400)[0]).toBe("21:48:08");
    expect(labels(0, 1000, 600)[0]).toBe("21:48:07.40");
    expect(labels(0, 20, 500)[0]).toBe("21:48:07.220");
    expect(labels(0, 10 * 86_400_000, 500)[0]).toBe("10-24");
  });

  it("say the day at its beginning where there are several", () => {
    expect(labels(0, 2 * 86_400_000, 400)).toEqual([
      "10-24",
      "06:00",
      "12:00",
      "18:00",
      "10-25",
      "06:00",
      "12:00",
      "18:00",
    ]);
  });

  it("leave room for their labels, at any zoom", () => {
    const lengths = fc.double({ min: 20, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 100, max: 4000 }), (length, width) => {
        const ticks = timeTicks({ startMs: 0, endMs: length }, originMs, width);
        expect(ticks.length).toBeLessThanOrEqual(width / 46 + 1);
        for (const { atMs } of ticks) {
          expect(atMs).toBeGreaterThanOrEqual(-0.001);
          expect(atMs).toBeLessThanOrEqual(length + 0.001);
        }
      }),
    );
  });

  it("from a moment are round times before and after it, as fine as they are apart", () => {
    const offsets = (startMs: number, endMs: number, zeroMs: number, width: number) =>
      offsetTicks({ startMs, endMs }, zeroMs, width).map(({ label }) => label);
    expect(offsets(0, 120_000, 32_110, 600)).toEqual([
      ...["−0:30", "−0:15", "0:00", "+0:15", "+0:30", "+0:45", "+1:00", "+1:15"],
    ]);
    expect(offsets(0, 8 * 60_000, 4 * 60_000, 250)).toEqual([
      "−4 min",
      "−2 min",
      "0",
      "+2 min",
      "+4 min",
    ]);
    expect(offsets(0, 1000, 500, 300)).toEqual(["−0:00.50", "0:00.00", "+0:00.50"]);
    const [first] = offsetTicks({ startMs: 0, endMs: 120_000 }, 32_110, 600);
    expect(first?.atMs).toBe(2110);
  });

  it("are none where there is no room", () => {
    expect(timeTicks({ startMs: 0, endMs: 1000 }, originMs, 0)).toEqual([]);
    expect(timeTicks({ startMs: 5, endMs: 5 }, originMs, 500)).toEqual([]);
  });
});

describe("the axis of a lane", () => {
  it("has round values that leave the line inside the lane", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (largest) => {
        const top = axisTop(largest);
        expect(top * 1.1201).toBeGreaterThanOrEqual(largest);
        expect(top).toBeLessThanOrEqual(largest * 1.8);
        expect(toY(top, 76, largest)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("has an axis too where all is zero or nothing was measured", () => {
    expect(axisTicks(axisTop(0))).toEqual([0, 0.5, 1]);
    expect(axisTicks(axisTop(Number.NaN))).toEqual([0, 0.5, 1]);
  });

  it("prints its ticks with the decimals that tell them apart", () => {
    expect([0, 7.5, 15].map((tick) => formatTick(tick, 7.5))).toEqual(["0", "7.5", "15.0"]);
    expect(formatTick(10_000, 5000)).toBe("10,000");
    expect(formatTick(60e6, 30e6)).toBe("60 M");
    expect(formatTick(3e12, 1.5e12)).toBe("3.0 T");
    expect(formatTick(0.15, 0.075)).toBe("0.150");
  });
});

describe("the line of a lane", () => {
  const identity = (value: number): number => value;

  it("goes in steps, because a value holds for the whole span of its point", () => {
    const paths = stepPaths({ fromMs: 0, timeMs: [10, 20], values: [5, 7] }, identity, identity);
    expect(paths.line).toBe("M0 5H10V7H20");
    expect(paths.area).toBe("M0 0V5H10V7H20V0Z");
  });

  it("has a gap where there is no value", () => {
    const steps = { fromMs: 0, timeMs: [10, 20, 30], values: [5, Number.NaN, 7] };
    const paths = stepPaths(steps, identity, identity);
    expect(paths.line).toBe("M0 5H10M20 7H30");
    expect(paths.area).toBe("M0 0V5H10V0ZM20 0V7H30V0Z");
  });

  it("is empty without points", () => {
    expect(stepPaths({ fromMs: 0, timeMs: [], values: [] }, identity, identity).line).toBe("");
  });
});
