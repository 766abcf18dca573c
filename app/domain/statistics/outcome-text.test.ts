import { describe, expect, it } from "vitest";
import type { Metric } from "../../contract/metric.ts";
import { compareMetric, compareMetrics } from "./compare-metrics.ts";
import type { Samples } from "./comparison.ts";
import { chanceText, outcomeText } from "./outcome-text.ts";

const writes: Metric = { name: "snapshot writes", unit: { name: "MiB/s" }, better: null };
const p99: Metric = { name: "p99", unit: "milliseconds", better: "lower" };
const paired = (base: number[], variant: number[]): Samples => ({ kind: "paired", base, variant });
const ten = Array.from({ length: 10 }, (_, at) => 1000 + at);

function cells(samples: Samples, metric = p99, margin?: number): readonly string[] {
  const compared = compareMetric({
    metric,
    samples,
    ...(margin === undefined ? {} : { margin }),
  });
  return [chanceText(compared), outcomeText(compared)];
}

describe("the cells of a compared metric", () => {
  it("of pairs that are too few say how many it takes, and no chance of 1", () => {
    const few = { metric: writes, samples: paired([0, 0, 0, 0], [14, 15, 14.8, 14.9]) };
    const [one] = compareMetrics(Array.from({ length: 24 }, () => few));
    expect(one?.adjustedP).toBe(1);
    expect(one === undefined ? [] : [chanceText(one), outcomeText(one)]).toEqual([
      "",
      "too few pairs: 10 needed",
    ]);
  });

  it("tell what is better, what differs, what is the same and what does not matter", () => {
    const less = ten.map((value) => value - 2);
    expect(cells(paired(ten, less))).toEqual(["0.002", "better"]);
    expect(cells(paired(ten, less), writes)).toEqual(["0.002", "less"]);
    expect(cells(paired(ten, ten))).toEqual(["1.00", "unchanged"]);
    expect(cells(paired(ten, less), p99, 0.01)).toEqual(["0.002", "no difference that matters"]);
  });

  it("of one run each say that nothing was tested", () => {
    expect(cells(paired([1], [2]))).toEqual(["", "not tested"]);
    expect(cells(paired(ten, ten.toReversed()))).toEqual(["1.00", "not proven"]);
  });
});
