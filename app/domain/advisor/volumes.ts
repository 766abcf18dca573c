/** Changes to volumes: files that move to one of their own, and another device. */
import type { DeviceDescription } from "../../contract/device.ts";
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
