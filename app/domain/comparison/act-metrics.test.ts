import { describe, expect, it } from "vitest";
import type { Summary } from "../../contract/summary.ts";
import { fakeArraySnapshot, fakeRestore } from "../../contract/testing/fake-backups.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { actsOf, done, phase, snapshotAsOf } from "../acts/testing/fake-acts.ts";
import { noSeries } from "../timeline/recording-timeline.ts";
import { compareRuns } from "./compare-runs.ts";
import { comparedRun } from "./compared-recordings.ts";
import type { ComparedRun } from "./compared-run.ts";
import { checkMetrics } from "./run-metrics.ts";

function run(acts: Parameters<typeof actsOf>[0]): ComparedRun {
  const { scenario, ...done } = actsOf(acts);
  const summary: Summary = { ...fakeSummary(scenario, "completed"), ...done };
  return comparedRun(summary, noSeries);
}

const reverted = {
  snapshots: [snapshotAsOf("s1", 60)],
  timeline: [done(80.5, 93.5, { kind: "revertSnapshot", name: "s1" })],
  phases: [phase("revert", 80.5, 90), phase("recovery", 90, 93.5)],
  reverts: [{ snapshot: "s1", discardedCommits: 2050 }],
};
/** From 90 to 93.25 s, to what was at 80 s; 11 commits are lost. */
const restored = { restores: [fakeRestore] };

const ids = ["timeWithoutService", "wayBack", "dataLoss", "commitsLost"];
const valuesOf = ({ values }: ComparedRun) => ids.map((id) => values.get(id) ?? null);

function compared(base: ComparedRun, variant: ComparedRun) {
  const result = compareRuns({ base: [base], variant: [variant], paired: true });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe("a restore and a revert", () => {
  it("are each how long nobody could work, and what was lost", () => {
    expect(valuesOf(run(reverted))).toEqual([13_000, 13_000, 20_500, 2050]);
    expect(valuesOf(run(restored))).toEqual([3250, 3250, 10_000, 11]);
    expect(valuesOf(run({}))).toEqual(ids.map(() => null));
  });

  it("an array snapshot is how long it took, how long it froze writes, and its reserve", () => {
    const taken = run({ arraySnapshots: [fakeArraySnapshot] });
    const ofArray = ["arraySnapshot", "arrayFreeze", "arrayReserve"];
    expect(ofArray.map((id) => taken.values.get(id) ?? null)).toEqual([3800, 500, 0]);
    const none = run({ arraySnapshots: [{ ...fakeArraySnapshot, state: "failed" }] });
    expect(ofArray.some((id) => none.values.has(id))).toBe(false);
    expect(checkMetrics(ofArray).ok).toBe(true);
  });

  it("are compared by these, first by the time without service", () => {
    const { sentences, metrics } = compared(run(restored), run(reverted));
    expect(sentences[0]).toMatch(/^Time without service rose from 3\.25 s to 13/);
    const lost = metrics.find(({ id }) => id === "commitsLost")?.comparison;
    expect([lost?.base.value, lost?.variant.value]).toEqual([11, 2050]);
  });

  it("are not compared by commits where a run of an earlier version did not count them", () => {
    const { reverts, ...uncounted } = reverted;
    expect(reverts).toHaveLength(1);
    const { metrics } = compared(run(restored), run(uncounted));
    expect(metrics.some(({ id }) => id === "commitsLost")).toBe(false);
  });

  it("can be named for a limit before anything is run", () => {
    expect(checkMetrics(["timeWithoutService", "wayBack", "dataLoss", "commitsLost"]).ok).toBe(
      true,
    );
  });
});
