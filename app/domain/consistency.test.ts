import { describe, expect, it } from "vitest";
import { fakeRestore } from "../contract/testing/fake-backups.ts";
import { brokenConsistency, fakeConsistency } from "../contract/testing/fake-consistency.ts";
import { fakeSummary } from "../contract/testing/fake-summary.ts";
import {
  consistencyText,
  inconsistencies,
  isConsistent,
  lossesOf,
  restoreVerified,
  verifiedOf,
} from "./consistency.ts";
import { presetScenario } from "./scenario-form/testing/presets.ts";

const { snapshots: verified } = fakeSummary(presetScenario("dell-creation"), "completed");
const snapshots = verified.map((snapshot) => ({
  ...snapshot,
  verification: snapshot.verification && {
    ...snapshot.verification,
    consistency: brokenConsistency,
  },
}));

describe("the consistency of a database", () => {
  it("is a line, with the districts that were looked at", () => {
    expect(consistencyText(fakeConsistency)).toBe(
      "consistency conditions 1 to 4 hold in all 1,400 districts",
    );
    expect(consistencyText({ ...fakeConsistency, districts: 90 })).toBe(
      "consistency conditions 1 to 4 hold in 90 of 1,400 districts",
    );
  });

  it("names each condition that does not hold, and where", () => {
    expect(consistencyText(brokenConsistency)).toBe(
      "consistency condition 3 does not hold: district 4 of warehouse 2 lacks new order 2107",
    );
    expect(inconsistencies({ consistency: fakeConsistency, restores: [] })).toEqual([]);
    const restores = [{ ...fakeRestore, consistency: brokenConsistency }];
    const told = inconsistencies({ consistency: brokenConsistency, restores, snapshots });
    const broken = "consistency condition 3 does not hold: district 4 of warehouse 2";
    expect(told).toEqual([
      expect.stringContaining(`at the end of the run ${broken}`),
      expect.stringContaining(`after a restore ${broken}`),
      expect.stringContaining(`in snapshot sales_snapshot_1 ${broken}`),
    ]);
  });
});

it("a snapshot that was lost is told with when and why", () => {
  const lost = { atMs: 12_340, reason: "Write of 8192 bytes in P:\\s2.ss: the disk is full." };
  const [sound = undefined] = verified;
  if (sound === undefined) throw new Error("no snapshot");
  const losses = lossesOf([sound, { ...sound, name: "s2", lost }, { ...sound, lost: null }]);
  expect(losses).toEqual([
    "Snapshot ‘s2’ was lost at 12.34 s: Write of 8192 bytes in P:\\s2.ss: the disk is full",
  ]);
});

describe("whether a run is verified", () => {
  const run = (verified: boolean | null) =>
    ({ verified }) as Parameters<typeof verifiedOf>[0]["run"];
  const of = (parts: object) =>
    verifiedOf({ run: run(null), snapshots: [], restores: [], consistency: null, ...parts });

  it("follows from the oracle and from the conditions, of which either can say no", () => {
    expect(of({})).toBeNull();
    expect(of({ run: run(true) })).toBeNull();
    expect(of({ run: run(false) })).toBe(false);
    expect(of({ consistency: fakeConsistency })).toBe(true);
    expect(of({ run: run(true), consistency: brokenConsistency })).toBe(false);
    expect(of({ run: run(false), consistency: fakeConsistency })).toBe(false);
    const restores = [{ ...fakeRestore, consistency: brokenConsistency }];
    expect(of({ consistency: fakeConsistency, restores })).toBe(false);
    expect(of({ consistency: fakeConsistency, snapshots })).toBe(false);
  });

  it("follows from a restore that was compared, with no snapshot beside it", () => {
    const restored = (verified: boolean | null) => of({ restores: [{ ...fakeRestore, verified }] });
    expect([restored(null), restored(true), restored(false)]).toEqual([null, true, false]);
    const restores = [fakeRestore, { ...fakeRestore, verified: false }];
    expect(of({ run: run(true), snapshots, restores })).toBe(false);
  });

  it("is told of a restore in the same way", () => {
    const verdict = (verified: boolean | null, consistency?: typeof fakeConsistency | null) =>
      restoreVerified({ ...fakeRestore, verified, consistency });
    expect([verdict(null), verdict(true), verdict(false)]).toEqual([null, true, false]);
    expect(verdict(null, fakeConsistency)).toBe(true);
    expect(verdict(true, brokenConsistency)).toBe(false);
    expect(isConsistent(undefined)).toBeNull();
  });
});
