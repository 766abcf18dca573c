import { describe, expect, it } from "vitest";
import { fakeRestore } from "../contract/testing/fake-backups.ts";
import { restoredFrom, restoreEnd, restoreSentence } from "./backup-words.ts";

it.each([
  [0, "nothing"],
  [1, "b1"],
  [4, "b1, then b2, then b3, then b4"],
  [5, "b1, then b2, then b3, … b5 (5 in all)"],
])("names of %i backups of a restore are few enough to be read", (count, text) => {
  const from = Array.from({ length: count }, (_, index) => `b${index + 1}`);
  expect(restoredFrom({ ...fakeRestore, from })).toBe(text);
});

const clock = (atMs: number): string => `21:49:${atMs / 1000}`;

it.each([
  [{}, "21:49:80"],
  [{ stopAtMs: null }, "the end"],
  [{ stopAtMs: null, arraySnapshot: "noon" }, "the end"],
  [{ stopAtMs: null, arraySnapshot: "noon", from: [] }, "its snapshot"],
])("how far a restore with %o went", (parts, text) => {
  expect(restoreEnd({ ...fakeRestore, ...parts }, clock)).toBe(text);
});

describe("what is said of a restore", () => {
  it("is how far it went back, how long it took, what it brought, and what it cost", () => {
    expect(restoreSentence(fakeRestore, clock)).toBe(
      "The database was restored to what it was at 21:49:80, in 3.25 s without service, from nightly, then hourly_1: " +
        "120,000 pages and 4,321 log records; 7 transactions were rolled back, and 11 commits after that are lost. " +
        "It was compared with what was committed until then, and nothing differs.",
    );
  });

  it.each([
    [{ stopAtMs: null }, "restored to the end of its backups, in 3.25 s without service, "],
    [
      { stopAtMs: null, stopBeforeLsn: "00000001:0000A0:0001" },
      "restored up to 00000001:0000A0:0001, ",
    ],
    [{ database: "standby" }, "‘standby’ was restored to what it was at 21:49:80, in 3.25 s, from"],
    [{ database: "standby", recovered: false, verified: null }, "restored WITH NORECOVERY to what"],
    [
      { rolledBack: 0, discardedCommits: 0 },
      "log records; nothing was rolled back, and no commit is lost.",
    ],
    [{ verified: false }, "It does not show what was committed until then."],
    [{ endMs: null }, "The database was being restored when the run ended."],
  ])("names %o", (part, text) => {
    expect(restoreSentence({ ...fakeRestore, ...part }, clock)).toContain(text);
  });

  it("claims no comparison that was not made", () => {
    const sentence = restoreSentence({ ...fakeRestore, verified: null }, clock);
    expect(sentence).not.toContain("compared");
    expect(sentence).not.toContain("does not show");
  });
});
