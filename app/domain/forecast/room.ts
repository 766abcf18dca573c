/** How large the snapshots of a scenario may become, and what ends it: the smallest of all limits. */
import { capacityMiB } from "../../contract/device.ts";
import type { Room } from "../../contract/forecast.ts";
import { backupVolumes, placedFiles } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";

const bytesPerMiB = 1024 ** 2;

/** For all snapshots together, beside `backupBytes` of backups. Null: nothing limits them. */
export function sharedRoom(scenario: Scenario, backupBytes: number): Room | null {
  const { mode, storage } = scenario;
  if (mode === "real") {
    const bytes = Math.max(0, storage.quotaMiB * bytesPerMiB - placed(scenario) - backupBytes);
    return { limit: "quota", volume: null, bytes };
  }
  const name = storage.placement.snapshot;
  const device = storage.volumes.find((volume) => volume.name === name)?.device;
  const capacity = device === undefined ? null : capacityMiB(device);
  if (capacity === null) return null;
  const dealt = backupVolumes(storage.placement);
  const backups = dealt.includes(name) ? backupBytes / dealt.length : 0;
  const bytes = Math.max(0, capacity * bytesPerMiB - placed(scenario, name) - backups);
  return { limit: "volume", volume: name, bytes };
}

/** For each snapshot by itself: its sparse files grow alike, and each may have so many regions. */
export function roomOfFiles({ storage, database }: Scenario): Room | null {
  const { sparseFileLimitMiB } = storage;
  if (sparseFileLimitMiB === 0) return null;
  const bytes = sparseFileLimitMiB * bytesPerMiB * database.dataFiles;
  return { limit: "sparseFile", volume: null, bytes };
}

/** Bytes of the files that are whole from the start; on one volume if it is named. */
const placed = (scenario: Scenario, on?: string): number =>
  placedFiles(scenario).reduce(
    (sum, { volume, sizeMiB }) =>
      on === undefined || volume === on ? sum + sizeMiB * bytesPerMiB : sum,
    0,
  );
