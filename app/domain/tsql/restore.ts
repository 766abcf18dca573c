/** RESTORE of a chain of backups: which ones, in which order, and up to where. */
import type { Scenario } from "../../contract/scenario.ts";
import { numericLsn } from "../backup-header.ts";
import { printLocalTime } from "../local-time.ts";
import { metadataOf } from "./array-snapshot.ts";
import { checksumOption, disksOf, type Media, mediaNamed, withOptions } from "./backup.ts";
import { filesOfCopy } from "./file-names.ts";
import { quoted, stringOf } from "./quoting.ts";
import { chainOf, freezeOf } from "./restore-chain.ts";
import { isBackup, isRestore, type Restore, type Scene, type Tsql } from "./scene.ts";
import { closingConnections, openToAll } from "./users.ts";

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
  const chain = chainOf(command, scene.before);
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
  const freeze = from === null ? freezeOf(command, scene) : null;
  if (freeze === "none") return { statement: opening(command, scenario), note: "" };
  const tail = tailOf(command, scene);
  const backups = [...backupsOf(command, scene, from), ...(tail === null ? [] : [tail])];
  const isBegun = from !== null || freeze !== null || command.backups !== null;
  if (!isBegun && !backups.some(({ type }) => type === "full")) {
    return {
      statement: null,
      note: "No full backup is taken before it, so there is nothing to restore from.",
    };
  }
  const closes = command.as === null && command.closeConnections;
  const isDone = backups.length === 0;
  const first = from === null && freeze === null ? 0 : null;
  const lines = [
    "USE [master];",
    ...(closes ? [closingConnections(database)] : []),
    ...(tail === null
      ? []
      : [
          `BACKUP LOG ${quoted(database)}\nTO ${disksOf(tail, scenario)}\nWITH ${checksumOption}, NORECOVERY;`,
        ]),
    ...(freeze === null ? [] : [`-- ${givenBack(command)}`]),
    ...(freeze === "suspend" ? [metadataStep(command, scenario, isDone)] : []),
    ...backups.map((media, place) =>
      stepOf(command, scene, media, place === first, place === backups.length - 1),
    ),
    ...(isDone && freeze !== "suspend" && command.recovery
      ? [`RESTORE DATABASE ${quoted(database)}\nWITH RECOVERY;`]
      : []),
    ...(closes ? [openToAll(database)] : []),
  ];
  return { statement: lines.join("\n"), note: "" };
}

/** What the array does, which no statement asks for. */
const givenBack = ({ arraySnapshot, as }: Restore): string =>
  as === null
    ? `The array takes a snapshot of what is there, and puts the database’s files back as ${arraySnapshot} has them.`
    : `The array mounts the database’s files as ${arraySnapshot} has them.`;

/** Without a freeze its files are those of a server that lost its power: they are recovered as they are opened. */
function opening(command: Restore, scenario: Scenario): string {
  const { as, closeConnections } = command;
  const comment = `-- ${givenBack(command)}`;
  const database = quoted(as ?? scenario.database.name);
  if (as === null) {
    const closing = closeConnections ? "\nWITH ROLLBACK IMMEDIATE" : "";
    return `ALTER DATABASE ${database}\nSET OFFLINE${closing};\n${comment}\nALTER DATABASE ${database}\nSET ONLINE;`;
  }
  const files = filesOfCopy(scenario, as, null).map(
    ({ path }) => `    (FILENAME = ${stringOf(path)})`,
  );
  return `${comment}\nCREATE DATABASE ${database} ON\n${files.join(",\n")}\nFOR ATTACH;`;
}

/** The database of a suspended set is told by its metadata what was given back to it. */
function metadataStep(command: Restore, scenario: Scenario, isDone: boolean): string {
  const { as, arraySnapshot, replace, recovery } = command;
  const moves = movesOf(command, scenario);
  const options = [
    "METADATA_ONLY",
    ...moves,
    ...(replace ? ["REPLACE"] : []),
    ...(isDone && recovery ? [] : ["NORECOVERY"]),
  ];
  return `RESTORE DATABASE ${quoted(as ?? scenario.database.name)}\nFROM ${metadataOf(arraySnapshot ?? "", scenario)}${withOptions(options, moves.length > 0)};`;
}

/** Where the files of another database are to be. */
const movesOf = ({ as, volume }: Restore, scenario: Scenario): readonly string[] =>
  as === null
    ? []
    : filesOfCopy(scenario, as, volume).map(
        ({ name, path }) => `MOVE ${stringOf(name)} TO ${stringOf(path)}`,
      );

function stepOf(
  command: Restore,
  scene: Scene,
  media: Media,
  isFirst: boolean,
  isLast: boolean,
): string {
  const { scenario } = scene;
  const database = command.as ?? scenario.database.name;
  const moves = isFirst ? movesOf(command, scenario) : [];
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
