import { describe, expect, it } from "vitest";
import { newRun, seriesOf } from "../timeline/testing/pieces.ts";
import { withoutShortRates } from "./short-sample.ts";

const lastOf = (series: ReturnType<typeof seriesOf>) => ({
  rate: series.counters.transactionsPerSecond?.at(-1),
  gauge: series.counters.dirtyPages?.at(-1),
  p99: series.p99Ms.at(-1),
});

describe("the last sample", () => {
  it("of less than a tenth of its length has no rates, and the gauges of its moment", () => {
    const short = withoutShortRates(seriesOf([1000, 2000, 2099]));
    expect(lastOf(short)).toEqual({ rate: Number.NaN, gauge: 2, p99: Number.NaN });
    expect(short.counters.transactionsPerSecond?.at(-2)).toBe(1);
    const long = seriesOf([1000, 2000, 2100]);
    expect(withoutShortRates(long)).toBe(long);
  });

  it("is whole among merged ones, however many samples they have", () => {
    const merged = { ...seriesOf([50_000, 100_000, 101_000]), samplesPerPoint: 50 };
    expect(withoutShortRates(merged)).toBe(merged);
    const cut = { ...seriesOf([50_000, 100_000, 100_050]), samplesPerPoint: 50 };
    expect(lastOf(withoutShortRates(cut)).rate).toBeNaN();
  });

  it("is left as it is where nothing tells how long a sample is", () => {
    const two = seriesOf([1000, 1001]);
    expect(withoutShortRates(two)).toBe(two);
  });

  it("of a run that was paused a moment after one has none either", () => {
    const run = newRun();
    run.take({ series: seriesOf([1000, 2000]), events: [] });
    const counters = { transactionsPerSecond: 2323, dirtyPages: 7 };
    const partial = (atMs: number) =>
      ({ kind: "partialSample", fromMs: 2000, atMs, counters, waits: {}, p99Ms: 15.9 }) as const;
    run.take({ series: seriesOf([]), events: [partial(2000.9)] });
    expect(lastOf(run.timeline.series)).toEqual({ rate: Number.NaN, gauge: 7, p99: Number.NaN });
    run.take({ series: seriesOf([]), events: [partial(2500)] });
    expect(lastOf(run.timeline.series)).toEqual({ rate: 2323, gauge: 7, p99: 15.9 });
  });
});
