import { expect, it } from "vitest";
import { layout } from "./latency-histogram.ts";
import { mergedHistogram } from "./summary-histogram.ts";

/** 98 fast ones and two slow ones; all of them slow in the second. */
const fast = { ...layout, counts: [[5, 98] as [number, number], [900, 2] as [number, number]] };
const slow = { ...layout, counts: [[900, 100] as [number, number]] };

it("reads a percentile of all, which the mean of the runs' percentiles is not", () => {
  const merged = mergedHistogram([fast, slow]);
  expect(merged.ok && merged.value.count).toBe(200);
  expect(merged.ok && [49, 50].map((percent) => merged.value.percentileMs(percent))).toEqual([
    0.005, 0.9,
  ]);
});

it("is empty of nothing", () => {
  const merged = mergedHistogram([]);
  expect(merged.ok && merged.value.percentileMs(99)).toBeNaN();
});

it.each([{ lowest: 10 }, { highest: 60_000_000 }, { significantFigures: 2 }])(
  "refuses another layout: %o",
  (other) => {
    expect(mergedHistogram([fast, { ...slow, ...other }])).toMatchObject({
      ok: false,
      error: { code: "badInput", message: expect.stringContaining(`${Object.values(other)[0]}`) },
    });
  },
);
