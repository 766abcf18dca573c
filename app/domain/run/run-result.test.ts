import { describe, expect, it } from "vitest";
import type { CreationCost } from "../../contract/creation-cost.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import { fakeRestore } from "../../contract/testing/fake-backups.ts";
import { brokenConsistency, fakeConsistency } from "../../contract/testing/fake-consistency.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { runEntryOf } from "../../contract/testing/run-entry.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { type Measured, verdictOf } from "./run-result.ts";

const entryOf = (status: RunEntry["status"]): RunEntry => runEntryOf({ status });

const noCost: CreationCost = {
  ...{ snapshot: "s1", startMs: 0, endMs: 3270, asOfMs: null, durationMs: 3270 },
  ...{ givenMs: 0 },
  ...{ before: null, during: null, after: null, throughput: null, p99: null, sentence: "" },
};

describe("the result of a run", () => {
  const snapshot = {
    name: "s1",
    state: "online",
    splitLsn: null,
    asOfMs: 31_000,
    createdMs: 3270,
    pagesPushed: 1,
    sizeBytes: 1,
    sizeOnDiskBytes: 1,
    regionBytes: 1,
    verified: true,
    verification: null,
  };
  const transactions = {
    total: 19_728,
    perSecond: 179.3,
    rolledBack: 173,
    deadlocked: 0,
    logFull: 0,
    filegroupFull: 0,
    damagedPage: 0,
    compressedTable: 0,
    byType: [],
  };
  const scenario = presetScenario("restore-after-a-wrong-update");
  const measured = (part: Partial<Measured>): Measured => ({
    ...fakeSummary(scenario, "completed"),
    ...{ timeline: [], phases: [], backups: [], restores: [], snapshots: [], transactions },
    ...part,
  });

  it("names what was created and measured", () => {
    const entry = { ...entryOf("completed"), verified: true, transactionsPerSecond: 179.3 };
    const verdict = verdictOf(entry, measured({ snapshots: [snapshot] }), null);
    expect(verdict.title).toBe("Completed");
    expect(verdict.trouble).toBeNull();
    expect(verdict.facts).toBe(
      "‘s1’ created in 3.27 s · snapshots verified row by row · " +
        "179.3 committed user transactions/s after the warm-up · 19,728 transactions",
    );
  });

  it("says of each creation what it cost, and of how long it took no more", () => {
    const entry = { ...entryOf("completed"), verified: true };
    const cost = (sentence: string) => ({ ...noCost, sentence });
    const summary = measured({ snapshots: [snapshot] });
    const told = verdictOf(entry, summary, [cost("Creating ‘s1’ took 3.27 s. …")]);
    expect(told.answers).toEqual(["Creating ‘s1’ took 3.27 s. …"]);
    expect(told.facts).toBe("Snapshots verified row by row · 19,728 transactions");
    const many = verdictOf(entry, summary, ["a", "b", "c", "d", "e"].map(cost));
    expect(many.answers).toEqual(["a", "b", "c", "2 further snapshots: see the report."]);
  });

  it("says what was run on what once, where sentences about it follow each other", () => {
    const head = "100 users, database of 1 GiB on NVMe";
    const costs = ["creating ‘s1’ took 3 s.", "p99 rose."].map((sentence) => ({
      ...noCost,
      sentence: `${head}: ${sentence}`,
    }));
    const verdict = verdictOf(entryOf("failed"), null, [
      ...costs,
      { ...noCost, sentence: "7 users: x." },
    ]);
    expect(verdict.answers).toEqual([
      `${head}: creating ‘s1’ took 3 s.`,
      "p99 rose.",
      "7 users: x.",
    ]);
  });

  it("says what other acts came to, beside what creations cost", () => {
    const entry = { ...entryOf("completed"), verified: true };
    const summary = measured({ snapshots: [snapshot], restores: [fakeRestore] });
    const { answers, facts } = verdictOf(entry, summary, [{ ...noCost, sentence: "a" }]);
    expect(answers).toEqual([
      "a",
      expect.stringMatching(
        /^100 users, database of 1 GiB on .*: the database was restored to what it was at/,
      ),
    ]);
    expect(facts).toMatch(/^Snapshots verified/);
  });

  it("gives the reason of a failure, and says that what was recorded is kept", () => {
    const error = { code: "engineDied", message: "the engine process ended" } as const;
    const entry = { ...entryOf("failed"), error, engineMs: 26_000, plannedMs: 120_000 };
    const { title, trouble, facts } = verdictOf(entry, null, null);
    expect(title).toContain("after 26 s of 2 min 0 s of engine time");
    expect(title).toContain("is kept");
    expect(trouble).toBe("The engine process ended.");
    expect(facts).toBe("");
  });

  it("names the snapshots that are not what they should be", () => {
    const entry = { ...entryOf("completed"), verified: false };
    const wrong = { ...snapshot, name: "s2", verified: false };
    const { title, trouble } = verdictOf(entry, measured({ snapshots: [snapshot, wrong] }), null);
    expect(trouble).toContain("Verification failed for ‘s2’");
    expect(title).toBe("Completed, not verified");
  });

  it("tells which snapshot was lost, when and why", () => {
    const entry = { ...entryOf("completed"), verified: false };
    const lost = { atMs: 12_340, reason: "Write in P:\\s2.ss: the disk is full" };
    const gone = { ...snapshot, name: "s2", state: "suspect", verified: false, lost };
    const { title, trouble } = verdictOf(entry, measured({ snapshots: [snapshot, gone] }), null);
    expect(title).toBe("Completed, with a snapshot lost");
    expect(trouble).toBe(
      "Snapshot ‘s2’ was lost at 12.34 s: Write in P:\\s2.ss: the disk is full.",
    );
  });

  it("tells of the database's consistency, where it has conditions", () => {
    const entry = { ...entryOf("completed"), verified: true };
    const { facts } = verdictOf(entry, measured({ consistency: fakeConsistency }), null);
    expect(facts).toBe(
      "Consistency conditions 1 to 4 hold in all 1,400 districts · 19,728 transactions",
    );
    const broken = measured({ consistency: brokenConsistency });
    const { trouble } = verdictOf({ ...entry, verified: false }, broken, null);
    expect(trouble).toBe(
      "Verification failed: at the end of the run consistency condition 3 does not hold: district 4 of warehouse 2 lacks new order 2107.",
    );
  });

  it("does not call a creation complete that was not", () => {
    const open = { ...snapshot, createdMs: null, state: "suspect" };
    const { facts } = verdictOf(entryOf("cancelled"), measured({ snapshots: [open] }), []);
    expect(facts).toContain("‘s1’ not completed (suspect)");
  });
});
