import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meanOver } from "../span-means.ts";
import { noSeries } from "../testing/captures.ts";
import { usualInterval, withGaps } from "./series-gaps.ts";

const seriesOf = (timeMs: readonly number[], values: readonly number[]) => ({
  ...noSeries,
  timeMs: Float64Array.from(timeMs),
  counters: { disk: Float64Array.from(values) },
  p99Ms: new Float64Array(timeMs.length).fill(Number.NaN),
});

const rowsOf = ({ timeMs, counters }: ReturnType<typeof withGaps>) =>
  [...timeMs].map((atMs, row) => [atMs, counters.disk?.[row] ?? null]);

describe("withGaps", () => {
  it("says where the first sample's span begins", () => {
    expect(rowsOf(withGaps(seriesOf([5000, 6000, 7000], [1, 2, 3])))).toEqual([
      [4000, Number.NaN],
      [5000, 1],
      [6000, 2],
      [7000, 3],
    ]);
  });

  it("leaves a series alone that says itself where nothing was measured", () => {
    const series = seriesOf([4000, 5000, 6000, 7000], [Number.NaN, 1, 2, 3]);
    expect(rowsOf(withGaps(series))).toEqual([
      [4000, Number.NaN],
      [5000, 1],
      [6000, 2],
      [7000, 3],
    ]);
  });

  it("puts a point without values where a pause ends, and none where a sample was late", () => {
    const times = [1000, 2000, 4500, 5500, 60_000, 61_000];
    expect(rowsOf(withGaps(seriesOf(times, [1, 2, 3, 4, 5, 6])))).toEqual([
      [0, Number.NaN],
      [1000, 1],
      [2000, 2],
      [4500, 3],
      [5500, 4],
      [59_000, Number.NaN],
      [60_000, 5],
      [61_000, 6],
    ]);
  });

  it("lets no mean count the hours between two files", () => {
    const day = 86_400_000;
    const series = seriesOf([1000, 2000, 3000, day, day + 1000], [10, 10, 10, 40, 40]);
    const { timeMs, counters } = withGaps(series);
    expect(meanOver(timeMs, counters.disk ?? new Float64Array(), 0, day + 1000)).toBe(22);
  });

  it("keeps every sample, in order, whatever the times", () => {
    const times = fc.uniqueArray(fc.nat(1e9), { maxLength: 60 });
    fc.assert(
      fc.property(times, (list) => {
        const sorted = list.toSorted((a, b) => a - b);
        const rows = rowsOf(withGaps(seriesOf(sorted, sorted)));
        const measured = rows.filter(([, value]) => !Number.isNaN(value));
        expect(measured).toEqual(sorted.map((atMs) => [atMs, atMs]));
        const all = rows.map(([atMs]) => atMs ?? 0);
        expect(all).toEqual(all.toSorted((a, b) => a - b));
      }),
    );
  });

  it("takes the median of the distances for the interval, and 0 where there is none", () => {
    expect(usualInterval([0, 1, 2, 3, 1000])).toBe(1);
    expect(usualInterval([7])).toBe(0);
    expect(usualInterval([])).toBe(0);
  });
});
