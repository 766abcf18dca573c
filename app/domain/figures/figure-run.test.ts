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

const waitOf = (wait_type: string, wait_time_ms: number) => ({
  wait_type,
  wait_time_ms,
  waiting_tasks_count: 1,
  max_wait_time_ms: wait_time_ms,
  signal_wait_time_ms: 0,
});

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

  it("has no type of transaction that did not occur, and no wait of no time", () => {
    const none = { count: 0, meanMs: null, p50Ms: null, p95Ms: null, p99Ms: null };
    const run = figureRun(
      {
        ...summary,
        transactions: {
          ...summary.transactions,
          byType: [{ type: "transaction2", ...none }, ...summary.transactions.byType],
        },
        waits: [...summary.waits, waitOf("SOS_SCHEDULER_YIELD", 0)],
      },
      noSeries,
      [],
    );
    expect(run?.responses.map(({ type }) => type)).toEqual(["transaction1"]);
    expect(run?.waits.map(({ type }) => type)).toEqual(["WRITELOG", "PREEMPTIVE_OS_WRITEFILE"]);
  });

  it("has moments to the microsecond, and five significant digits of amounts", () => {
    const transactions = { ...summary.transactions, perSecond: 487.70249 };
    const waits = [waitOf("WRITELOG", 9_023_933.543_21), waitOf("LCK_M_U", 0.000_123)];
    const phases = summary.phases.map((phase) => ({
      ...phase,
      startMs: phase.startMs + 0.123_456,
    }));
    const run = figureRun({ ...summary, transactions, waits, phases }, noSeries, []);
    expect(run?.transactionsPerSecond).toBe(487.7);
    expect(run?.waits).toEqual([{ type: "WRITELOG", ms: 9_023_900, tasks: 1 }]);
    expect(run?.creations[0]?.startMs).toBe(30_000.123);
  });

  it("has counters where the figure draws them", () => {
    const series = {
      ...noSeries,
      timeMs: Float64Array.of(1000, 2000),
      counters: { dirtyPages: Float64Array.of(1.23456, 114_740_792.9) },
    };
    expect(figureRun(summary, series, ["dirtyPages"])?.counters).toEqual({
      timeMs: [1000, 2000],
      values: { dirtyPages: [1.235, 114_740_000] },
    });
  });

  it("has response times beside them, as they were where no transaction ended", () => {
    const series = {
      ...noSeries,
      timeMs: Float64Array.of(1000, 2000, 3000),
      p99Ms: Float64Array.of(9, Number.NaN, 11),
      meanMs: Float64Array.of(Number.NaN, 4, Number.NaN),
    };
    const run = figureRun(summary, series, ["meanMs", "p99Ms"]);
    expect(run?.counters?.values).toEqual({ meanMs: [4, 4, 4], p99Ms: [9, 9, 11] });
    expect(figureRunSchema.parse(run)).toEqual(run);
  });

  it("is nothing of a real run, which no engine gives again", () => {
    expect(figureRun({ ...summary, telemetryHash: null }, noSeries, [])).toBeNull();
  });
});
