import { expect, it } from "vitest";
import { bucketCount, highestValueUs, resolutionMs } from "../series/latency-histogram.ts";
import { marginOf } from "./least-effect.ts";

const p99 = { name: "p99", unit: "milliseconds", better: "lower" } as const;

it("a difference matters from what was asked for on, and from what histograms tell apart", () => {
  expect(marginOf(p99, [4.9, Number.NaN, 4.9], 0.01)).toBe(0.01);
  // A microsecond of twenty.
  expect(marginOf(p99, [0.02, 0.02], 0.01)).toBeCloseTo(0.05, 12);
  expect(marginOf({ ...p99, unit: { name: "pages/s" } }, [0.02], 0.01)).toBe(0.01);
  expect(marginOf(p99, [0], 0)).toBe(0);
});

it("response times are told apart by the width of their bucket", () => {
  for (const index of [0, 1500, 2047, 2048, 5000, 20_000, bucketCount - 1]) {
    const width = highestValueUs(index) - (index === 0 ? -1 : highestValueUs(index - 1));
    expect(resolutionMs(highestValueUs(index) / 1000)).toBeCloseTo(width / 1000, 12);
  }
});
