import { describe, expect, it } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import { type Draft, draftOf, settle, undo } from "./draft.ts";
import { setTimeline } from "./edits.ts";
import { issuesOf } from "./issues.ts";
import {
  plannedSnapshots,
  setSnapshotCount,
  timePath,
  typeSnapshotTime,
} from "./planned-snapshots.ts";
import { presetNames, presetScenario } from "./testing/presets.ts";

/** A run of 120 s, 10 of them warm-up, whose one snapshot is created at 30 s. */
const base: Draft = draftOf({
  ...presetScenario("creation-under-load"),
  durationSeconds: 120,
  warmupSeconds: 10,
  timeline: [{ atSeconds: 30, command: { kind: "createSnapshot", name: "sales_snapshot_1" } }],
});

const timesOf = (draft: Draft) =>
  plannedSnapshots(draft.present.scenario).map(({ atSeconds }) => atSeconds);
const lengthOf = (draft: Draft) => draft.present.scenario.durationSeconds;
const planned = (draft: Draft, nth: number) => {
  const snapshot = plannedSnapshots(draft.present.scenario)[nth];
  if (snapshot === undefined) throw new Error(`no snapshot ${nth}`);
  return snapshot;
};
const typed = (draft: Draft, nth: number, seconds: number) =>
  typeSnapshotTime(draft, planned(draft, nth), seconds);

describe("the number of snapshots", () => {
  it("adds the second halfway to the end, further ones as far apart, and the time that they take", () => {
    expect(timesOf(setSnapshotCount(base, 2))).toEqual([30, 75]);
    expect(lengthOf(setSnapshotCount(base, 2))).toBe(165);
    expect(timesOf(setSnapshotCount(base, 4))).toEqual([30, 75, 120, 165]);
    expect(lengthOf(setSnapshotCount(base, 4))).toBe(255);
  });

  it.each(presetNames)("keeps %s fit to run, whatever it is", (name) => {
    const preset = draftOf(presetScenario(name));
    for (const count of [0, 1, 2, 5]) {
      const draft = setSnapshotCount(preset, count);
      expect(timesOf(draft)).toHaveLength(count);
      expect(issuesOf(draft.present)).toEqual([]);
      expect(issuesOf(setSnapshotCount(setSnapshotCount(draft, 0), 5).present)).toEqual([]);
    }
  });

  it("takes away what is done with the last, too", () => {
    const preset = draftOf(presetScenario("revert-after-a-wrong-update"));
    const kindsOf = (draft: Draft) =>
      draft.present.scenario.timeline.map(({ command: { kind } }) => kind);
    expect(kindsOf(setSnapshotCount(preset, 0))).toEqual([
      ...["backup", "backup", "backup", "updateTable"],
    ]);
    expect(kindsOf(setSnapshotCount(preset, 2))).toContain("revertSnapshot");
  });

  it("takes the last away, with the time that it had", () => {
    expect(setSnapshotCount(setSnapshotCount(base, 3), 1).present.scenario).toEqual(base.base);
  });

  it("gives new ones names of their own", () => {
    const { timeline } = setSnapshotCount(base, 3).present.scenario;
    expect(timeline.map(({ command }) => "name" in command && command.name)).toEqual([
      "sales_snapshot_1",
      "sales_snapshot_2",
      "sales_snapshot_3",
    ]);
  });

  it("leaves other entries of the timeline as they are", () => {
    const users = { atSeconds: 60, command: { kind: "setUsers", users: 7 } } as const;
    const mixed = setTimeline(base, [...base.base.timeline, users]);
    expect(setSnapshotCount(mixed, 0).present.scenario.timeline).toEqual([users]);
    expect(setSnapshotCount(mixed, 2).present.scenario.timeline.slice(0, 2)).toEqual(
      mixed.present.scenario.timeline,
    );
  });

  it("is one step", () => {
    expect(undo(setSnapshotCount(base, 5)).present).toBe(base.present);
    expect(setSnapshotCount(base, 1)).toBe(base);
  });
});

describe("the time of a snapshot", () => {
  it("moves the end of the run, so that as much is seen after it", () => {
    expect(lengthOf(typed(base, 0, 300))).toBe(390);
    expect(lengthOf(typed(base, 0, 12.5))).toBe(102.5);
  });

  it("leaves no trace of what it was on the way", () => {
    const through = [3, 30, 300, 30].reduce((draft, seconds) => typed(draft, 0, seconds), base);
    expect(through.present.scenario).toEqual(base.base);
  });

  it("is one step for as long as it is typed", () => {
    const through = settle(typed(typed(base, 0, 4), 0, 45));
    expect(undo(through).present).toBe(base.present);
  });

  it("of an earlier one does not move the end", () => {
    const two = setSnapshotCount(base, 2);
    expect(lengthOf(typed(two, 0, 20))).toBe(lengthOf(two));
  });

  it("never ends the run within its warm-up, before another entry, or past what is allowed", () => {
    const short: Scenario = { ...base.base, durationSeconds: 40, warmupSeconds: 20 };
    expect(lengthOf(typed(draftOf(short), 0, 1))).toBe(21);
    const users = { atSeconds: 110, command: { kind: "setUsers", users: 7 } } as const;
    const mixed = setTimeline(base, [...base.base.timeline, users]);
    expect(lengthOf(typed(mixed, 0, 10))).toBe(110);
    expect(lengthOf(typed(base, 0, 86_390))).toBe(86_400);
  });

  it("is at the place of its entry", () => {
    expect(timePath(planned(setSnapshotCount(base, 2), 1))).toEqual(["timeline", 1, "atSeconds"]);
  });
});

describe("snapshots that wait for something else than a time", () => {
  it("say what they wait for, and keep the end where it is", () => {
    const after = { step: "first", event: "completed", delaySeconds: 0 } as const;
    const [first] = base.base.timeline;
    if (first === undefined) throw new Error("no entry");
    const waiting = setTimeline(base, [
      { ...first, name: "first" },
      { after, command: { kind: "createSnapshot", name: "second" } },
    ]);
    expect(plannedSnapshots(waiting.present.scenario)).toEqual([
      { index: 0, atSeconds: 30, when: "at 30 s" },
      { index: 1, atSeconds: null, when: "after first completed" },
    ]);
    expect(lengthOf(setSnapshotCount(waiting, 1))).toBe(120);
  });
});
