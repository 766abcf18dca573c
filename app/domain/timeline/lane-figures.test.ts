import { describe, expect, it } from "vitest";
import { laneAmount, laneFigures } from "./lane-figures.ts";
import { standardLanes } from "./lanes.ts";
import { seriesOf } from "./testing/pieces.ts";

const [transactions] = standardLanes;
if (transactions === undefined) throw new Error("no lanes");
const lane = { ...transactions, scale: 2 };

describe("figures of a lane", () => {
  it("are of the points in the span, in the lane's unit", () => {
    const series = seriesOf([0, 1000, 2000, 3000], (index) => 10 * (index + 1));
    expect(laneFigures([lane], series, { startMs: 1000, endMs: 2000 }).get(lane.id)).toEqual({
      least: 40,
      mean: 50,
      most: 60,
      points: 2,
    });
  });

  it("pass over moments without a value", () => {
    const series = seriesOf([0, 1000, 2000], (index) => (index === 1 ? Number.NaN : 4));
    expect(laneFigures([lane], series, { startMs: 0, endMs: 2000 }).get(lane.id)).toMatchObject({
      mean: 8,
      points: 2,
    });
  });

  it("are none where nothing was measured", () => {
    const empty = laneFigures([lane], seriesOf([]), { startMs: 0, endMs: 10 });
    expect(empty.size).toBe(0);
    const before = seriesOf([5000]);
    expect(laneFigures([lane], before, { startMs: 0, endMs: 10 }).size).toBe(0);
  });
});

describe("the amount that a lane comes to", () => {
  it("counts of each sample the part that lies in the span", () => {
    const series = seriesOf([1000, 2000, 3000], (index) => 10 * (index + 1));
    expect(laneAmount(lane, series, { startMs: 500, endMs: 2500 })).toEqual({
      amount: 2 * (0.5 * 10 + 20 + 0.5 * 30),
      seconds: 2,
    });
  });

  it("passes over time without a value, and is none without any", () => {
    const series = seriesOf([1000, 2000], (index) => (index === 0 ? Number.NaN : 4));
    expect(laneAmount(lane, series, { startMs: 0, endMs: 9000 })).toEqual({
      amount: 8,
      seconds: 1,
    });
    expect(laneAmount(lane, series, { startMs: 0, endMs: 900 })).toBeNull();
  });
});
