import * as fc from "fast-check";
import { build } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { bucketCount, highestValueUs, LatencyHistogram } from "./latency-histogram.ts";

const bucketIndex = fc.nat(bucketCount - 1);
const histogramOf = (pairs: readonly (readonly [number, number])[]) => {
  const histogram = new LatencyHistogram();
  histogram.add(Float64Array.from(pairs.flat()));
  return histogram;
};

describe("LatencyHistogram", () => {
  it("has the layout of HDR Histogram with three significant figures", () => {
    const reference = build({
      lowestDiscernibleValue: 1,
      highestTrackableValue: 3_600_000_000,
      numberOfSignificantValueDigits: 3,
      useWebAssembly: false,
    });
    // The last bucket holds the highest value, and reaches beyond it.
    const whole = bucketIndex.filter((index) => highestValueUs(index) <= 3_600_000_000);
    fc.assert(
      fc.property(whole, (index) => {
        const [lowest, highest] = [highestValueUs(index - 1) + 1, highestValueUs(index)];
        for (const value of [lowest, highest]) {
          reference.reset();
          reference.recordValue(value);
          expect(reference.getValueAtPercentile(100)).toBe(highest);
        }
      }),
    );
  });

  it("reads the percentile that HDR Histogram reads", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(12_000), fc.integer({ min: 1, max: 50 })), { minLength: 1 }),
        fc.constantFrom(50, 95, 99, 100),
        (pairs, percent) => {
          const reference = build({
            lowestDiscernibleValue: 1,
            highestTrackableValue: 3_600_000_000,
            numberOfSignificantValueDigits: 3,
            useWebAssembly: false,
          });
          for (const [index, count] of pairs) {
            reference.recordValueWithCount(highestValueUs(index), count);
          }
          expect(histogramOf(pairs).percentileMs(percent)).toBe(
            reference.getValueAtPercentile(percent) / 1000,
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it("has the mean that HDR Histogram has", () => {
    const values = fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 50 })), {
      minLength: 1,
    });
    const reference = build({
      lowestDiscernibleValue: 1,
      highestTrackableValue: 3_600_000_000,
      numberOfSignificantValueDigits: 3,
      useWebAssembly: false,
    });
    fc.assert(
      fc.property(values, (pairs) => {
        reference.reset();
        for (const [index, count] of pairs) {
          reference.recordValueWithCount(highestValueUs(index), count);
        }
        expect(histogramOf(pairs).meanMs()).toBeCloseTo(reference.mean / 1000, 6);
      }),
      { numRuns: 50 },
    );
  });

  it("takes a part of a sample as that part of its counts", () => {
    const histogram = new LatencyHistogram();
    histogram.add(Float64Array.of(10, 4), 0.25);
    histogram.add(Float64Array.of(20, 1));
    expect([histogram.count, histogram.percentileMs(50), histogram.percentileMs(51)]).toEqual([
      2, 0.01, 0.02,
    ]);
    expect(histogram.meanMs()).toBeCloseTo(0.015, 9);
    histogram.add(Float64Array.of(30, 1), 0.1);
    expect(histogram.percentileMs(100)).toBe(0.03);
  });

  it("has no percentile when nothing was recorded, and forgets on reset", () => {
    const histogram = histogramOf([[5, 2]]);
    expect(histogram.count).toBe(2);
    histogram.reset();
    expect(histogram.count).toBe(0);
    expect(histogram.percentileMs(99)).toBeNaN();
    expect(histogram.meanMs()).toBeNaN();
    expect([...histogram.buckets()]).toEqual([]);
  });

  it("leaves out what is outside of the layout", () => {
    const histogram = histogramOf([
      [-1, 5],
      [bucketCount, 5],
      [7, 1],
    ]);
    expect([histogram.count, histogram.percentileMs(99)]).toEqual([1, 0.007]);
  });

  it("merges by adding counts, in any order", () => {
    const pairs = fc.array(fc.tuple(bucketIndex, fc.integer({ min: 1, max: 9 })));
    fc.assert(
      fc.property(pairs, pairs, (first, second) => {
        const merged = histogramOf([...first, ...second]);
        expect(histogramOf([...second, ...first]).buckets()).toEqual(merged.buckets());
        const again = new LatencyHistogram();
        again.add(merged.buckets());
        expect(again.count).toBe(merged.count);
      }),
    );
  });
});
