/** What a scenario's storage is called where there is room for a few words: in lists, names and a row. */
import { type DeviceDescription, deviceOfPreset, isComposed } from "../contract/device.ts";
import { devicePreset, isDevicePreset } from "../contract/device-presets.ts";
import { backupVolumes, dataVolumes } from "../contract/placement.ts";
import type { Scenario, Volume } from "../contract/scenario.ts";
import { sameValue } from "./scenario-form/differences.ts";

/**
 * "NVMe data centre"; "80 × 6 ms" of a device with figures of its own: I/Os at a time, time of a read.
 * Libraries keep these names.
 */
export function deviceName(device: DeviceDescription): string {
  if (!isComposed(device)) return `${device.parallelism} × ${device.readServiceUs / 1000} ms`;
  const { basedOn } = device;
  if (basedOn === null || !isDevicePreset(basedOn)) return "own device";
  const { shortTitle } = devicePreset(basedOn);
  return sameValue(device, deviceOfPreset(basedOn)) ? shortTitle : `${shortTitle} (changed)`;
}

/** A part of a sentence: "80 × 6 ms disks". */
export const deviceInWords = (device: DeviceDescription): string =>
  isComposed(device)
    ? deviceName(device)
    : `${deviceName(device)} ${device.parallelism === 1 ? "disk" : "disks"}`;

/** The disks of an array; for a device with figures of its own, how many I/Os it serves at a time. */
export const diskCount = (device: DeviceDescription): number =>
  isComposed(device) ? device.array.members : device.parallelism;

/** What the files of one kind lie on. */
export interface StorageRole {
  readonly role: "data" | "log" | "snapshots";
  readonly device: string;
}

/** Data first: what the users wait for. */
export function storageRoles(
  { storage: { volumes, placement } }: Scenario,
  nameOf = deviceName,
): StorageRole[] {
  const named = (name: string | undefined): string =>
    volumeName(
      volumes.find((volume) => volume.name === name),
      nameOf,
    );
  const data = [...new Set(dataVolumes(placement).map(named))];
  return [
    { role: "data", device: data.join(" and ") },
    { role: "log", device: named(placement.log) },
    { role: "snapshots", device: named(placement.snapshot) },
  ];
}

const volumeName = (volume: Volume | undefined, nameOf: typeof deviceName): string => {
  if (volume?.device !== undefined) return nameOf(volume.device);
  return volume?.folder == null ? "this machine" : volume.folder;
};

/** "NVMe data centre" where all lies on the like; else "SQLCAT Q, log on SQLCAT J, snapshots on SQLCAT P". */
export function describeStorage(scenario: Scenario, nameOf = deviceName): string {
  const [data, ...others] = storageRoles(scenario, nameOf);
  const apart = others.filter(({ device }) => device !== data?.device);
  return [data?.device ?? "", ...apart.map(({ role, device }) => `${role} on ${device}`)].join(
    ", ",
  );
}

/** "data on Q, log on J, snapshot on P". */
export const placementText = ({ storage: { placement } }: Scenario): string =>
  Object.entries(placement)
    .flatMap(([what, names]) =>
      names === null ? [] : [`${what} on ${[names].flat().join(" and ")}`],
    )
    .join(", ");

/** What is added to the files on a volume during a run, beside those that are whole from the start. */
export function whatGrowsOn(
  volume: string,
  { storage: { placement }, timeline }: Scenario,
): string[] {
  const isBackedUp = timeline.some(({ command }) => command.kind === "backup");
  return [
    ...(isBackedUp && backupVolumes(placement).includes(volume) ? ["backups"] : []),
    ...(placement.snapshot === volume ? ["pages that snapshots copy"] : []),
  ];
}
