import { isLabelAt } from "./characters.ts";
import {
  always,
  between,
  byNumber,
  byStart,
  group,
  leadLength,
  number,
  numberOrNull,
  type Recogniser,
  says,
  text,
  textOrNull,
} from "./recogniser.ts";

export type BackupMessage =
  /** 18264, 18265, 18270 and kin. */
  | {
      readonly kind: "backedUp";
      readonly scope: "database" | "differential" | "log" | "file";
      readonly database: string;
      readonly pages: number | null;
      readonly firstLsn: string | null;
      readonly lastLsn: string | null;
      /** "FILE=1, TYPE=DISK: {'D:\\backup\\Sales.bak'}". */
      readonly device: string | null;
    }
  /** 18267, 18268 and kin. */
  | {
      readonly kind: "restored";
      readonly scope: "database" | "differential" | "log" | "file";
      readonly database: string;
      readonly device: string | null;
    }
  /** It was started for a restore that does not recover it yet. */
  | { readonly kind: "markedRestoring"; readonly database: string }
  /** 4356. */
  | { readonly kind: "restoreComplete"; readonly database: string }
  /** 3014. */
  | {
      readonly kind: "backupProcessed";
      /** "BACKUP DATABASE", "RESTORE LOG". */
      readonly operation: string;
      readonly pages: number;
      readonly seconds: number;
      readonly megabytesPerSecond: number;
    }
  /** 3211. */
  | { readonly kind: "backupProgress"; readonly percent: number }
  /** 3013. */
  | { readonly kind: "backupTerminated"; readonly operation: string }
  /** 3041. */
  | {
      readonly kind: "backupFailed";
      readonly command: string;
      readonly database: string | null;
    }
  /** 18204, 18210, 3202, 3203, 3271. */
  | {
      readonly kind: "backupDeviceFailed";
      readonly device: string;
      readonly operation: string | null;
      readonly osError: number | null;
      readonly osText: string | null;
    }
  /** 3268. */
  | { readonly kind: "sectorSizeMismatch"; readonly words: string }
  /** 3262. */
  | { readonly kind: "backupSetValid"; readonly file: number }
  /** 4214: a log backup that has no current full backup, as after a revert. */
  | { readonly kind: "logChainBroken" }
  /** Trace flags 3004 and 3014: a step of a backup or restore. */
  | {
      readonly kind: "backupStep";
      readonly restore: boolean;
      readonly database: string | null;
      readonly step: string;
    }
  /** Trace flag 3213: one line of the buffer configuration. */
  | { readonly kind: "backupSetting"; readonly name: string; readonly value: string | null }
  | { readonly kind: "zeroing"; readonly file: string; readonly completed: boolean };

/** "Database file differential changes were backed up. Database: " and kin, with a colon before 2008. */
const mediaHead =
  /^(Log|Database(?: file)?(?: differential)?(?: changes)?) (?:was |were )?(backed up|restored)[.:] Database: /;

function scopeOf(what: string): "database" | "differential" | "log" | "file" {
  if (what === "Log") return "log";
  if (what.startsWith("Database file")) return "file";
  return what.endsWith("changes") ? "differential" : "database";
}

const logBackup = {
  start: "Log was backed up. Database: ",
  creation: ", creation date(time): ",
  firstLsn: ", first LSN: ",
  lastLsn: ", last LSN: ",
  device: ", device information: (",
} as const;

/** The most frequent message of many logs; a name with a comma in it is for `readMedia`. */
function readLogBackup(text: string): BackupMessage | null {
  const nameAt = logBackup.start.length;
  const nameEnd = text.indexOf(",", nameAt);
  if (!isLabelAt(text, nameEnd, logBackup.creation)) return null;
  const first = text.indexOf(",", nameEnd + logBackup.creation.length);
  if (!isLabelAt(text, first, logBackup.firstLsn)) return null;
  const last = text.indexOf(",", first + logBackup.firstLsn.length);
  if (!isLabelAt(text, last, logBackup.lastLsn)) return null;
  const devices = text.indexOf(",", last + logBackup.lastLsn.length);
  const device = text.indexOf(",", devices + 1);
  if (!isLabelAt(text, device, logBackup.device)) return null;
  const deviceAt = device + logBackup.device.length;
  const deviceEnd = text.indexOf("). ", deviceAt);
  if (deviceEnd < 0) return null;
  return {
    kind: "backedUp",
    scope: "log",
    database: text.slice(nameAt, nameEnd),
    pages: null,
    firstLsn: text.slice(first + logBackup.firstLsn.length, last),
    lastLsn: text.slice(last + logBackup.lastLsn.length, devices),
    device: text.slice(deviceAt, deviceEnd),
  };
}

function readMedia(text: string): BackupMessage | null {
  const head = mediaHead.exec(text);
  if (head === null) return null;
  const nameStart = head[0].length;
  const nameEnd = text.indexOf(", creation date(time): ", nameStart);
  if (nameEnd < 0) return null;
  const scope = scopeOf(group(head, 1));
  const database = text.slice(nameStart, nameEnd);
  const device = deviceOf(text);
  if (head[2] === "restored") return { kind: "restored", scope, database, device };
  const pages = between(text, ", pages dumped: ", ",");
  return {
    kind: "backedUp",
    scope,
    database,
    pages: pages === null ? null : Number(pages),
    firstLsn: between(text, ", first LSN: ", ","),
    lastLsn: between(text, ", last LSN: ", ","),
    device,
  };
}

const deviceLabel = "device information: (";

function deviceOf(text: string): string | null {
  const at = text.indexOf(deviceLabel);
  if (at < 0) return null;
  const from = at + deviceLabel.length;
  const end = text.indexOf("). ", from);
  const to = end < 0 ? text.lastIndexOf(")") : end;
  return to < from ? null : text.slice(from, to);
}

const failedCommand = "BACKUP failed to complete the command ";

/** 3041 quotes the command, of which some builds print but the beginning. */
function readFailed(text: string): BackupMessage | null {
  if (!text.startsWith(failedCommand)) return null;
  const end = text.indexOf(". Check the backup application log", failedCommand.length);
  const command = text.slice(failedCommand.length, end < 0 ? undefined : end).replace(/\.$/, "");
  return { kind: "backupFailed", command, database: databaseOfCommand(command) };
}

function databaseOfCommand(command: string): string | null {
  const target =
    /^\s{0,20}BACKUP\s{1,20}(?:DATABASE|LOG)\s{1,20}(?:\[([^\]]{1,128})\]|(.{1,128}))/i.exec(
      command,
    );
  if (target === null) return null;
  if (target[1] !== undefined) return target[1];
  return group(target, 2).split(/\s+(?:TO|WITH|FILE|FILEGROUP)\b/i, 1)[0] ?? null;
}

/** 112(There is not enough space on the disk.), whose text may hold parentheses of its own. */
const osError = String.raw`(?:(\d{1,10})\((.{0,400}?)\)(?=[.\s]*(?:$|\s)))?`;
const os = { osError: numberOrNull, osText: textOrNull };
const component = String.raw`[\w ]{1,60}(?:::~?\w{1,60})?`;
const operations = ["BACKUP ", "RESTORE ", "VERIFY "];

/** "10 percent processed.": every lead of it, for so many full beginnings would need lists each. */
const percentStarts = Array.from({ length: 101 }, (_, percent) =>
  `${percent} p`.slice(0, leadLength),
);

export const backupRecognisers: readonly Recogniser[] = [
  { starts: [logBackup.start], read: readLogBackup },
  { starts: ["Log ", "Database "], read: readMedia },
  { starts: [failedCommand], read: readFailed },
  says(
    "backupProcessed",
    String.raw`((?:BACKUP|RESTORE|VERIFY)(?: .{1,200}?)?) successfully processed {int} pages in (\d+[.,]\d+) seconds \((\d+[.,]\d+) MB\/sec\)`,
    { operation: text, pages: number, seconds: number, megabytesPerSecond: number },
    { starts: operations },
  ),
  says("markedRestoring", "The database '{name}' is marked RESTORING and is in a state", {
    database: text,
  }),
  says(
    "restoreComplete",
    String.raw`Restore is complete on database '{name}'\. {1,2}The database is now`,
    { database: text },
  ),
  says(
    "backupProgress",
    String.raw`(\d{1,3}) percent processed\.`,
    { percent: number },
    {
      starts: percentStarts,
    },
  ),
  says(
    "backupTerminated",
    "((?:BACKUP|RESTORE|VERIFY)[A-Z ]{0,60}) is terminating abnormally",
    { operation: text },
    { starts: operations },
  ),
  says(
    "backupDeviceFailed",
    String.raw`${component}: Backup device '{path}' failed to (\w{1,40})\. Operating system error ${osError}`,
    { device: text, operation: text, ...os },
    { starts: ["Backup"], errors: [18_204] },
  ),
  says(
    "backupDeviceFailed",
    String.raw`${component}: {1,4}(?:([A-Za-z ]{1,60}?) )?failure on backup device '{path}'\. Operating system error ${osError}`,
    { operation: textOrNull, device: text, ...os },
    { starts: ["Backup"], errors: [18_210] },
  ),
  says(
    "backupDeviceFailed",
    `(Write|Read) on ["']{path}["'] failed(?:: |, status = )${osError}`,
    { operation: (word) => text(word).toLowerCase(), device: text, ...os },
    { starts: ['Write on "', 'Read on "', "Write on '", "Read on '"] },
  ),
  says(
    "backupDeviceFailed",
    String.raw`A nonrecoverable I\/O error occurred on file ["']{path}:?["']:? ${osError}`,
    { device: text, operation: always(null), ...os },
  ),
  says(
    "backupDeviceFailed",
    String.raw`Cannot open backup device '{path}'\.(?: Operating system error ${osError})?`,
    { device: text, operation: always("open"), ...os },
  ),
  says(
    "sectorSizeMismatch",
    String.raw`(Cannot use the backup file '.{1,520}?' because it was originally formatted with sector size \d+.{0,200})`,
    { words: text },
    { starts: ["Cannot use the backup file '"] },
  ),
  says("backupSetValid", "The backup set on file {int} is valid", { file: number }),
  byStart("BACKUP LOG cannot be performed because there is no current database backup", {
    kind: "logChainBroken",
  }),
  byNumber([3041], (text) => {
    const command = /BACKUP (?:DATABASE|LOG) (?:\[[^\]]{1,128}\]|\S{1,128})/.exec(text)?.[0] ?? "";
    return { kind: "backupFailed", command, database: databaseOfCommand(command) };
  }),
  byNumber([4214], () => ({ kind: "logChainBroken" })),
];
