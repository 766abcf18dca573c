/** Which backups a restore takes, of those that were made before it: see native/backup/restore_chain.cpp. */
import type { Command } from "../../contract/command.ts";
import type { Media } from "./backup.ts";
import {
  type CreateArraySnapshot,
  type GivenCommand,
  isArraySnapshot,
  isBackup,
  type Restore,
  type Scene,
} from "./scene.ts";

type Before = readonly GivenCommand[];

/** A backup, or an array snapshot, which counts as a full one. */
interface Taken extends Media {
  readonly position: number;
  readonly atSeconds: number | null;
  readonly copyOnly: boolean;
  readonly isArray: boolean;
}

/** An array snapshot begins it only where the restore names it, and is not among those that are returned. */
export function chainOf(
  { stopAtSeconds, arraySnapshot }: Restore,
  before: Before,
): readonly Media[] {
  const taken = setsIn(before);
  const isByThen = ({ atSeconds }: Taken) =>
    stopAtSeconds === null || atSeconds === null || atSeconds <= stopAtSeconds;
  const full = taken.findLast((set) =>
    arraySnapshot == null
      ? set.type === "full" && !set.isArray && isByThen(set)
      : set.isArray && isSame(set.name, arraySnapshot),
  );
  if (full === undefined) return [];
  const later = taken.filter(({ position }) => position > full.position);
  // A differential goes with the last full backup that is not copy-only.
  const isBase = (position: number) =>
    !full.copyOnly &&
    !later.some((one) => one.type === "full" && !one.copyOnly && one.position < position);
  const differential = later.findLast(
    (backup) => backup.type === "differential" && isByThen(backup) && isBase(backup.position),
  );
  const data = differential === undefined ? [full] : [full, differential];
  const from = data.at(-1)?.position ?? 0;
  return [...data, ...logsAfter(later, from, stopAtSeconds)].filter(({ isArray }) => !isArray);
}

const setsIn = (before: Before): readonly Taken[] =>
  before.flatMap(({ command, atSeconds }, position): Taken[] => {
    if (isArraySnapshot(command)) {
      const { name, copyOnly, freeze } = command;
      if (freeze === "none") return [];
      return [{ name, type: "full", files: 1, position, atSeconds, copyOnly, isArray: true }];
    }
    if (!isBackup(command)) return [];
    const { arraySnapshot } = command;
    if (arraySnapshot == null) return [{ ...command, position, atSeconds, isArray: false }];
    // It has what its array snapshot has, and this server does not know of it.
    const source = before.findIndex((given) => isTaking(given.command, arraySnapshot));
    const from = source < 0 ? position : source;
    return [{ ...command, position: from, atSeconds, copyOnly: true, isArray: false }];
  });

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isTaking = (command: Command, name: string): command is CreateArraySnapshot =>
  isArraySnapshot(command) && isSame(command.name, name);

/**
 * How the database's writes were held while the array snapshot was taken that a restore names: not at all where an
 * earlier restore took it, of a database that was closed. Null: it names none.
 */
export function freezeOf({ arraySnapshot }: Restore, { before }: Scene) {
  if (arraySnapshot == null) return null;
  const taken = before.flatMap(({ command }) => (isTaking(command, arraySnapshot) ? command : []));
  return taken.at(-1)?.freeze ?? "none";
}

/** Backups of the log, up to the first that holds the moment to stop at. */
function logsAfter(
  taken: readonly Taken[],
  position: number,
  stopAtSeconds: number | null,
): readonly Taken[] {
  const logs = taken.filter((backup) => backup.type === "log" && backup.position > position);
  const last = logs.findIndex(
    ({ atSeconds }) => stopAtSeconds !== null && atSeconds !== null && atSeconds >= stopAtSeconds,
  );
  return last < 0 ? logs : logs.slice(0, last + 1);
}
