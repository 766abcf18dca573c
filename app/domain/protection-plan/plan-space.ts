/** What a plan takes on the volumes: files of backups, the array's reserve, sparse files of database snapshots. */
import { capacityMiB } from "../../contract/device.ts";
import { backupVolumes, dataVolumes } from "../../contract/placement.ts";
import type { ProtectionPlan } from "../../contract/protection-plan.ts";
import { changedPages, setAside } from "../forecast/array-pages.ts";
import { regionBytes } from "../forecast/first-touches.ts";
import type { PlanModel } from "./backup-estimate.ts";
import type { PlanSet } from "./occurrences.ts";

/** The reserve of one volume. */
export interface ReserveUse {
  readonly volume: string;
  /** Of the snapshots that are kept, at the most. */
  readonly bytes: number;
  /** And one more, which a restore in place takes first. */
  readonly withOneMoreBytes: number;
  /** What the array has for it; null: nothing limits it. */
  readonly reserveBytes: number | null;
}

export interface PlanSpace {
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
  return {
    mostBackupBytes: mostBackupBytes(plan, sets),
    mostSparseBytes: mostSparseBytes(plan, model, sets),
    reserves: reservesOf(plan, model, sets),
  };
}

/** The file of a backup has its size from its begin on. */
function mostBackupBytes({ daySeconds }: ProtectionPlan, sets: readonly PlanSet[]): number {
  const changes = sets
    .flatMap(({ startSeconds, removedSeconds, bytes }) => [
      { at: Math.max(0, startSeconds), by: bytes },
      { at: removedSeconds, by: -bytes },
    ])
    .filter(({ at }) => at < daySeconds)
    // What goes at a moment makes room for what begins then.
    .sort((one, other) => one.at - other.at || one.by - other.by);
  let [now, most] = [0, 0];
  for (const { by } of changes) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

/** Sparse files grow until they go: together they have the most just before one of them does. */
function mostSparseBytes(
  { daySeconds }: ProtectionPlan,
  { load, scenario }: PlanModel,
  sets: readonly PlanSet[],
): number {
  const snapshots = sets.filter(({ kind }) => kind === "databaseSnapshot");
  const bytesAt = (moment: number): number =>
    snapshots
      .filter((set) => set.startSeconds <= moment && set.removedSeconds >= moment)
      .map(({ startSeconds }) => load.pushed(load.transactionsPerSecond * (moment - startSeconds)))
      .reduce((sum, { regions }) => sum + (regions + scenario.database.dataFiles) * regionBytes, 0);
  const moments = snapshots.map(({ removedSeconds }) => Math.min(removedSeconds, daySeconds));
  return Math.max(0, ...moments.map(bytesAt));
}

/** Whole pages of the array, each set aside once between two snapshots. */
function reservesOf(
  plan: ProtectionPlan,
  model: PlanModel,
  sets: readonly PlanSet[],
): ReserveUse[] {
  const taken = sets.filter(({ kind }) => kind === "arraySnapshot");
  const { scenario, load } = model;
  const { placement, volumes } = scenario.storage;
  const used = new Set([...dataVolumes(placement), placement.log]);
  return volumes.flatMap(({ name, device, arraySnapshots }): ReserveUse[] => {
    if (arraySnapshots === undefined || taken.length === 0 || !used.has(name)) return [];
    const changed = changedPages(scenario, name, arraySnapshots);
    const bytesOf = (seconds: readonly number[]): number =>
      setAside(
        changed,
        seconds.map((each) => load.transactionsPerSecond * each),
      ) *
      arraySnapshots.pageKiB *
      1024;
    // It has the most right before one more is complete, and the oldest goes.
    const intervals = taken
      .filter(({ endSeconds }) => endSeconds >= 0 && endSeconds < plan.daySeconds)
      .map((newest) => intervalsBefore(taken, newest));
    const longest = Math.max(0, ...intervals.flat());
    const bytes = Math.max(0, ...intervals.map(bytesOf));
    const { sizeGiB, reservePercent } = arraySnapshots;
    const held = device === undefined ? null : capacityMiB(device);
    const sizeMiB = sizeGiB > 0 ? sizeGiB * 1024 : held;
    return [
      {
        volume: name,
        bytes,
        withOneMoreBytes: bytes + bytesOf([longest]),
        reserveBytes: sizeMiB === null ? null : (sizeMiB * bytesPerMiB * reservePercent) / 100,
      },
    ];
  });
}

/** From each snapshot that is there to the next, the last of them the one that is being taken. */
function intervalsBefore(taken: readonly PlanSet[], newest: PlanSet): number[] {
  const at = newest.reachedSeconds;
  const kept = taken.filter(
    ({ endSeconds, removedSeconds }) => endSeconds <= at && removedSeconds > at,
  );
  const times = [...kept.map(({ reachedSeconds }) => reachedSeconds), at];
  return times.slice(1).map((time, place) => time - (times[place] ?? time));
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
