import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Command, restoreInPlace } from "../../contract/command.ts";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { scenarioSchema } from "../../contract/scenario.ts";
import { plainScenario } from "../../contract/testing/scenarios.ts";
import { newArraySnapshots } from "../scenario-form/array-snapshots.ts";
import { phaseEvent, timelineOf } from "../timeline/testing/pieces.ts";
import {
  existingArraySnapshots,
  existingCopies,
  existingSnapshots,
  indexesOf,
  nextArraySnapshotName,
  nextBackupName,
  nextCopyName,
  nextFreeName,
  nextIndex,
  nextPlannedSnapshot,
  parseUsers,
  problemOfName,
  readableCopies,
  readersOf,
  sliderEnd,
  tablesOf,
  takenNames,
  usableArraySnapshots,
  usedNames,
  whyNoArraySnapshot,
} from "./steering.ts";

const given = (
  atSeconds: number,
  command: Command,
  outcome: "applied" | "refused" = "applied",
): TimelineEvent => ({ kind: "command", atNs: atSeconds * 1e9, command, outcome });
const sampled = (name: string): TimelineEvent => ({
  kind: "snapshot",
  atMs: 40_000,
  name,
  pagesPushed: 1,
  sizeOnDiskBytes: 65_536,
});
const commandOf = (name: string): Command => ({
  ...{ kind: "createArraySnapshot", name, freeze: "vss", copyOnly: false },
});
/** It takes 3 s. */
const taken = (atSeconds: number, name: string) =>
  [
    given(atSeconds, commandOf(name)),
    phaseEvent("arraySnapshot", 1000 * atSeconds, 1000 * (atSeconds + 3), { snapshot: null }),
  ] as const;
const planOf = (timeline: readonly unknown[]) =>
  scenarioSchema.parse({ ...plainScenario, timeline });

describe("array snapshots", () => {
  const back = given(30, { ...restoreInPlace, arraySnapshot: "a" });
  const beside = given(31, { ...restoreInPlace, arraySnapshot: "a", as: "copy" });

  it("are there until they are deleted, with those that restores in place took first", () => {
    const run = [...taken(10, "a"), ...taken(20, "b"), back, beside];
    const gone = given(40, { kind: "deleteArraySnapshot", name: "b" });
    expect(existingArraySnapshots(timelineOf(run))).toEqual(["a", "b", "before_restore_1"]);
    expect(existingArraySnapshots(timelineOf([...run, gone]))).toEqual(["a", "before_restore_1"]);
  });

  it("are not there while they are taken, nor once they were given up", () => {
    const [begun, phase] = taken(10, "a");
    expect(existingArraySnapshots(timelineOf([begun]))).toEqual([]);
    const second = given(12, commandOf("a"), "refused");
    expect(existingArraySnapshots(timelineOf([begun, second, phase]))).toEqual(["a"]);
    const givenUp = given(13, commandOf("a"), "refused");
    expect(existingArraySnapshots(timelineOf([begun, phase, givenUp]))).toEqual([]);
  });

  it("can only be deleted where they are torn, or the array has deleted a part of them", () => {
    const [begun, phase] = taken(10, "torn");
    const torn = { ...begun, message: "It lacks a file." };
    const deleted: TimelineEvent = {
      ...{ kind: "reserve", atMs: 40_000, what: "deleted", volume: "Q", snapshot: "a" },
    };
    const run = timelineOf([torn, phase, ...taken(20, "a"), ...taken(30, "b"), deleted]);
    expect(existingArraySnapshots(run)).toEqual(["torn", "a", "b"]);
    expect(usableArraySnapshots(run)).toEqual(["b"]);
  });

  it("share their names with backups", () => {
    const timeline = timelineOf([...taken(10, "array_snapshot_1"), ...taken(11, "backup_1")]);
    const plan = planOf([
      { atSeconds: 90, command: { kind: "backup", name: "Array_snapshot_2", type: "full" } },
    ]);
    expect(nextArraySnapshotName(timeline, plan)).toBe("array_snapshot_3");
    expect(nextBackupName(timeline, plan)).toBe("backup_2");
  });

  it("need a reserve for each volume of the database", () => {
    const plan = planOf([]);
    const [volume] = plan.storage.volumes;
    if (volume === undefined) throw new Error("no volume");
    const withReserve = (reservePercent: number) => ({
      ...plan,
      storage: {
        ...plan.storage,
        volumes: [
          { ...volume, arraySnapshots: { ...newArraySnapshots(plan, volume), reservePercent } },
        ],
      },
    });
    expect(whyNoArraySnapshot(plan)).toBe("No array has a reserve for snapshots of Q");
    expect(whyNoArraySnapshot(withReserve(0))).toBe("No array has a reserve for snapshots of Q");
    expect(whyNoArraySnapshot(withReserve(100))).toBeNull();
    expect(whyNoArraySnapshot({ ...plan, mode: "real" })).toBe(
      "Only simulated storage has an array",
    );
  });

  it("and backups are restored to copies, which can be read until they are dropped", () => {
    const left = given(32, { ...restoreInPlace, as: "standby", recovery: false });
    const dropped = given(50, { kind: "dropSnapshot", name: "copy" });
    expect(readableCopies(timelineOf([beside, left]))).toEqual(["copy"]);
    expect(existingCopies(timelineOf([beside, left]))).toEqual(["copy", "standby"]);
    expect(existingCopies(timelineOf([beside, dropped]))).toEqual([]);
  });
});

describe("names for snapshots", () => {
  it("are suggested by the first number that the run has not used", () => {
    const timeline = timelineOf([
      sampled("sales_snapshot_1"),
      given(50, { kind: "dropSnapshot", name: "sales_snapshot_1" }),
      phaseEvent("files", 60_000, null, { snapshot: "sales_snapshot_2" }),
    ]);
    expect(nextFreeName("sales", usedNames(timeline))).toBe("sales_snapshot_3");
    expect(existingSnapshots(timeline)).toEqual([]);
  });

  it("that are suggested can be used, whatever the database is called", () => {
    const databases = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
    fc.assert(
      fc.property(databases, fc.nat(20), (database, count) => {
        const used = new Set<string>();
        for (let index = 0; index < count; ++index) used.add(nextFreeName(database, used));
        expect(used.size).toBe(count);
        expect(problemOfName(nextFreeName(database, used), [...used])).toBeNull();
      }),
    );
  });

  it("are refused with what is allowed", () => {
    expect(problemOfName("", [])).toContain("Letters, digits and _");
    expect(problemOfName("two words", [])).toContain("at most 64");
    expect(problemOfName("s1", ["s1"])).toContain("‘s1’ exists");
  });

  it("are taken from when they are asked for, before anything was measured of the snapshot", () => {
    const underWay = phaseEvent("files", 60_000, null, { snapshot: "night" });
    expect(takenNames(timelineOf([underWay, sampled("noon")]))).toEqual(["noon", "night"]);
  });
});

describe("names for copies of the table", () => {
  it("go on from what the run has made, past what its plan will make", () => {
    const planned = planOf([
      { atSeconds: 5, command: { kind: "selectInto", name: "sales_copy_2", rows: 10 } },
    ]);
    expect(nextCopyName(timelineOf([]), planned)).toBe("sales_copy_1");
    const one = phaseEvent("selectInto", 1000, null, { snapshot: null });
    expect(nextCopyName(timelineOf([one]), planned)).toBe("sales_copy_3");
  });
});

describe("names for backups", () => {
  it("go on from what the run has made, past what its plan will make in whatever letters", () => {
    const planned = planOf([
      { atSeconds: 5, command: { kind: "backup", name: "Backup_2", type: "full" } },
    ]);
    expect(nextBackupName(timelineOf([]), planned)).toBe("backup_1");
    const one = phaseEvent("backup", 1000, null, { snapshot: null });
    expect(nextBackupName(timelineOf([one]), planned)).toBe("backup_3");
  });
});

describe("users", () => {
  it("are read as they are written, grouped or not, up to what the engine takes", () => {
    expect(parseUsers("500")).toBe(500);
    expect(parseUsers("1,000")).toBe(1000);
    expect(parseUsers(" 0 ")).toBe(0);
    for (const text of ["", "-1", "ten", "10001", "1e3", "1.5", "1,5", "1.000"])
      expect(parseUsers(text), text).toBeNull();
  });

  it("have a slider with room to double them", () => {
    expect(sliderEnd(100, 100)).toBe(200);
    expect(sliderEnd(0, 0)).toBe(100);
    expect(sliderEnd(100, 730)).toBe(800);
    expect(sliderEnd(9000, 9000)).toBe(10_000);
  });
});

describe("a table of SELECT INTO", () => {
  it("can be dropped while it is there, and after a restore again", () => {
    const into = given(10, { kind: "selectInto", name: "copy", rows: 10 });
    const gone = [into, given(20, { kind: "dropTable", name: "copy" })];
    const restore = { ...restoreInPlace, stopAtSeconds: 15 };
    expect(tablesOf(timelineOf([into]))).toEqual(["copy"]);
    expect(tablesOf(timelineOf(gone))).toEqual([]);
    expect(tablesOf(timelineOf([...gone, given(30, restore)]))).toEqual(["copy"]);
    const beside = given(30, { ...restore, as: "standby" });
    expect(tablesOf(timelineOf([...gone, beside]))).toEqual([]);
  });
});

describe("indexes", () => {
  const scenario = planOf([]);
  const create = (index: number) =>
    ({ kind: "createIndex", index, online: false, sortInTempdb: false }) as const;

  it("are those that the table begins with and those that were created, and one more can follow", () => {
    const first = 2 + scenario.database.nonclusteredIndexes;
    const before = Array.from({ length: first - 1 }, (_, at) => at + 1);
    expect(indexesOf(timelineOf([]), scenario)).toEqual(before);
    expect(nextIndex(timelineOf([]), scenario)).toBe(first);
    const made = timelineOf([given(10, create(first)), given(11, create(first + 1), "refused")]);
    expect(indexesOf(made, scenario)).toEqual([...before, first]);
    expect(nextIndex(made, scenario)).toBe(first + 1);
    expect(nextIndex(timelineOf([given(10, create(9))]), scenario)).toBeNull();
  });
});

describe("sessions that read a snapshot", () => {
  it("are as many as were last asked for and granted", () => {
    const read = (atSeconds: number, users: number, outcome?: "refused") =>
      given(atSeconds, { kind: "setReportUsers", name: "night", users }, outcome);
    const timeline = timelineOf([read(10, 50), read(20, 200, "refused")]);
    expect(readersOf(timeline, "night")).toBe(50);
    expect(readersOf(timeline, "noon")).toBe(0);
  });
});

describe("the next snapshot of the plan", () => {
  const create = (name: string) => ({ kind: "createSnapshot", name }) as const;
  const scenario = planOf([
    { atSeconds: 90, command: create("second") },
    { name: "first", atSeconds: 60, command: create("night") },
    { after: { step: "first", event: "completed" }, command: create("third") },
  ]);
  const at = (endMs: number, events: readonly TimelineEvent[] = []) =>
    nextPlannedSnapshot(scenario, { ...timelineOf([...events]), endMs });

  it("is the earliest that has not come, and then what waits for something else", () => {
    expect(at(10_000)).toBe("at 60 s (21:49:07)");
    expect(at(61_000, [given(60, create("night"))])).toBe("at 90 s (21:49:37)");
    const both = [given(60, create("night")), given(90, create("second"))];
    expect(at(91_000, both)).toBe("after first completed");
    expect(at(99_000, [...both, given(95, create("third"))])).toBeNull();
  });
});
