import { expect, it } from "vitest";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { neededRepeats } from "../studies/needed-repeats.ts";
import { noSeries } from "../timeline/recording-timeline.ts";
import { canMeasure, mostMetrics, throughputId, valuesOfCapture } from "./run-metrics.ts";

it("a sample that ends with the warm-up is part of it, the next one is not", () => {
  const series = {
    ...noSeries,
    timeMs: Float64Array.of(1000, 2000, 3000, 4000),
    counters: { transactionsPerSecond: Float64Array.of(900, 900, 100, Number.NaN) },
  };
  const values = valuesOfCapture({ phases: [], warmupEndMs: 2000 }, series);
  expect(values.get(throughputId)).toBe(100);
});

it("repeats are counted for all that a comparison may test, the waits of both sides included", () => {
  const plain = { timeline: [], commands: [] };
  const revert = presetScenario("revert-after-a-wrong-update");
  const creation = presetScenario("creation-in-the-cloud");
  expect(mostMetrics(creation) - mostMetrics(plain)).toBe(2);
  expect(["creation", "commitsLost", "p99"].map(canMeasure(creation))).toEqual([true, false, true]);
  expect(canMeasure(revert)("commitsLost")).toBe(true);
  // 16 of them were tested of it, for which 9 repeats were too few.
  expect(mostMetrics(creation)).toBeGreaterThanOrEqual(16);
  expect(neededRepeats(2, mostMetrics(creation) - 1).all).toBe(10);
});
