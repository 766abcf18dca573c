import { describe, expect, it } from "vitest";
import type { Summary } from "../../contract/summary.ts";
import { studyResults } from "./study-results.ts";

/** What results read of a summary, and nothing else. */
const run = (perSecond: number, createdMs?: number) =>
  ({
    run: { engineMs: 20_000, warmupMs: 10_000, engine: { version: "1" } },
    transactions: { perSecond, byType: [] },
    phases: [],
    snapshots: createdMs === undefined ? [] : [{ createdMs, sizeOnDiskBytes: 1 }],
    counters: {},
    waits: [],
  }) as unknown as Summary;

const repeats = Array.from({ length: 10 }, (_, repeat) => repeat);
const point = (perSecond: number, createdMs?: number) =>
  repeats.map((repeat) => run(perSecond + repeat, createdMs));

describe("the results of a study", () => {
  it("are medians with intervals, and each point against the first by pairs of one seed", () => {
    const [throughput, ...others] = studyResults([point(100), point(90), point(100)]);
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

  it("begin with the metric that was named, and leave out what was not measured", () => {
    const points = [point(100, 2000), point(90, 3000)];
    expect(studyResults(points, "creation").map(({ id }) => id)).toEqual([
      "creation",
      "throughput",
    ]);
    expect(studyResults(points, "p99").map(({ id }) => id)).toEqual(["throughput", "creation"]);
  });

  it("correct the chance of a claim for how many points were compared", () => {
    const noisy = (shift: number) => repeats.map((at) => run(100 + at + (at < 2 ? -shift : shift)));
    const one = studyResults([point(100), noisy(1)])[0]?.points[1]?.comparison;
    const many = studyResults([point(100), ...[1, 2, 3, 4, 5].map(noisy)])[0]?.points[1];
    expect(one?.family).toBe(1);
    expect(many?.comparison?.family).toBe(5);
    expect(many?.comparison?.adjustedP).toBeGreaterThan(Number(one?.adjustedP));
  });

  it("leave out pairs that lack a run, and points that have none", () => {
    const holes = point(90).map((summary, at) => (at < 3 ? null : summary));
    const none = repeats.map(() => null);
    const [throughput] = studyResults([point(100), holes, none]);
    expect(throughput?.points[1]).toMatchObject({ runs: 7, comparison: { runs: { base: 7 } } });
    expect(throughput?.points[2]).toEqual({ runs: 0, center: null, comparison: null });
    expect(studyResults([none, none])).toEqual([]);
  });
});
