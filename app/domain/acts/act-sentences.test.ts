import { describe, expect, it } from "vitest";
import { fakeArraySnapshot, fakeBackup, fakeRestore } from "../../contract/testing/fake-backups.ts";
import { arraySnapshotState, ownBytes } from "../array-snapshot-words.ts";
import { actSentences } from "./act-sentences.ts";
import { actsOf, done, phase, snapshotAsOf } from "./testing/fake-acts.ts";

const revert = {
  snapshots: [snapshotAsOf("s1", 30)],
  timeline: [done(80, 93, { kind: "revertSnapshot", name: "s1" })],
  phases: [phase("revert", 80, 90, { pages: 389_847 }), phase("recovery", 90, 93)],
};

/** Without what was run on what, which each begins with. */
const told = (part: Parameters<typeof actsOf>[0]): string[] =>
  actSentences(actsOf(part)).map((sentence) => sentence.replace(/^100 users, [^:]*: /, ""));

it("what acts came to can be told where what was run stands beside it", () => {
  expect(actSentences(actsOf(revert))[0]).toMatch(
    /^100 users, database of 1 GiB on .*: the database/,
  );
  expect(actSentences(actsOf(revert), null)[0]).toMatch(/^The database was reverted/);
});

describe("the conclusion tells of", () => {
  it("a revert: how far back, its outage, its pages and what it lost", () => {
    expect(told(revert)).toEqual([
      "the database was reverted to ‘s1’, to what it was at 21:48:37.00, in 13 s without service: " +
        "389,847 pages were copied back; what was committed in the 50 s before is lost.",
    ]);
    const reverts = [{ snapshot: "s1", discardedCommits: 12_345 }];
    expect(told({ ...revert, reverts })[0]).toMatch(
      /; 12,345 commits of the 50 s before are lost\.$/,
    );
  });

  it("a revert that the run did not see the end of, or that ended what was under way", () => {
    expect(told({ ...revert, phases: [phase("revert", 80, null)] })).toEqual([
      "the database was being reverted to ‘s1’ when the run ended.",
    ]);
    const cut = done(65, 80, { kind: "updateTable", batchRows: 0 });
    const timeline = [...revert.timeline, { ...cut, outcome: "failed" as const, message: "ended" }];
    expect(told({ ...revert, timeline })).toEqual([
      expect.stringMatching(/is lost\. It ended the update of the table, after 15 s\.$/),
    ]);
  });

  it("a restore with its outage and the clock, and one that is made beside with none", () => {
    expect(told({ restores: [fakeRestore] })[0]).toMatch(
      /^the database was restored to what it was at 21:49:27\.00, in 3\.25 s without service, /,
    );
    const beside = { ...fakeRestore, database: "standby" };
    expect(told({ restores: [beside] })[0]).not.toContain("without service");
  });

  it("a restore from an array snapshot, and what it kept", () => {
    const restore = {
      ...fakeRestore,
      stopAtMs: null,
      arraySnapshot: "noon",
      kept: "before_restore_1",
    };
    const alone = { ...restore, from: [] };
    expect(told({ restores: [alone], arraySnapshots: [fakeArraySnapshot] })[0]).toMatch(
      /^the database was restored to what its array snapshot has, in 3\.25 s without service, from array snapshot noon: .* are lost\. What was there before is in array snapshot ‘before_restore_1’\./,
    );
    expect(told({ restores: [restore] })[0]).toContain(
      "from array snapshot noon, then nightly, then hourly_1",
    );
  });

  it("an array snapshot that is torn, failed, or was deleted for room", () => {
    const torn = "Array snapshot ‘noon’ lacks Q:\\\\sales.ldf on volume J";
    const lost = { ...fakeArraySnapshot, state: "lost" as const, goneMs: 80_000, reserve: [] };
    const [onJ] = fakeArraySnapshot.reserve;
    const inPart = { ...lost, name: "one", reserve: onJ === undefined ? [] : [onJ] };
    expect(told({ arraySnapshots: [{ ...fakeArraySnapshot, torn }, lost, inPart] })).toEqual([
      expect.stringContaining("lacks"),
      "the array deleted its snapshot ‘noon’ on J, Q at 21:49:27.00, to have room in the reserve.",
      "the array deleted its snapshot ‘one’ on Q at 21:49:27.00, to have room in the reserve. What is left of it, on J, cannot be restored from.",
    ]);
    expect([lost, inPart].map(arraySnapshotState)).toEqual([
      "✗ deleted for room on J, Q",
      "✗ deleted for room on Q",
    ]);
    expect([lost, inPart].map(ownBytes)).toEqual([null, 15_728_640]);
    const timeline = [
      {
        ...done(30, 90, { kind: "createArraySnapshot", name: "noon" }),
        ...{ outcome: "failed" as const, message: "It was given up" },
      },
    ];
    expect(told({ timeline })).toEqual(["The array snapshot ‘noon’ failed: It was given up."]);
  });

  it("a restart, planned or a crash", () => {
    const restart = (mode: string) => ({
      timeline: [done(40, 44, { kind: "restartServer", mode })],
      phases: [phase("serverStart", 41, 44)],
    });
    expect(told(restart("clean"))).toEqual(["the server was restarted, in 4 s without service."]);
    expect(told(restart("crash"))).toEqual([
      "the server crashed and started again, in 4 s without service.",
    ]);
  });

  it("a build of an index, and what of its table could not be used", () => {
    const rebuild = (online: boolean) => ({
      timeline: [done(20, 32, { kind: "rebuildIndex", index: 1, online })],
      phases: [phase("indexRebuild", 20, 32, { pages: 5000, pagesPushed: 70 })],
    });
    expect(told(rebuild(false))).toEqual([
      "index 1 was rebuilt offline in 12 s: 5,000 pages were written, 70 pages pushed to snapshots; " +
        "nobody could use its table meanwhile.",
    ]);
    expect(told(rebuild(true))).toEqual([
      "index 1 was rebuilt online in 12 s: 5,000 pages were written, 70 pages pushed to snapshots.",
    ]);
  });

  it("backups as one sentence, but for the tail that a restore takes", () => {
    const log = { ...fakeBackup, name: "log_1", kind: "log" as const, endMs: 10_500, pages: 0 };
    expect(told({ backups: [fakeBackup] })).toEqual([
      "backup ‘nightly’ (full) was made in 2.50 s: 120,000 pages.",
    ]);
    expect(told({ backups: [fakeBackup, log] })).toEqual([
      "2 backups were made: ‘nightly’ (full) in 2.50 s, ‘log_1’ (log) in 500 ms.",
    ]);
    const tail = { ...log, name: "tail_1", startMs: 90_000, endMs: 90_500 };
    const restore = { ...fakeRestore, from: ["nightly", "tail_1"] };
    expect(told({ backups: [tail], restores: [restore] })).toHaveLength(1);
  });

  it("what was planned and not carried out, and why; nothing of a run without acts", () => {
    const refused = {
      ...done(50, 50, { kind: "revertSnapshot", name: "s1" }),
      outcome: "failed" as const,
      message: "there is no snapshot 's1'",
    };
    expect(told({ timeline: [refused] })).toEqual([
      "The revert to ‘s1’ failed: there is no snapshot 's1'.",
    ]);
    expect(told({})).toEqual([]);
  });

  it("three of a kind, and how many more there are", () => {
    const restores = Array.from({ length: 5 }, () => ({ ...fakeRestore, database: "standby" }));
    expect(told({ restores })).toHaveLength(4);
    expect(told({ restores }).at(-1)).toBe("2 further restores can be found in the tables.");
  });
});
