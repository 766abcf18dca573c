import { describe, expect, it } from "vitest";
import { fakeArraySnapshot, fakeRestore } from "../../contract/testing/fake-backups.ts";
import { commitsLost, dataLossWindow, outagesOf, timeWithoutService } from "./outages.ts";
import { actsOf, done, phase, snapshotAsOf } from "./testing/fake-acts.ts";

const revertTo = (name: string) => ({ kind: "revertSnapshot", name });

/** A revert from 80 to 93 s, with its start of the database, to what was at 30 s. */
const reverted = {
  snapshots: [snapshotAsOf("s1", 30)],
  timeline: [done(80, 93, revertTo("s1"))],
  phases: [phase("revert", 80, 90, { pages: 389_847 }), phase("recovery", 90, 93)],
};

describe("outages of a run", () => {
  it("last until the database can be used again, and lose what was committed since", () => {
    expect(outagesOf(actsOf(reverted))).toMatchObject([
      { kind: "revert", snapshot: "s1", startMs: 80_000, endMs: 93_000, lossMs: 50_000 },
    ]);
    expect(commitsLost(outagesOf(actsOf(reverted)))).toBeNull();
  });

  it("have begun when users were thrown out, by a command or live", () => {
    const { timeline, phases, ...rest } = reverted;
    const acts = actsOf({ ...rest, phases: [phase("revert", 81, 90), phase("recovery", 90, 93)] });
    const live = {
      ...acts,
      scenario: { ...acts.scenario, commands: [{ atNs: 80e9, command: revertTo("s1") }] },
    };
    expect(outagesOf(live as typeof acts)).toMatchObject([{ snapshot: "s1", startMs: 80_000 }]);
    expect(timeline).toHaveLength(1);
    expect(phases).toHaveLength(2);
  });

  it("lose nothing twice, and nothing while nobody can commit", () => {
    const twice = {
      snapshots: reverted.snapshots,
      timeline: [...reverted.timeline, done(100, 110, revertTo("s1"))],
      phases: [...reverted.phases, phase("revert", 100, 108), phase("recovery", 108, 110)],
    };
    expect(outagesOf(actsOf(twice)).map(({ lossMs }) => lossMs)).toEqual([50_000, 7000]);
    const counted = [500, 70].map((discardedCommits) => ({ snapshot: "s1", discardedCommits }));
    expect(commitsLost(outagesOf(actsOf({ ...twice, reverts: counted })))).toBe(570);
    // The run ended before the second had copied all back.
    const cutOff = actsOf({ ...twice, reverts: counted.slice(0, 1) });
    expect(commitsLost(outagesOf(cutOff))).toBeNull();
    const restarted = {
      ...reverted,
      timeline: [done(40, 44, { kind: "restartServer", mode: "clean" }), ...reverted.timeline],
      phases: [phase("serverStart", 41, 44), ...reverted.phases],
    };
    expect(outagesOf(actsOf(restarted)).map(({ lossMs }) => lossMs)).toEqual([0, 46_000]);
  });

  it("lose what nobody knows where one history ended in another", () => {
    const both = { ...reverted, restores: [{ ...fakeRestore, startMs: 95_000, endMs: 99_000 }] };
    const outages = outagesOf(actsOf(both));
    expect(outages.map(({ lossMs }) => lossMs)).toEqual([50_000, null]);
    expect(dataLossWindow(outages)).toBeNull();
    expect(timeWithoutService(outages)).toBe(17_000);
  });

  it("are summed where each has an end, and restores count what they lost", () => {
    const outages = outagesOf(actsOf({ restores: [fakeRestore] }));
    expect(timeWithoutService(outages)).toBe(3250);
    expect(dataLossWindow(outages)).toBe(10_000);
    expect(commitsLost(outages)).toBe(11);
    expect(
      timeWithoutService(outagesOf(actsOf({ restores: [{ ...fakeRestore, endMs: null }] }))),
    ).toBe(null);
    expect(timeWithoutService([])).toBeNull();
  });

  it("lose what came after the array snapshot that a restore goes back to", () => {
    const restore = { ...fakeRestore, stopAtMs: null, from: [], arraySnapshot: "noon" };
    const outages = outagesOf(actsOf({ restores: [restore], arraySnapshots: [fakeArraySnapshot] }));
    expect(outages).toMatchObject([{ backToMs: 33_700, lossMs: 90_000 - 33_700 }]);
  });

  it("are none of a database that is restored beside", () => {
    expect(outagesOf(actsOf({ restores: [{ ...fakeRestore, database: "standby" }] }))).toEqual([]);
  });
});
