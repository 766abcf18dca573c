import { describe, expect, it } from "vitest";
import { deviceOfPreset } from "../../contract/device.ts";
import { devicePresetNames } from "../../contract/device-presets.ts";
import { choiceOf } from "./devices.ts";
import { draftOf, redo, setValue, undo } from "./draft.ts";
import { addVolume, setMode } from "./edits.ts";
import { issuesOf } from "./issues.ts";
import {
  deviceGroups,
  ownDisks,
  putAsBefore,
  putOnDevice,
  severalDevices,
  storageChoiceOf,
} from "./one-device.ts";
import { presetNames, presetScenario } from "./testing/presets.ts";

const several = draftOf(presetScenario("sqlcat-creation"));
const real = draftOf(presetScenario("creation-on-this-machine"));
const chosen = (draft: typeof several) => storageChoiceOf(draft.present.scenario);

describe("everything on one device", () => {
  it.each(presetNames)("gives each volume of %s that device, and runs", (name) => {
    const draft = putOnDevice(draftOf(presetScenario(name)), "nvme-data-centre");
    const { mode, storage } = draft.present.scenario;
    expect(mode).toBe("virtual");
    expect(storage.volumes.map(({ device }) => device && choiceOf(device))).toEqual(
      storage.volumes.map(() => "nvme-data-centre"),
    );
    expect(chosen(draft)).toBe("nvme-data-centre");
    expect(issuesOf(draft.present)).toEqual([]);
  });

  it("leaves names and files of the volumes where they were", () => {
    const draft = putOnDevice(several, "sata-ssd-qlc");
    const names = (volumes: readonly { readonly name: string }[]) => volumes.map((v) => v.name);
    const { storage } = draft.present.scenario;
    expect(names(storage.volumes)).toEqual(names(several.base.storage.volumes));
    expect(storage.placement).toEqual(several.base.storage.placement);
  });

  it("is one step, also out of a real run", () => {
    const draft = putOnDevice(real, "nvme-consumer");
    expect(chosen(draft)).toBe("nvme-consumer");
    expect(undo(draft).present).toBe(real.present);
    expect(redo(undo(draft)).present).toBe(draft.present);
  });

  it("goes back to the devices, folders and places that the experiment came with", () => {
    for (const base of [several, real]) {
      const [first] = base.base.storage.volumes;
      const log = ["storage", "placement", "log"];
      const moved = setValue(putOnDevice(base, "laptop"), log, first?.name);
      expect(putAsBefore(moved).present.scenario).toEqual(base.base);
      expect(undo(putAsBefore(moved)).present).toBe(moved.present);
    }
  });
});

describe("the choice that a scenario stands for", () => {
  it("is this machine's disks for real files", () => {
    expect(chosen(real)).toBe(ownDisks);
    expect(chosen(setMode(several, "real"))).toBe(ownDisks);
  });

  it("is several devices where volumes differ, or where a figure is the user's own", () => {
    expect(chosen(several)).toBe(severalDevices);
    const one = putOnDevice(several, "sata-ssd");
    const figure = ["storage", "volumes", 0, "device", "member", "readUs"];
    expect(chosen(setValue(one, figure, 1))).toBe(severalDevices);
    const other = deviceOfPreset("laptop");
    expect(chosen(setValue(one, ["storage", "volumes", 1, "device"], other))).toBe(severalDevices);
  });

  it("does not look at a volume without a file", () => {
    const one = addVolume(putOnDevice(several, "sata-ssd"));
    const unused = one.present.scenario.storage.volumes.length - 1;
    const other = deviceOfPreset("laptop");
    const path = ["storage", "volumes", unused, "device"];
    expect(chosen(setValue(one, path, other))).toBe("sata-ssd");
  });
});

describe("groups of devices", () => {
  it("hold every preset once", () => {
    const names = deviceGroups.flatMap((group) => group.names);
    expect(names.toSorted()).toEqual(devicePresetNames.toSorted());
  });
});
