import { expect, it } from "vitest";
import { noSeries } from "../timeline/recording-timeline.ts";
import { throughputId, valuesOfCapture } from "./run-metrics.ts";

it("a sample that ends with the warm-up is part of it, the next one is not", () => {
  const series = {
    ...noSeries,
    timeMs: Float64Array.of(1000, 2000, 3000, 4000),
    counters: { transactionsPerSecond: Float64Array.of(900, 900, 100, Number.NaN) },
  };
  const values = valuesOfCapture({ phases: [], warmupEndMs: 2000 }, series);
  expect(values.get(throughputId)).toBe(100);
});
