/** Changes to volumes: files that move to one of their own, and a device that does twice as much. */
import { type ComposedDevice, type DeviceDescription, isComposed } from "../../contract/device.ts";
import type { Scenario, Volume } from "../../contract/scenario.ts";

export interface Moved {
  readonly scenario: Scenario;
  /** The name of the new volume. */
  readonly name: string;
}

/** On a device like the one that the files are on; null where nobody knows it, as of real folders. */
export function withOwnVolume(
  scenario: Scenario,
  files: "snapshot" | "log",
  name: string,
): Moved | null {
  const { storage } = scenario;
  const device = deviceOf(scenario, storage.placement[files]);
  if (device === undefined) return null;
  const free = freeName(storage.volumes, name);
  return {
    name: free,
    scenario: {
      ...scenario,
      storage: {
        ...storage,
        volumes: [...storage.volumes, { name: free, device }],
        placement: { ...storage.placement, [files]: free },
      },
    },
  };
}

export const deviceOf = ({ storage }: Scenario, name: string): DeviceDescription | undefined =>
  storage.volumes.find((volume) => volume.name === name)?.device;

function freeName(volumes: readonly Volume[], wanted: string): string {
  const taken = new Set(volumes.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; ++number) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

export const withDevice = (
  scenario: Scenario,
  name: string,
  device: DeviceDescription,
): Scenario => ({
  ...scenario,
  storage: {
    ...scenario.storage,
    volumes: scenario.storage.volumes.map((volume) =>
      volume.name === name ? { ...volume, device } : volume,
    ),
  },
});

/** A device for twice the load: each I/O by itself takes as long as before. */
export function twice(device: DeviceDescription): DeviceDescription {
  if (isComposed(device)) return twiceComposed(device);
  return {
    ...device,
    parallelism: 2 * device.parallelism,
    bandwidthMiBPerSecond: 2 * device.bandwidthMiBPerSecond,
  };
}

function twiceComposed({ array, cache, link, ...device }: ComposedDevice): ComposedDevice {
  return {
    ...device,
    array: {
      ...array,
      // A third copy of a mirror takes no load off the others: two mirrors do.
      level: array.level === "raid1" ? "raid10" : array.level,
      members: 2 * array.members,
      groups: array.level === "raid5" || array.level === "raid6" ? 2 * array.groups : array.groups,
    },
    cache: cache === null ? null : { ...cache, sizeMiB: 2 * cache.sizeMiB },
    link:
      link === null
        ? null
        : {
            ...link,
            ports: 2 * link.ports,
            depth: 2 * link.depth,
            limitIosPerSecond: 2 * link.limitIosPerSecond,
            limitMiBPerSecond: 2 * link.limitMiBPerSecond,
          },
  };
}
