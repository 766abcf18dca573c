import { describe, expect, it } from "vitest";
import type { Metric } from "../../contract/metric.ts";
import { compareMetrics } from "../statistics/compare-metrics.ts";
import { missingRepeats, neededRepeats, repeatsAdvice } from "./needed-repeats.ts";

const metric: Metric = { name: "p99", unit: "milliseconds", better: "lower" };

describe("the repeats that a proof needs", () => {
  it("grow with the points and metrics that share the chance of a false claim", () => {
    expect(neededRepeats(2, 0)).toEqual({ named: 6, all: 6 });
    expect(neededRepeats(2, 18)).toEqual({ named: 6, all: 10 });
    expect(neededRepeats(5, 2)).toEqual({ named: 8, all: 9 });
  });

  it("are those from which on comparisons of so many can prove something", () => {
    for (const points of [2, 3, 5, 12]) {
      const { named } = neededRepeats(points, 0);
      const outcomes = [named - 1, named].map((repeats) => {
        const base = Array.from({ length: repeats }, (_, at) => 100 + at);
        const samples = { kind: "paired", base, variant: base.map((one) => 2 * one) } as const;
        const [first] = compareMetrics(new Array(points - 1).fill({ metric, samples }));
        return first?.outcome.kind;
      });
      expect(outcomes).toEqual(["notProven", "proven"]);
    }
  });

  it("are said where they are too few", () => {
    const needed = neededRepeats(5, 2);
    expect(repeatsAdvice(1, neededRepeats(2, 0), "p99")).toBe(
      "1 run of each is too few for a significant result: p99 needs at least 6.",
    );
    expect(repeatsAdvice(6, needed, "throughput")).toBe(
      "6 runs of each are too few for a significant result: throughput needs at least 8, 9 for the other metrics too.",
    );
    expect(repeatsAdvice(8, needed, "throughput")).toBe(
      "8 runs of each are enough for throughput alone; the other metrics need at least 9.",
    );
    expect(repeatsAdvice(9, needed, "throughput")).toBeNull();
  });

  it("are missing after a study that was too small, and not after one that was tested", () => {
    const compared = (repeats: number, changes: readonly number[]) => {
      const base = Array.from({ length: repeats }, (_, at) => 100 + at);
      const samplesOf = (change: number) => ({
        kind: "paired" as const,
        base,
        variant: base.map((one, at) => one + change * (change < 1 && at % 2 === 0 ? -1 : 1)),
      });
      const [named, ...others] = compareMetrics(
        changes.map((change, at) => ({ metric, samples: samplesOf(change), primary: at === 0 })),
      );
      return missingRepeats(repeats, named === undefined ? [] : [named], others);
    };
    expect(compared(4, [10, 10, 10])).toBe(3);
    expect(compared(6, [10, 10, 10])).toBe(1);
    expect(compared(7, [10, 10, 10])).toBe(0);
    // The metric that was named could have been proven by six pairs, and was not.
    expect(compared(6, [0.5, 10, 10])).toBe(0);
  });
});
