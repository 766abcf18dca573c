import { describe, expect, it } from "vitest";
import type { Summary } from "../../contract/summary.ts";
import { comparedRun } from "../comparison/compared-recordings.ts";
import { noSeries } from "../timeline/recording-timeline.ts";
import { type RepeatRuns, studyResults } from "./study-results.ts";

/** What results read of a summary, and nothing else. */
const run = (perSecond: number, createdMs?: number) => {
  const summary = {
    run: { engineMs: 20_000, warmupMs: 10_000, engine: { version: "1" } },
    transactions: { perSecond, byType: [] },
    phases: [],
    snapshots: createdMs === undefined ? [] : [{ createdMs, sizeOnDiskBytes: 1 }],
    counters: {},
    waits: [],
    ...{ timeline: [], restores: [], scenario: { commands: [] } },
  };
  return comparedRun(summary as unknown as Summary, noSeries);
};

const repeats = Array.from({ length: 10 }, (_, repeat) => repeat);
const point = (perSecond: number, createdMs?: number) =>
  repeats.map((repeat) => run(perSecond + repeat, createdMs));

const users = (points: readonly unknown[]) => ({
  path: "workload.users",
  label: "Users",
  values: points.map((_, at) => 100 * (at + 1)),
});

const resultsOf = (points: readonly RepeatRuns[], primary?: string, metric?: string) =>
  studyResults(points, {
    names: points.map((_, at) => `${100 * (at + 1)} users`),
    parameters: [users(points)],
    primary,
    metric,
  });
const metricsOf = (...args: Parameters<typeof resultsOf>) => resultsOf(...args).metrics;

describe("the results of a study", () => {
  it("are medians with intervals, and each point against the first by pairs of one seed", () => {
    const [throughput, ...others] = metricsOf([point(100), point(90), point(100)]);
    expect(others).toEqual([]);
    const [first, second, third] = throughput?.points ?? [];
    expect(first).toMatchObject({ runs: 10, center: { value: 104.5 }, comparison: null });
    expect(second?.comparison).toMatchObject({
      outcome: { kind: "proven" },
      judgement: "worse",
      shift: -10,
      pairing: "paired",
    });
    expect(third?.comparison?.outcome.kind).toBe("unchanged");
  });

  it("show no difference that matters between points that are shown to differ by less than 1 %", () => {
    const close = repeats.map((repeat) => run(100.3 + repeat));
    const outcomeOf = (leastEffect?: number) =>
      studyResults([point(100), close], {
        names: ["a", "b"],
        parameters: [],
        leastEffect,
      }).metrics[0]?.points[1]?.comparison?.outcome;
    expect(outcomeOf()).toEqual({ kind: "unchanged", margin: 0.01 });
    expect(outcomeOf(0)).toEqual({ kind: "proven" });
  });

  it("begin with the metric that was named, and leave out what was not measured", () => {
    const points = [point(100, 2000), point(90, 3000)];
    expect(metricsOf(points, "creation").map(({ id }) => id)).toEqual(["creation", "throughput"]);
    expect(metricsOf(points, "p99").map(({ id }) => id)).toEqual(["throughput", "creation"]);
  });

  it("correct the chance of a claim for how many points were compared", () => {
    const noisy = (shift: number) => repeats.map((at) => run(100 + at + (at < 2 ? -shift : shift)));
    const one = metricsOf([point(100), noisy(1)])[0]?.points[1]?.comparison;
    const many = metricsOf([point(100), ...[1, 2, 3, 4, 5].map(noisy)])[0]?.points[1];
    expect(one?.family).toBe(1);
    expect(many?.comparison?.family).toBe(5);
    expect(many?.comparison?.adjustedP).toBeGreaterThan(Number(one?.adjustedP));
  });

  it("leave out pairs that lack a run, and points that have none", () => {
    const holes = point(90).map((summary, at) => (at < 3 ? null : summary));
    const none = repeats.map(() => null);
    const [throughput] = metricsOf([point(100), holes, none]);
    expect(throughput?.points[1]).toMatchObject({ runs: 7, comparison: { runs: { base: 7 } } });
    expect(throughput?.points[2]).toMatchObject({
      runs: 0,
      center: null,
      comparison: null,
      sentence: null,
    });
    expect(metricsOf([none, none])).toEqual([]);
  });

  it("say of each point what it comes to against the first, and hold each run's value", () => {
    const [throughput] = metricsOf([point(100), point(90)]);
    expect(throughput?.points[1]?.sentence).toMatch(
      /^With 200 users against 100 users, throughput fell from 105 to 95 /,
    );
    expect(throughput?.points[1]?.values).toEqual(repeats.map((repeat) => 90 + repeat));
  });

  it("name all that was measured, and tell of one of them when asked, corrected for all", () => {
    const points = [point(100, 1000), point(90, 1000), point(95, 1000)];
    expect(resultsOf(points).measured.map(({ id }) => id)).toEqual([
      "throughput",
      "creation",
      "snapshotSize",
    ]);
    const metrics = metricsOf(points, undefined, "snapshotSize");
    expect(metrics.map(({ id }) => id)).toEqual(["throughput", "creation", "snapshotSize"]);
  });

  it("claim that something is proportional where a line through the origin explains it", () => {
    const along = (valueAt: (at: number) => number) =>
      metricsOf([1, 2, 3, 4, 5].map((at) => point(valueAt(at), 1000)))[0]?.line;
    expect(along((at) => 50 * at - 4.5)).toMatchObject({ claim: "proportional" });
    expect(along((at) => 50 * at + 500)).toMatchObject({ claim: "linear" });
    expect(along((at) => (at % 2 === 0 ? 100 : 200))).toMatchObject({ claim: "none" });
    expect(along((at) => 50 * at - 4.5 + (at % 2))?.sentence).toMatch(
      /^Throughput is proportional to users: it rises by 0.50 transactions\/s for each \(R² = /,
    );
    expect(metricsOf([point(100), point(90), point(80)])[0]?.line).toBeNull();
  });
});
