/** Everything of an experiment on one kind of device: one choice for the devices of all volumes. */
import { deviceOfPreset } from "../../contract/device.ts";
import { type DevicePresetName, devicePresetNames } from "../../contract/device-presets.ts";
import { usedVolumes } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { choiceOf } from "./devices.ts";
import { sameValue } from "./differences.ts";
import { change, type Draft, withValue } from "./draft.ts";
import { setMode } from "./edits.ts";

/** Real files, in folders of this machine. */
export const ownDisks = "real";
/** Devices that differ from volume to volume, or whose figures are the user's own. */
export const severalDevices = "several";

export type StorageChoice = DevicePresetName | typeof ownDisks | typeof severalDevices;

/** Device presets as people look for them. */
export const deviceGroups: readonly {
  readonly title: string;
  readonly names: readonly DevicePresetName[];
}[] = [
  {
    title: "Drives",
    names: ["nvme-data-centre", "nvme-consumer", "sata-ssd", "sata-ssd-qlc", "laptop"],
  },
  { title: "Cloud volumes", names: ["aws-gp3", "aws-io2", "azure-p30", "azure-premium-v2"] },
  {
    title: "Storage of published tests",
    names: devicePresetNames.filter((name) => /^(sqlcat|sqlskills|dell|tuning-post)-/.test(name)),
  },
];

/** On what the files of a scenario lie, as one choice. Volumes without a file do not count. */
export function storageChoiceOf({ mode, storage }: Scenario): StorageChoice {
  if (mode === "real") return ownDisks;
  const used = usedVolumes(storage.placement);
  const devices = storage.volumes.flatMap(({ name, device }) =>
    used.includes(name) ? [device] : [],
  );
  const first = devices[0];
  const choice = first === undefined ? null : choiceOf(first);
  const preset = devicePresetNames.find((name) => name === choice);
  if (preset === undefined) return severalDevices;
  const whole = deviceOfPreset(preset);
  return devices.every((device) => sameValue(device, whole)) ? preset : severalDevices;
}

/** Each volume keeps its name and its files, and becomes a device of this kind: one step of the history. */
export function putOnDevice(draft: Draft, name: DevicePresetName): Draft {
  const { present } = setMode(draft, "virtual");
  const device = deviceOfPreset(name);
  const volumes = present.scenario.storage.volumes.map((volume) => ({ ...volume, device }));
  return change(draft, withValue(present, ["storage", "volumes"], volumes));
}

/** Volumes, their devices or folders, and what lies on which, as the experiment had them. */
export function putAsBefore(draft: Draft): Draft {
  const { mode, storage } = draft.base;
  const { present } = setMode(draft, mode);
  const placed = withValue(present, ["storage", "placement"], storage.placement);
  return change(draft, withValue(placed, ["storage", "volumes"], storage.volumes));
}
