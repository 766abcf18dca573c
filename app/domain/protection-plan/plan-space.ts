/** What a plan takes on the volumes: files of backups, the array's reserve, sparse files of database snapshots. */
import { backupVolumes, dataVolumes } from "../../contract/placement.ts";
import type { ProtectionPlan } from "../../contract/protection-plan.ts";
import { regionBytes } from "../forecast/first-touches.ts";
import { type PlanModel, pageBytes } from "./backup-estimate.ts";
import type { PlanSet } from "./occurrences.ts";

export interface SpacePoint {
  readonly atSeconds: number;
  readonly backupBytes: number;
  readonly sparseBytes: number;
}

/** The reserve of one volume. */
export interface ReserveUse {
  readonly volume: string;
  /** Of the snapshots that are kept, at the most. */
  readonly bytes: number;
  /** And one more, which a restore in place takes first. */
  readonly withOneMoreBytes: number;
  /** What the array has for it. */
  readonly reserveBytes: number;
}

export interface PlanSpace {
  readonly points: readonly SpacePoint[];
  readonly mostBackupBytes: number;
  readonly mostSparseBytes: number;
  readonly reserves: readonly ReserveUse[];
}

const bytesPerMiB = 1024 ** 2;

export function planSpace(
  plan: ProtectionPlan,
  model: PlanModel,
  sets: readonly PlanSet[],
): PlanSpace {
  const moments = [
    0,
    ...sets.flatMap(({ endSeconds, removedSeconds }) => [endSeconds, removedSeconds - 0.001]),
  ].filter((at) => at >= 0 && at < plan.daySeconds);
  const points = [...new Set(moments)]
    .sort((a, b) => a - b)
    .map((atSeconds) => pointAt(model, sets, atSeconds));
  return {
    points,
    mostBackupBytes: Math.max(0, ...points.map(({ backupBytes }) => backupBytes)),
    mostSparseBytes: Math.max(0, ...points.map(({ sparseBytes }) => sparseBytes)),
    reserves: reservesOf(plan, model, sets),
  };
}

function pointAt(
  { load, scenario }: PlanModel,
  sets: readonly PlanSet[],
  atSeconds: number,
): SpacePoint {
  let [backupBytes, sparseBytes] = [0, 0];
  for (const set of sets) {
    // The file of a backup has its size from its begin on.
    if (set.startSeconds > atSeconds || set.removedSeconds <= atSeconds) continue;
    backupBytes += set.bytes;
    if (set.kind !== "databaseSnapshot") continue;
    const transactions = load.transactionsPerSecond * (atSeconds - set.startSeconds);
    const { regions } = load.pushed(transactions);
    sparseBytes += (regions + scenario.database.dataFiles) * regionBytes;
  }
  return { atSeconds, backupBytes, sparseBytes };
}

/**
 * Between two snapshots each page of the array that changes is kept once, whatever comes after it: so the snapshots
 * that are kept take what changed in each interval from the oldest of them to now.
 */
function reservesOf(
  { jobs }: ProtectionPlan,
  model: PlanModel,
  sets: readonly PlanSet[],
): ReserveUse[] {
  if (!jobs.some(({ kind }) => kind === "arraySnapshot")) return [];
  const { scenario } = model;
  const taken = sets.filter(({ kind }) => kind === "arraySnapshot");
  const data = [...new Set(dataVolumes(scenario.storage.placement))];
  const { log } = scenario.storage.placement;
  return scenario.storage.volumes.flatMap(({ name, device, arraySnapshots }): ReserveUse[] => {
    if (arraySnapshots === undefined || (!data.includes(name) && name !== log)) return [];
    const { pageKiB, sizeGiB, reservePercent } = arraySnapshots;
    const changedIn = (seconds: number): number =>
      (data.includes(name) ? dataBytes(model, seconds, pageKiB) / data.length : 0) +
      (name === log ? logBytes(model, seconds, pageKiB) : 0);
    const uses = taken.map((newest) => {
      const before = newest.reachedSeconds;
      const kept = taken.filter(
        ({ endSeconds, removedSeconds }) => endSeconds <= before && removedSeconds > before,
      );
      const times = [...kept.map(({ reachedSeconds }) => reachedSeconds), before];
      return times
        .slice(1)
        .reduce((sum, at, place) => sum + changedIn(at - (times[place] ?? at)), 0);
    });
    const bytes = Math.max(0, ...uses);
    const intervals = taken
      .slice(1)
      .map((set, at) => set.reachedSeconds - (taken[at]?.reachedSeconds ?? 0));
    const oneMore = changedIn(Math.max(0, ...intervals));
    const sizeBytes =
      sizeGiB > 0 ? sizeGiB * 1024 * bytesPerMiB : (capacityBytes(model, name) ?? 0);
    const known = device === undefined ? 0 : sizeBytes;
    return [
      {
        volume: name,
        bytes,
        withOneMoreBytes: bytes + oneMore,
        reserveBytes: (known * reservePercent) / 100,
      },
    ];
  });
}

const capacityBytes = ({ volumes }: PlanModel, name: string): number | null => {
  const capacity = volumes.get(name)?.figures.capacityMiB;
  return capacity == null ? null : capacity * bytesPerMiB;
};

function dataBytes({ load, scenario }: PlanModel, seconds: number, pageKiB: number): number {
  const pages = (pageKiB * 1024) / pageBytes;
  const bytes = load.changedGroups(seconds, pages) * pageKiB * 1024;
  return Math.min(bytes, scenario.database.sizeMiB * bytesPerMiB);
}

/** A log is written from its begin to its end, and then again. */
function logBytes({ load, scenario }: PlanModel, seconds: number, pageKiB: number): number {
  const pageOfArray = pageKiB * 1024;
  const bytes = Math.min(
    load.logBytesPerSecond * seconds,
    scenario.database.logSizeMiB * bytesPerMiB,
  );
  return bytes === 0 ? 0 : Math.ceil(bytes / pageOfArray + 1) * pageOfArray;
}

/** Whether the plan's backups fit onto their volumes; null: nothing limits these. */
export function backupRoomBytes({ scenario, volumes }: PlanModel): number | null {
  const names = [...new Set(backupVolumes(scenario.storage.placement))];
  const rooms = names.map((name) => volumes.get(name)?.figures.capacityMiB ?? null);
  const known = rooms.filter((room) => room !== null);
  return known.length < rooms.length
    ? null
    : known.reduce((sum, room) => sum + room * bytesPerMiB, 0);
}
