import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counters } from "../../contract/telemetry-catalog.ts";
import { columnOf, lanes, lanesOf, lastValue, pointAt, standardLanes, valueAt } from "./lanes.ts";
import { seriesOf } from "./testing/pieces.ts";
import { largestIn, thin } from "./thin.ts";

const [transactions] = standardLanes;
const dataWrites = lanesOf(["dataWriteBytesPerSecond"])[0];
if (transactions === undefined || dataWrites === undefined) throw new Error("no lanes");

describe("lanes", () => {
  it("begin with what users feel, then go on with the paper's Table 4 in its order", () => {
    expect(standardLanes.map(({ title, unit }) => `${title} ${unit}`)).toEqual([
      "Transactions /s",
      "p99 response ms",
      "Checkpoint pages pages/s",
      "Data writes MiB/s",
      "Snapshot writes MiB/s",
      "Snapshot reads MiB/s",
      "Log reads MiB/s",
    ]);
  });

  it("exist for every counter, once", () => {
    const ids = lanes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(counters.length + 1);
    expect(lanes.filter(({ title, id }) => title === id)).toEqual([]);
  });

  it("show bytes as MiB", () => {
    const series = seriesOf([1000], () => 3 * 2 ** 20);
    expect(valueAt(dataWrites, series, 500)).toBe(3);
    expect(lastValue(dataWrites, series)).toBe(3);
  });

  it("have the value of the point whose span holds the moment", () => {
    const series = seriesOf([1000, 2000, 3000], (index) => 10 * (index + 1));
    const at = (atMs: number) => valueAt(transactions, series, atMs);
    expect([at(0), at(1000), at(1001), at(2000), at(3000)]).toEqual([10, 10, 20, 20, 30]);
    expect([at(-1), at(3001)]).toEqual([null, null]);
  });

  it("have no value where none was measured", () => {
    const empty = seriesOf([]);
    expect(lastValue(transactions, empty)).toBeNull();
    expect(pointAt(empty, 5)).toBe(0);
    expect(
      valueAt(
        transactions,
        seriesOf([1000], () => Number.NaN),
        500,
      ),
    ).toBeNull();
  });

  it("that this version does not know are left out", () => {
    expect(lanesOf(["p99Ms", "nothing"]).map(({ id }) => id)).toEqual(["p99Ms"]);
    expect(columnOf({ ...transactions, id: "nothing" }, seriesOf([1]))).toHaveLength(0);
  });
});

describe("thinning", () => {
  const columns = fc.array(
    fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 1000 }) }, fc.constant(Number.NaN)),
    { minLength: 1, maxLength: 500 },
  );
  const timesOf = (values: readonly number[]) =>
    Float64Array.from(values, (_, index) => (index + 1) * 10);
  const numbers = (values: Iterable<number>) => [...values].filter((value) => !Number.isNaN(value));

  it("never gives more points than pixels, and loses neither peak nor dip", () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 2, max: 300 }), (values, pixels) => {
        const timeMs = timesOf(values);
        const view = { startMs: 0, endMs: values.length * 10 };
        const thinned = thin(timeMs, Float64Array.from(values), view, pixels);
        expect(thinned.values.length).toBeLessThanOrEqual(pixels);
        expect(thinned.timeMs).toEqual(thinned.timeMs.toSorted((a, b) => a - b));
        expect(Math.max(...numbers(thinned.values))).toBe(Math.max(...numbers(values)));
        expect(Math.min(...numbers(thinned.values))).toBe(Math.min(...numbers(values)));
        expect(thinned.timeMs.at(-1)).toBe(timeMs.at(-1));
      }),
    );
  });

  it("keeps every point where there is room", () => {
    const { timeMs, counters: columnsById } = seriesOf([1, 2, 3, 4]);
    const values = columnsById.freePages ?? new Float64Array();
    expect(thin(timeMs, values, { startMs: 0, endMs: 4 }, 100)).toEqual({
      fromMs: 0,
      timeMs: [1, 2, 3, 4],
      values: [0, 1, 2, 3],
    });
  });

  it("includes the points that cross the edges of the view, and nothing beyond", () => {
    const timeMs = Float64Array.of(10, 20, 30, 40, 50);
    const thinned = thin(timeMs, timeMs, { startMs: 22, endMs: 38 }, 100);
    expect(thinned).toEqual({ fromMs: 20, timeMs: [30, 40], values: [30, 40] });
  });

  it("puts the smaller and the larger of a pixel in the order in which they came", () => {
    const values = Float64Array.of(5, 9, 1, 4, 2, 2, 7, 3);
    const timeMs = Float64Array.from(values, (_, index) => index + 1);
    expect(thin(timeMs, values, { startMs: 0, endMs: 8 }, 4).values).toEqual([9, 1, 2, 7]);
  });

  it("finds the largest value of a view", () => {
    const timeMs = Float64Array.of(10, 20, 30);
    const values = Float64Array.of(7, Number.NaN, 3);
    expect(largestIn(timeMs, values, { startMs: 0, endMs: 30 })).toBe(7);
    expect(largestIn(timeMs, values, { startMs: 12, endMs: 30 })).toBe(3);
    expect(largestIn(timeMs, new Float64Array(), { startMs: 0, endMs: 30 })).toBe(0);
  });
});
