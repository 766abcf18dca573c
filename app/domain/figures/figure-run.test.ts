import { describe, expect, it } from "vitest";
import { figureRunSchema } from "../../contract/figure-results.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { noSeries } from "../timeline/recording-timeline.ts";
import { figureRun } from "./figure-run.ts";

const summary = {
  ...fakeSummary(presetScenario("creation-under-load"), "completed"),
  telemetryHash: "0123456789abcdef",
};

describe("what a figure keeps of a run", () => {
  it("is what its summary has, as the contract says", () => {
    const run = figureRun(summary, noSeries, []);
    expect(figureRunSchema.parse(run)).toEqual(run);
    expect(run).toMatchObject({
      seed: summary.run.seed,
      telemetryHash: "0123456789abcdef",
      transactionsPerSecond: summary.transactions.perSecond,
      creations: [
        {
          snapshot: "sales_snapshot_1",
          startMs: 30_000,
          endMs: 34_750,
          asOfMs: 33_000,
          newestRowMs: 32_999,
          sizeOnDiskBytes: 20_185_088,
        },
      ],
      counters: null,
    });
  });

  it("has counters where the figure draws them, to the microsecond", () => {
    const series = {
      ...noSeries,
      timeMs: Float64Array.of(1000, 2000),
      counters: { dirtyPages: Float64Array.of(1.23456, 2) },
    };
    expect(figureRun(summary, series, ["dirtyPages"])?.counters).toEqual({
      timeMs: [1000, 2000],
      values: { dirtyPages: [1.235, 2] },
    });
  });

  it("is nothing of a real run, which no engine gives again", () => {
    expect(figureRun({ ...summary, telemetryHash: null }, noSeries, [])).toBeNull();
  });
});
