/** Devices that an experiment can be put on instead, by how fast they are beside its own. */
import type { DeviceDescription, DeviceFigures } from "../../contract/device.ts";
import { speedText } from "../device-text.ts";
import type { DeviceOfVolume } from "../volume-figures.ts";
import type { DeviceVariation } from "./variations.ts";

export interface DeviceGroup {
  readonly title: string;
  readonly devices: readonly { readonly id: string; readonly text: string }[];
}

/** What the figures of the present device stand under, among those of the others by their ids. */
const presentId = "present";

/** `figures`: by the ids of the devices; null: not known (yet), so that nothing is said of their speed. */
export function devicesBySpeed(
  devices: readonly DeviceVariation[],
  figures: ReadonlyMap<string, DeviceFigures> | null,
): readonly DeviceGroup[] {
  const present = figures?.get(presentId);
  const known = devices.flatMap(({ id, variant }) => {
    const own = figures?.get(id);
    return own === undefined ? [] : [{ id, name: variant.name, own }];
  });
  if (present === undefined || known.length < devices.length) {
    const plain = devices.map(({ id, variant }) => ({ id, text: variant.name }));
    return [{ title: "Devices", devices: plain }];
  }
  const fastestFirst = known.toSorted((a, b) => slowness(a.own, b.own));
  const groups = [
    { title: "Faster than", devices: fastestFirst.filter(({ own }) => slowness(own, present) < 0) },
    {
      title: "As fast as",
      devices: fastestFirst.filter(({ own }) => slowness(own, present) === 0),
    },
    { title: "Slower than", devices: fastestFirst.filter(({ own }) => slowness(own, present) > 0) },
  ];
  return groups
    .filter(({ devices: { length } }) => length > 0)
    .map(({ title, devices: of }) => ({
      title: `${title} now: ${speedText(present)}`,
      devices: of.map(({ id, name, own }) => ({ id, text: `${name}: ${speedText(own)}` })),
    }));
}

/** Above zero: `a` does fewer reads a second; where they do as many, each of them takes longer. */
const slowness = (a: DeviceFigures, b: DeviceFigures): number =>
  b.randomReadsPerSecond - a.randomReadsPerSecond || a.readUs - b.readUs;

/** The devices whose figures are to be asked for, the present one with them. */
export const devicesToAsk = (
  present: DeviceDescription | null,
  devices: readonly DeviceVariation[],
): readonly DeviceOfVolume[] =>
  present === null
    ? []
    : [
        { name: presentId, device: present },
        ...devices.map(({ id, device }) => ({ name: id, device })),
      ];
