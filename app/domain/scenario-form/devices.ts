/** The device of a volume in the form: which preset it is, its figures, and where each is from. */
import type { AssumedRange } from "../../contract/assumed-range.ts";
import {
  type ComposedDevice,
  type DeviceDescription,
  deviceOfPreset,
  isComposed,
} from "../../contract/device.ts";
import {
  type DevicePreset,
  type DevicePresetName,
  devicePreset,
  isDevicePreset,
} from "../../contract/device-presets.ts";
import { type Path, valueAt } from "../../contract/schema-path.ts";
import { setValue } from "./draft.ts";
import { newDevice } from "./edits.ts";

/** Servers with a service time, whose figures are the user's own. */
export const ownFigures = "queue";
export type DeviceChoice = DevicePresetName | typeof ownFigures;

/** What a volume's device is called in a list; its figures may have been changed since. */
export const choiceOf = (device: DeviceDescription): DeviceChoice | null => {
  if (!isComposed(device)) return ownFigures;
  return device.basedOn !== null && isDevicePreset(device.basedOn) ? device.basedOn : null;
};

export const setDevice = (
  draft: Parameters<typeof setValue>[0],
  index: number,
  choice: DeviceChoice,
) =>
  setValue(
    draft,
    ["storage", "volumes", index, "device"],
    choice === ownFigures ? newDevice : deviceOfPreset(choice),
  );

export interface DeviceFigure {
  /** Below the device. */
  readonly path: Path;
  readonly isChoice: boolean;
}

/** Everything of a composed device that can be changed, part by part. */
export function figuresOf(device: ComposedDevice): readonly DeviceFigure[] {
  const parts = ["member", "array", "cache", "link"] as const;
  return parts.flatMap((part) =>
    Object.entries(device[part] ?? {})
      .filter(([key]) => key !== "kind")
      .map(([key, value]) => ({ path: [part, key], isChoice: typeof value === "string" })),
  );
}

/** Where a figure is from; null once it is not the preset's. */
export const sourceOf = (device: ComposedDevice, path: Path): string | null =>
  presetOf(device, path)?.sources[path.join(".")] ?? null;

/** What a figure may be that the preset assumes; undefined: it is known, or no longer the preset's. */
export const rangeOf = (device: ComposedDevice, path: Path): AssumedRange | undefined =>
  presetOf(device, path)?.ranges[path.join(".")];

/** The preset that a figure is still of. */
function presetOf(device: ComposedDevice, path: Path): DevicePreset | null {
  const { basedOn } = device;
  if (basedOn === null || !isDevicePreset(basedOn)) return null;
  const preset = devicePreset(basedOn);
  return valueAt(preset.device, path) === valueAt(device, path) ? preset : null;
}
