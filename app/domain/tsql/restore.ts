/** RESTORE of a chain of backups: which ones, in which order, and up to where. */
import { numericLsn } from "../backup-header.ts";
import { printLocalTime } from "../local-time.ts";
import { checksumOption, disksOf, type Media, mediaNamed, withOptions } from "./backup.ts";
import { filesOfCopy } from "./file-names.ts";
import { quoted, stringOf } from "./quoting.ts";
import {
  type GivenCommand,
  isBackup,
  isRestore,
  type Restore,
  type Scene,
  type Tsql,
} from "./scene.ts";
import { closingConnections, openToAll } from "./users.ts";

/** The chain that the run chooses: see native/backup/restore_chain.cpp. */
function chainOf(before: readonly GivenCommand[], stopAtSeconds: number | null): readonly Media[] {
  const taken = before.flatMap(({ command, atSeconds }, position) =>
    isBackup(command) ? [{ ...command, position, atSeconds }] : [],
  );
  const isByThen = ({ atSeconds }: { readonly atSeconds: number | null }) =>
    stopAtSeconds === null || atSeconds === null || atSeconds <= stopAtSeconds;
  const full = taken.findLast((backup) => backup.type === "full" && isByThen(backup));
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
  return [...data, ...logsAfter(later, from, stopAtSeconds)];
}

interface Taken extends Media {
  readonly position: number;
  readonly atSeconds: number | null;
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

/** WITH STOPAT and its like, of restores of the log. */
function stopOf(command: Restore, { originMs }: Scene): readonly string[] {
  const { stopAtSeconds, stopAtMark, stopBeforeMark } = command;
  if (stopAtMark != null) return [`STOPATMARK = 'lsn:${numericLsn(stopAtMark)}'`];
  if (stopBeforeMark != null) return [`STOPBEFOREMARK = 'lsn:${numericLsn(stopBeforeMark)}'`];
  if (stopAtSeconds === null) return [];
  const moment =
    originMs === null
      ? `<the run’s start + ${stopAtSeconds} s>`
      : printLocalTime(originMs + stopAtSeconds * 1000);
  return [`STOPAT = ${stringOf(moment)}`];
}

const isTailBackedUp = ({ as, backUpTail }: Restore, { scenario }: Scene): boolean =>
  as === null && backUpTail && scenario.database.recoveryModel === "full";

/** The run numbers what it backs up of the tail. */
function tailOf(command: Restore, scene: Scene): Media | null {
  if (!isTailBackedUp(command, scene)) return null;
  const earlier = scene.before.filter(
    (given) => isRestore(given.command) && isTailBackedUp(given.command, scene),
  );
  return { name: `tail_${earlier.length + 1}`, type: "log", files: 1 };
}

/** Position of the restore that this one goes on from, WITH NORECOVERY; null: it begins anew. */
function goesOnFrom({ as, replace }: Restore, { before }: Scene): number | null {
  if (as === null || replace) return null;
  const last = before.findLastIndex(({ command }) => isRestore(command) && command.as === as);
  const command = before[last]?.command;
  return command !== undefined && isRestore(command) && !command.recovery ? last : null;
}

function backupsOf(command: Restore, scene: Scene, from: number | null): readonly Media[] {
  if (command.backups !== null) return command.backups.map((name) => mediaNamed(name, scene));
  const chain = chainOf(scene.before, command.stopAtSeconds);
  if (from === null) return chain;
  const since = scene.before
    .slice(from + 1)
    .flatMap((given) => (isBackup(given.command) ? [given.command.name] : []));
  return chain.filter(({ name, type }) => type === "log" && since.includes(name));
}

export function restoreStatement(command: Restore, scene: Scene): Tsql {
  const { scenario } = scene;
  const database = command.as ?? scenario.database.name;
  const from = goesOnFrom(command, scene);
  const tail = tailOf(command, scene);
  const backups = [...backupsOf(command, scene, from), ...(tail === null ? [] : [tail])];
  if (from === null && command.backups === null && !backups.some(({ type }) => type === "full")) {
    return {
      statement: null,
      note: "No full backup is taken before it, so there is nothing to restore from.",
    };
  }
  const closes = command.as === null && command.closeConnections;
  const lines = [
    "USE [master];",
    ...(closes ? [closingConnections(database)] : []),
    ...(tail === null
      ? []
      : [
          `BACKUP LOG ${quoted(database)}\nTO ${disksOf(tail, scenario)}\nWITH ${checksumOption}, NORECOVERY;`,
        ]),
    ...backups.map((media, place) =>
      stepOf(command, scene, media, place === 0 && from === null, place === backups.length - 1),
    ),
    ...(backups.length === 0 ? [`RESTORE DATABASE ${quoted(database)}\nWITH RECOVERY;`] : []),
    ...(closes ? [openToAll(database)] : []),
  ];
  return { statement: lines.join("\n"), note: "" };
}

function stepOf(
  command: Restore,
  scene: Scene,
  media: Media,
  isFirst: boolean,
  isLast: boolean,
): string {
  const { scenario } = scene;
  const database = command.as ?? scenario.database.name;
  const moves =
    isFirst && command.as !== null
      ? filesOfCopy(scenario, command.as, command.volume).map(
          ({ name, path }) => `MOVE ${stringOf(name)} TO ${stringOf(path)}`,
        )
      : [];
  const options = [
    ...moves,
    ...(isFirst && command.replace ? ["REPLACE"] : []),
    ...(command.continueAfterError === true ? ["CONTINUE_AFTER_ERROR"] : []),
    ...(media.type === "log" ? stopOf(command, scene) : []),
    isLast && command.recovery ? "RECOVERY" : "NORECOVERY",
  ];
  const what = media.type === "log" ? "LOG" : "DATABASE";
  return `RESTORE ${what} ${quoted(database)}\nFROM ${disksOf(media, scenario)}${withOptions(options, moves.length > 0)};`;
}
