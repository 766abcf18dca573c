/**
 * Phases of a snapshot's creation, and what else a server spends time on, in one shape whether an
 * engine reported them or a log was read. Times are milliseconds from `origin`, which every document
 * that holds phases carries.
 */
import * as z from "zod";

/**
 * In the order in which a creation goes through them. `checkpointWait` is only where another checkpoint was
 * under way; `secondPass` and `arming` only where the scenario's `storage.arming` is copyDirtyPages; `openWait`
 * and `startupWait` only where its `storage.spans` gives them; `flush` is not in logs of real servers, which tell
 * of its time as undo's, nor in runs of earlier versions.
 */
export const phaseNames = [
  "files",
  "checkpointWait",
  "checkpoint",
  "secondPass",
  "openWait",
  "open",
  "arming",
  "startupWait",
  "startup",
  "analysis",
  "redo",
  "undo",
  "flush",
  "complete",
] as const;

/** Spans of a creation that its scenario gives, `storage.spans`: no prediction of what a server does in them. */
export const givenPhaseNames = ["openWait", "startupWait"] as const;
export const givenPhases: ReadonlySet<string> = new Set(
  givenPhaseNames satisfies readonly (typeof phaseNames)[number][],
);

const occasional = ["checkpointWait", "secondPass", "arming", "flush", ...givenPhaseNames] as const;
/** Only of some creations, or told only by some sources: nothing is said of one that is not there. */
export const occasionalPhases: ReadonlySet<string> = new Set(
  occasional satisfies readonly (typeof phaseNames)[number][],
);

/** What a real server's log shows beside the creation of snapshots. */
export const activityNames = [
  "serverStart", // from the banner to "ready for client connections"
  "recovery", // a database's own recovery, at the start of the server or of the database
  "backup",
  "verifyBackup", // RESTORE VERIFYONLY: a backup is read and checked
  "restore", // the whole of it, with the next six inside
  "arrayRestore", // an array puts the files back as its snapshot has them, or mounts them
  "restoreFiles", // files of a database under another name are made, and filled with zeros
  "restoreData", // pages are written back
  "restoreLog", // of one log backup: its changes are made again
  "restoreFlush", // what redo has left dirty is written
  "restoreRecovery", // what had not committed is rolled back
  "consistencyCheck", // DBCC CHECKDB and its kin
  "revert", // a database goes back to its snapshot
  "logGrowth", // what a revert left of the log is made as large as it was
  "tableUpdate", // UPDATE of every row of a table
  "tableScan", // SELECT COUNT(*) of a table
  "indexRebuild", // ALTER INDEX ... REBUILD
  "indexCreation", // CREATE INDEX
  "selectInto", // SELECT INTO a new table
  "pageDamage", // the disk damages a page: a moment
  "dropTable", // DROP TABLE, and its extents given back
  "arraySnapshot", // an array takes a snapshot of the database's volumes, with the freeze inside
  "ioFreeze", // VSS holds a database's writes: not a database snapshot
  "longIo", // message 833
  "latchTimeout", // messages 844 and 845
  "stackDump",
] as const;

/**
 * logged: stated by the source; derived: computed from it; bound: begun, or over, by then at the
 * latest - with the figure `endIsAtLeast`, not before then.
 */
export const timeSourceSchema = z.enum(["logged", "derived", "bound"]);

export const phaseSchema = z.looseObject({
  snapshot: z.string().nullable().describe("null: of no creation, as an automatic checkpoint"),
  database: z
    .string()
    .nullable()
    .optional()
    .describe("which database it is of, where the source names one and it is no snapshot"),
  name: z.enum([...phaseNames, ...activityNames]),
  startMs: z.number().describe("ms from origin"),
  endMs: z
    .number()
    .nullable()
    .describe("ms from origin; null while open, or where a log breaks off"),
  startSource: timeSourceSchema.optional(),
  endSource: timeSourceSchema.nullable().optional(),
  figures: z.record(z.string(), z.unknown()).default({}),
});

export type CreationPhaseName = (typeof phaseNames)[number];
export type ActivityName = (typeof activityNames)[number];
export type PhaseName = CreationPhaseName | ActivityName;
export type TimeSource = z.infer<typeof timeSourceSchema>;
export type Phase = z.infer<typeof phaseSchema>;
