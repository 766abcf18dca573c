import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { restoreInPlace } from "../../contract/command.ts";
import { scenarioSchema } from "../../contract/scenario.ts";
import { type Draft, draftOf, setValue, undo } from "./draft.ts";
import {
  addEntry,
  addVolume,
  isSorted,
  moveFile,
  removeEntry,
  removeVolume,
  renameVolume,
  setBackupVolumes,
  setDataVolumes,
  setEntryKind,
  setMode,
  setTimeline,
  sortTimeline,
} from "./edits.ts";
import { issuesOf } from "./issues.ts";
import { presetScenario } from "./testing/presets.ts";

const virtual = draftOf(presetScenario("creation-under-load"));
const real = draftOf(presetScenario("creation-on-this-machine"));
const storageOf = (draft: Draft) => draft.present.scenario.storage;
const timelineOf = (draft: Draft) => draft.present.scenario.timeline;

describe("setMode", () => {
  it("gives each volume what the mode asks for", () => {
    const draft = setMode(virtual, "real");
    expect(storageOf(draft).volumes).toEqual([
      { name: "Q", folder: null },
      { name: "J", folder: null },
      { name: "P", folder: null },
    ]);
    expect(draft.present.scenario.startTime).toBeNull();
    expect(issuesOf(draft.present)).toEqual([]);
  });

  it("gives the devices back with the preset's own mode", () => {
    const draft = setMode(setMode(virtual, "real"), "virtual");
    expect(draft.present.scenario).toEqual(virtual.base);
  });

  it("gives volumes of a real preset a device", () => {
    const draft = setMode(real, "virtual");
    expect(storageOf(draft).volumes[0]?.device).toBeDefined();
    expect(issuesOf(draft.present)).toEqual([]);
  });

  it("is no change where the mode is the same", () => {
    expect(setMode(virtual, "virtual")).toBe(virtual);
  });
});

describe("volumes", () => {
  it("are added with a free name, like the last one", () => {
    const draft = addVolume(addVolume(virtual));
    expect(storageOf(draft).volumes.map(({ name }) => name)).toEqual(["Q", "J", "P", "V1", "V2"]);
    expect(storageOf(draft).volumes[4]?.device).toEqual(storageOf(virtual).volumes[2]?.device);
    expect(issuesOf(draft.present)).toEqual([]);
  });

  it("hand their files on when they are removed", () => {
    const draft = removeVolume(virtual, 0);
    expect(storageOf(draft).placement).toEqual({
      data: "J",
      log: "J",
      snapshot: "P",
      tempdb: null,
      backup: null,
    });
    expect(undo(draft).present).toEqual(virtual.present);
  });

  it("share the data files, which each can hand on", () => {
    const placementOf = (draft: Draft) => storageOf(draft).placement.data;
    const files = setValue(virtual, ["database", "dataFiles"], 4);
    const dealt = setDataVolumes(files, ["Q", "J", "P"]);
    expect(placementOf(dealt)).toEqual(["Q", "J", "P"]);
    expect(issuesOf(dealt.present)).toEqual([]);
    expect(placementOf(setDataVolumes(dealt, ["P"]))).toBe("P");
    expect(placementOf(setDataVolumes(dealt, []))).toEqual(["Q", "J", "P"]);
    expect(placementOf(moveFile(dealt, "data", "J", "P"))).toEqual(["Q", "P"]);
    expect(placementOf(renameVolume(dealt, 1, "K"))).toEqual(["Q", "K", "P"]);
    expect(placementOf(removeVolume(dealt, 2))).toEqual(["Q", "J"]);
    expect(placementOf(moveFile(virtual, "data", "Q", "J"))).toBe("J");
    expect(storageOf(moveFile(dealt, "tempdb", "Q", "P")).placement.tempdb).toBe("P");
  });

  it("take backups that were given a place of their own along, and leave the others with the snapshots", () => {
    const own = moveFile(virtual, "backup", "P", "J");
    expect(storageOf(own).placement).toMatchObject({ snapshot: "P", backup: "J" });
    expect(storageOf(renameVolume(own, 1, "K")).placement.backup).toBe("K");
    expect(storageOf(removeVolume(own, 1)).placement.backup).toBe("Q");
    const dealt = setBackupVolumes(virtual, ["J", "P"]);
    expect(storageOf(renameVolume(dealt, 1, "K")).placement.backup).toEqual(["K", "P"]);
    expect(storageOf(moveFile(dealt, "backup", "P", "J")).placement.backup).toBe("J");
    expect(storageOf(setBackupVolumes(dealt, [])).placement.backup).toBeNull();
    expect(storageOf(removeVolume(virtual, 2)).placement).toMatchObject({
      snapshot: "Q",
      backup: null,
    });
  });

  it("are never all removed", () => {
    expect(removeVolume(real, 0)).toBe(real);
    expect(removeVolume(virtual, 7)).toBe(virtual);
  });

  it("keep their files under a new name, which is one step however it is typed", () => {
    let draft = virtual;
    for (const name of ["Qd", "Qda", "Qdata"]) draft = renameVolume(draft, 0, name);
    expect(storageOf(draft).placement).toEqual({
      data: "Qdata",
      log: "J",
      snapshot: "P",
      tempdb: null,
      backup: null,
    });
    expect(draft.past).toHaveLength(1);
    expect(renameVolume(draft, 7, "R")).toBe(draft);
  });

  it("take what the timeline asks of them along", () => {
    const asked = setTimeline(virtual, [
      {
        atSeconds: 1,
        command: {
          ...{ kind: "createArraySnapshot", name: "a", freeze: "vss", copyOnly: false },
          volumes: ["Q", "J"],
        },
      },
      { atSeconds: 9, command: { ...restoreInPlace, as: "copy", volume: "Q" } },
    ]);
    const commandsOf = ({ present }: Draft) => present.scenario.timeline.map((one) => one.command);
    expect(commandsOf(renameVolume(asked, 0, "K"))).toMatchObject([
      { volumes: ["K", "J"] },
      { volume: "K" },
    ]);
    expect(commandsOf(removeVolume(asked, 0))).toMatchObject([{ volumes: ["J"] }, { volume: "J" }]);
    expect(undo(removeVolume(asked, 0)).present).toEqual(asked.present);
  });

  it("get their own files back after a name that another has", () => {
    const draft = renameVolume(renameVolume(virtual, 0, "P"), 0, "PP");
    expect(storageOf(draft).placement.snapshot).toBe("P");
  });
});

describe("timeline", () => {
  it("gets entries that are valid", () => {
    const draft = addEntry(
      addEntry(addEntry(virtual, "createSnapshot"), "dropSnapshot"),
      "setUsers",
    );
    expect(timelineOf(draft).map(({ command }) => command)).toEqual([
      { kind: "createSnapshot", name: "sales_snapshot_1" },
      { kind: "createSnapshot", name: "sales_snapshot_2" },
      { kind: "dropSnapshot", name: "sales_snapshot_1" },
      { kind: "setUsers", users: 100 },
    ]);
    expect(issuesOf(draft.present)).toEqual([]);
  });

  it("gets full backups whose names count up, and restores to the end of what is backed up", () => {
    let draft = virtual;
    for (const kind of ["backup", "backup", "restore"] as const) draft = addEntry(draft, kind);
    const backup = { kind: "backup", type: "full", copyOnly: false, files: 1 };
    expect(timelineOf(draft).map(({ command }) => command)).toEqual([
      { kind: "createSnapshot", name: "sales_snapshot_1" },
      { ...backup, name: "backup_1" },
      { ...backup, name: "backup_2" },
      restoreInPlace,
    ]);
    expect(issuesOf(draft.present)).toEqual([]);
  });

  it("stays valid however many snapshots are added, within the run", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (count) => {
        let draft = virtual;
        for (let index = 0; index < count; ++index) draft = addEntry(draft, "createSnapshot");
        expect(scenarioSchema.safeParse(draft.present.scenario).success).toBe(true);
        expect(isSorted(draft.present.scenario)).toBe(true);
      }),
    );
  });

  it("changes an entry's kind, with values of its own", () => {
    const users = setEntryKind(virtual, 0, "setUsers");
    expect(timelineOf(users)[0]?.command).toEqual({ kind: "setUsers", users: 100 });
    expect(setEntryKind(users, 0, "createSnapshot").present).toEqual(virtual.present);
    expect(timelineOf(setEntryKind(virtual, 0, "dropSnapshot"))[0]?.command).toEqual({
      kind: "dropSnapshot",
      name: "sales_snapshot_1",
    });
    expect(timelineOf(setEntryKind(virtual, 0, "revertSnapshot"))[0]?.command).toEqual({
      kind: "revertSnapshot",
      name: "sales_snapshot_1",
      closeConnections: true,
    });
    expect(timelineOf(setEntryKind(virtual, 0, "setReportUsers"))[0]?.command).toEqual({
      kind: "setReportUsers",
      name: "sales_snapshot_1",
      users: 10,
    });
    expect(timelineOf(setEntryKind(virtual, 0, "checkDatabase"))[0]?.command).toEqual({
      kind: "checkDatabase",
    });
    expect(timelineOf(setEntryKind(virtual, 0, "restartServer"))[0]?.command).toEqual({
      kind: "restartServer",
      mode: "crash",
    });
    expect(setEntryKind(virtual, 0, "createSnapshot")).toBe(virtual);
  });

  it("drops again a snapshot that every other entry has dropped already", () => {
    const draft = addEntry(addEntry(virtual, "dropSnapshot"), "dropSnapshot");
    expect(timelineOf(draft)[2]?.command).toEqual({
      kind: "dropSnapshot",
      name: "sales_snapshot_1",
    });
  });

  it("is sorted by time, entries of one moment in their order", () => {
    let draft = addEntry(addEntry(virtual, "createSnapshot"), "setUsers");
    draft = setValue(draft, ["timeline", 0, "atSeconds"], 90);
    draft = setValue(draft, ["timeline", 1, "atSeconds"], 80);
    expect(isSorted(draft.present.scenario)).toBe(false);
    const sorted = sortTimeline(draft);
    expect(isSorted(sorted.present.scenario)).toBe(true);
    expect(timelineOf(sorted).map(({ command }) => command)).toMatchObject([
      { name: "sales_snapshot_2" },
      { kind: "setUsers" },
      { name: "sales_snapshot_1" },
    ]);
  });

  it("loses an entry", () => {
    expect(timelineOf(removeEntry(virtual, 0))).toEqual([]);
  });
});
