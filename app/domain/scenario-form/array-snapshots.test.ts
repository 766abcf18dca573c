import { describe, expect, it } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import {
  arrayText,
  arrayVolumes,
  newArraySnapshots,
  plannedArraySnapshots,
  plannedCopies,
} from "./array-snapshots.ts";
import { draftOf, setValue } from "./draft.ts";
import { addEntry, setEntryKind } from "./edits.ts";
import { issuesOf } from "./issues.ts";
import { presetScenario } from "./testing/presets.ts";

const base = presetScenario("creation-under-load");
const draft = draftOf(base);
const withArray = addEntry(draft, "createArraySnapshot");
const volumesOf = ({ storage }: Scenario) => storage.volumes;

describe("an array snapshot that is added to the timeline", () => {
  it("gives the database's volumes an array, with room for their files, and is accepted", () => {
    const { scenario } = withArray.present;
    expect(arrayVolumes(scenario)).toEqual(["Q", "J"]);
    expect(volumesOf(scenario)[0]?.arraySnapshots).toMatchObject({
      ...{ scheme: "redirectOnWrite", sizeGiB: 2, reservePercent: 100 },
    });
    expect(issuesOf(withArray.present)).toEqual([]);
    expect(withArray.past).toHaveLength(1);
  });

  it("leaves an array as it is that is there", () => {
    const [volume] = volumesOf(base);
    if (volume === undefined) throw new Error("no volume");
    const path = ["storage", "volumes", 0, "arraySnapshots"];
    const array = { ...newArraySnapshots(base, volume), pageKiB: 64 };
    const added = setEntryKind(setValue(draft, path, array), 0, "createArraySnapshot");
    expect(arrayVolumes(added.present.scenario)).toEqual(["Q", "J"]);
    expect(volumesOf(added.present.scenario)[0]?.arraySnapshots).toEqual(array);
  });

  it("has a name of its own among backups; a deletion, a backup and a restore name it", () => {
    const kinds = ["createArraySnapshot", "deleteArraySnapshot", "restore"] as const;
    const planned = kinds.reduce(addEntry, withArray).present;
    expect(planned.scenario.timeline.slice(1).map(({ command }) => command)).toMatchObject([
      { kind: "createArraySnapshot", name: "array_snapshot_1" },
      { kind: "createArraySnapshot", name: "array_snapshot_2" },
      { kind: "deleteArraySnapshot", name: "array_snapshot_1" },
      { kind: "restore", arraySnapshot: "array_snapshot_2" },
    ]);
    expect(issuesOf(planned)).toEqual([]);
    expect(plannedArraySnapshots(planned.scenario)).toEqual([
      "array_snapshot_1",
      "array_snapshot_2",
      "before_restore_1",
    ]);
  });
});

it("a volume of an array is drawn with its reserve and what is planned", () => {
  const { scenario } = withArray.present;
  expect(volumesOf(scenario).map((volume) => arrayText(volume, scenario))).toEqual([
    "Array snapshots: reserve 2.0 GiB, 1 planned",
    "Array snapshots: reserve 1.0 GiB, 1 planned",
    null,
  ]);
});

it("copies are restored databases that can be read", () => {
  const copy = (name: string, recovery: boolean) => ({
    atSeconds: 1,
    command: { kind: "restore", as: name, recovery },
  });
  const timeline = [copy("a", true), copy("b", false), copy("a", true)];
  expect(plannedCopies({ timeline } as unknown as Scenario)).toEqual(["a"]);
});
