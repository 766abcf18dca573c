import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { perfmonSeries } from "./perfmon-series.ts";
import { clock, fileOf, tableOf } from "./testing/perfmon-files.ts";

const free = "\\\\SQLPROD01\\Memory\\Available MBytes";
const pages = "\\\\SQLPROD01\\Memory\\Pages/sec";
const originMs = clock("2024-05-13T22:00:00");
const seconds = (series: { timeMs: Float64Array }) => [...series.timeMs].map((time) => time / 1000);

describe("the series of one file", () => {
  const tables = [tableOf(fileOf({ [free]: [10, 20, 30, 40, 50, 60] }))];
  const request = { originMs, counters: [free], points: 100 };

  it("has every sample where there is room", () => {
    const series = perfmonSeries(tables, request);
    expect(seconds(series)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...(series.counters[free] ?? [])]).toEqual([10, 20, 30, 40, 50, 60]);
    expect(series).toMatchObject({ waits: {}, samplesPerPoint: 1 });
    expect([...series.p99Ms]).toEqual([NaN, NaN, NaN, NaN, NaN, NaN]);
  });

  it("has means where there is none", () => {
    const series = perfmonSeries(tables, { ...request, points: 3 });
    expect(seconds(series)).toEqual([1, 3, 5]);
    expect([...(series.counters[free] ?? [])]).toEqual([15, 35, 55]);
    expect(series.samplesPerPoint).toBe(2);
  });

  it("has the span, a point before it, and one that ends after it", () => {
    const span = { ...request, fromMs: 1500, toMs: 2500 };
    expect(seconds(perfmonSeries(tables, span))).toEqual([1, 2, 3]);
    expect(seconds(perfmonSeries(tables, { ...request, fromMs: 1000, toMs: 3000 }))).toEqual([
      1, 2, 3,
    ]);
    expect(seconds(perfmonSeries(tables, { ...request, fromMs: 60_000 }))).toEqual([5]);
    expect(seconds(perfmonSeries(tables, { ...request, toMs: -60_000 }))).toEqual([0]);
  });

  it("has no points for counters that no file has", () => {
    const series = perfmonSeries(tables, { ...request, counters: [pages] });
    expect(series.timeMs).toHaveLength(0);
    expect(series.counters[pages]).toHaveLength(0);
    expect(perfmonSeries([], request).timeMs).toHaveLength(0);
  });

  it("has a counter without values as NaN beside one that has some", () => {
    const both = [tableOf(fileOf({ [free]: [1, 2], [pages]: [] }))];
    const series = perfmonSeries(both, { ...request, counters: [free, pages] });
    expect([...(series.counters[pages] ?? [])]).toEqual([NaN, NaN]);
  });

  it("keeps the response time apart, which the engine's own samples have", () => {
    const path = "\\\\SNAPSCOPE\\Snapscope:Transactions(_Total)\\p99 Response Time (ms)";
    const own = [tableOf(fileOf({ [path]: [4.5, 6] }))];
    const series = perfmonSeries(own, { ...request, counters: ["p99Ms"] });
    expect([...series.p99Ms]).toEqual([4.5, 6]);
    expect(series.counters).toEqual({});
  });
});

describe("the series of several files", () => {
  it("have one axis; a slower counter has its value for all the time of its sample", () => {
    const tables = [
      tableOf(fileOf({ [free]: [1, 2, 3, 4, 5, 6] })),
      tableOf(fileOf({ [pages]: [100, 200] }, 2, 3)),
    ];
    const series = perfmonSeries(tables, { originMs, counters: [free, pages], points: 100 });
    expect(seconds(series)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...(series.counters[free] ?? [])]).toEqual([1, 2, 3, 4, 5, 6]);
    // Only the first sample's own moment is known.
    expect([...(series.counters[pages] ?? [])]).toEqual([NaN, NaN, 100, 200, 200, 200]);
  });

  it("continue a counter that both have, and are blank between them", () => {
    const tables = [
      tableOf(fileOf({ [free]: [1, 2, 3] })),
      tableOf(fileOf({ [free]: [7, 8, 9] }, 60)),
      tableOf(fileOf({ [pages]: Array.from({ length: 70 }, () => 5) })),
    ];
    const series = perfmonSeries(tables, { originMs, counters: [free, pages], points: 100 });
    const at = (second: number) => series.counters[free]?.[seconds(series).indexOf(second)];
    expect([at(2), at(3), at(30), at(59), at(60), at(62), at(63)]).toEqual([
      3,
      NaN,
      NaN,
      NaN,
      7,
      9,
      NaN,
    ]);
    expect(series.counters[pages]?.every((value) => value === 5)).toBe(true);
  });
});

describe("the time before the capture begins", () => {
  it("has no value, from where its first sample may count on", () => {
    const table = tableOf(fileOf({ [free]: [1, 2, 3] }, 60));
    const series = perfmonSeries([table], { originMs, counters: [free], points: 100 });
    expect(seconds(series)).toEqual([59, 60, 61, 62]);
    expect([...(series.counters[free] ?? [])]).toEqual([NaN, 1, 2, 3]);
  });

  it("is none in a span that begins later", () => {
    const table = tableOf(fileOf({ [free]: [1, 2, 3, 4, 5] }, 60));
    const request = { originMs, counters: [free], points: 100, fromMs: 62_500 };
    expect(seconds(perfmonSeries([table], request))).toEqual([62, 63, 64]);
  });
});

describe("a pause of the recording", () => {
  const rows = fileOf({ [free]: [1, 2, 3, 4] }) + fileOf({ [free]: [5, 6, 7, 8] }, 100);

  it("has no value", () => {
    const series = perfmonSeries([tableOf(rows)], { originMs, counters: [free], points: 100 });
    expect(seconds(series)).toEqual([0, 1, 2, 3, 99, 100, 101, 102, 103]);
    expect([...(series.counters[free] ?? [])]).toEqual([1, 2, 3, 4, NaN, 5, 6, 7, 8]);
  });

  it("does not vanish in a mean", () => {
    const series = perfmonSeries([tableOf(rows)], { originMs, counters: [free], points: 3 });
    expect(seconds(series)).toEqual([2, 100, 103]);
    expect([...(series.counters[free] ?? [])]).toEqual([2, NaN, 7]);
  });
});

describe("any series", () => {
  it("has at most the points asked for, in order of time, with values between the extremes", () => {
    const values = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(values, values, fc.integer({ min: 2, max: 40 }), (first, second, points) => {
        const tables = [
          tableOf(fileOf({ [free]: first })),
          tableOf(fileOf({ [pages]: second }, 7, 5)),
        ];
        const series = perfmonSeries(tables, { originMs, counters: [free, pages], points });
        expect(series.timeMs.length).toBeLessThanOrEqual(points);
        for (let at = 1; at < series.timeMs.length; ++at) {
          expect(series.timeMs[at]).toBeGreaterThan(series.timeMs[at - 1] ?? 0);
        }
        for (const value of series.counters[free] ?? []) {
          if (Number.isNaN(value)) continue;
          expect(value).toBeGreaterThanOrEqual(Math.min(...first) - 1e-9);
          expect(value).toBeLessThanOrEqual(Math.max(...first) + 1e-9);
        }
      }),
    );
  });

  it("has the mean of its counter as its own mean weighted by time", () => {
    const samples = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 8, maxLength: 64 });
    fc.assert(
      fc.property(samples, fc.integer({ min: 2, max: 8 }), (values, points) => {
        const tables = [tableOf(fileOf({ [free]: values }))];
        const { timeMs, counters } = perfmonSeries(tables, { originMs, counters: [free], points });
        let total = 0;
        counters[free]?.forEach((value, at) => {
          total += value * ((timeMs[at] ?? 0) - (timeMs[at - 1] ?? -1000));
        });
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        expect(total / 1000 / values.length).toBeCloseTo(mean, 6);
      }),
    );
  });
});
