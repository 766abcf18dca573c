/**
 * What trace flags 3004, 3014 and 3213 let a backup or restore say of itself. Since 2012 each step
 * names its database, "Backup(Sales): ..."; before, many are bare sentences.
 */
import type { BackupMessage } from "./backup.ts";
import { always, byPattern, type Recogniser, says, text } from "./recogniser.ts";

/** "Backup(Sales): Writing a checkpoint". */
const namedStep: Recogniser = says(
  "backupStep",
  String.raw`(Backup|Restore)\((.{1,128}?)\): (.{1,2000})`,
  {
    restore: (word) => word === "Restore",
    database: text,
    step: (words) => text(words).trim(),
  },
  { starts: ["Backup(", "Restore("] },
);

/** "BackupDatabase: Database Sales" names what the steps after it are of. */
const command: Recogniser = byPattern(
  ["BackupDatabase: ", "BackupLog: ", "RestoreDatabase: ", "RestoreLog: "],
  /^(Backup|Restore)(?:Database|Log): (?:[Dd]atabase (.{1,128})|.{1,500})(?:[\r\n]|$)/,
  (match) => step(match.input, match[1] === "Restore", match[2] ?? null),
);

const plainStep: Recogniser = byPattern(
  ["Backup: ", "Restore: ", "BackupStream("],
  /^(?:Backup|(Restore)|BackupStream\(\d{1,6}\)): .{1,500}(?:[\r\n]|$)/,
  (match) => step(match.input, match[1] !== undefined, databaseAtEnd(match.input)),
);

/** Steps of a restore that begin with no word of it; the database, where one follows. */
const restoreSentences = [
  "Halting FullText crawls on database ",
  "X-locking database: ",
  "Restore-Redo begins on database ",
  "Rollforward complete on database ",
  "Data transfer complete on ",
  "PostRestoreContainerFixups: ",
  "PostRestoreReplicationFixup for ",
] as const;

const bareRestoreSteps = [
  "Opening backup set",
  "SetTargetRestoreAge: ",
  "Dismounting FullText catalogs",
  "Resuming any halted fulltext crawls",
  "FileHandleCache: ",
];

const bareBackupSteps = ["Padding MSDA with ", "Writing backup history records"];

const sentences: readonly Recogniser[] = [
  {
    starts: restoreSentences,
    read(text) {
      const start = restoreSentences.find((one) => text.startsWith(one));
      if (start === undefined) return null;
      const names = start.endsWith("database ") || start.endsWith(": ") || start.endsWith(" on ");
      return step(text, true, names ? databaseAtEnd(text) : null);
    },
  },
  {
    starts: bareRestoreSteps,
    read: (text) =>
      bareRestoreSteps.some((start) => text.startsWith(start)) ? step(text, true, null) : null,
  },
  {
    starts: bareBackupSteps,
    read: (text) =>
      bareBackupSteps.some((start) => text.startsWith(start)) ? step(text, false, null) : null,
  },
];

const step = (text: string, restore: boolean, database: string | null): BackupMessage => ({
  kind: "backupStep",
  restore,
  database,
  step: firstLine(text),
});

const stepLimit = 700;

const firstLine = (text: string): string =>
  text
    .slice(0, stepLimit)
    .split(/[\r\n]/, 1)[0]
    ?.trimEnd() ?? "";

/** "Restore: Transferring data to Sales". */
const databaseAtEnd = (text: string): string | null =>
  /(?: database:? | on | to )(\S.{0,127})$/.exec(firstLine(text))?.[1] ?? null;

/** Trace flag 3213, as 2005 and later releases word it. */
const settingNames =
  "Memory limit|BufferCount|Buffer count|Sets Of Buffers|Sets of buffers|MaxTransferSize|Max transfer size|Min MaxTransferSize|Min MaxTransfer size|Buffers per read/write stream|Total buffer space|Tabular data device count|Fulltext data device count|FileTree data device count|Filestream device count|TXF device count|Filesystem i/o alignment|Media Buffer count|Media Buffer size|Encode Buffer count|Shared Backup BufferQ count";

const settings: readonly Recogniser[] = [
  says(
    "backupSetting",
    String.raw`(Backup\/Restore buffer configuration parameters)`,
    {
      name: text,
      value: always(null),
    },
    { starts: ["Backup/Restore buffer configuration parameters"] },
  ),
  says(
    "backupSetting",
    String.raw`(${settingNames}): {0,40}(\S.{0,60}){end}`,
    { name: text, value: (value) => text(value).trim() },
    { starts: settingNames.split("|") },
  ),
];

const zeroing: readonly Recogniser[] = [
  says("zeroing", String.raw`Zeroing completed on {path}(?: \(elapsed = \d+ ms\))?{end}`, {
    file: text,
    completed: always(true),
  }),
  says("zeroing", String.raw`Zeroing {path} from page \d+ to \d+`, {
    file: text,
    completed: always(false),
  }),
];

export const backupTraceRecognisers: readonly Recogniser[] = [
  namedStep,
  command,
  plainStep,
  ...sentences,
  ...settings,
  ...zeroing,
];
