/** What can be asked of a run: on its timeline, or live while it runs. */
import * as z from "zod";
import {
  identifier,
  integer,
  maxDurationSeconds,
  maxNonclusteredIndexes,
  maxUsers,
  maxVolumes,
  paceSchema,
  seconds,
  special,
} from "./fields.ts";
import { breakOn, prolong } from "./steering-commands.ts";

const maxRows = 1_000_000_000;

/** Devices of one backup, as in the product. */
export const maxBackupFiles = 64;
const maxBackupBuffers = 16_384;
/** MAXTRANSFERSIZE: multiples of the least, in KiB. */
const leastTransferKiB = 64;
export const maxTransferKiB = 4096;
/** BLOCKSIZE: powers of two. */
const leastBlockBytes = 512;
const maxBlockBytes = 65_536;

const createSnapshot = z.strictObject({
  kind: z.literal("createSnapshot"),
  name: identifier("name of the snapshot"),
});
/** How the database's writes are held while an array takes its snapshot. */
export const freezeKinds = ["vss", "suspend", "none"] as const;

const createArraySnapshot = z.strictObject({
  kind: z.literal("createArraySnapshot"),
  name: identifier("name of the array snapshot"),
  freeze: z
    .enum(freezeKinds)
    .default("vss")
    .describe(
      "how the database's writes are held: by VSS, which ends at its limits; by SET SUSPEND_FOR_SNAPSHOT_BACKUP (SQL Server 2022), which has none; or not at all, so that the database is as after a power cut",
    ),
  copyOnly: z.boolean().default(false).describe("a copy that no differential backup is based on"),
  volumes: special(
    z
      .array(z.string())
      .min(1)
      .max(maxVolumes)
      .describe("volumes whose snapshots are taken together; one that lacks a file is torn"),
    { value: null, means: "all that have files of the database" },
  )
    .nullable()
    .optional(),
});
const deleteArraySnapshot = z.strictObject({
  kind: z.literal("deleteArraySnapshot"),
  name: identifier("name of the array snapshot"),
});

const dropSnapshot = z.strictObject({
  kind: z.literal("dropSnapshot"),
  name: identifier("name of the snapshot, or of the restored database"),
});
const revertSnapshot = z.strictObject({
  kind: z.literal("revertSnapshot"),
  name: identifier("name of the snapshot that the database goes back to"),
  closeConnections: z
    .boolean()
    .default(true)
    .describe(
      "users of the database are thrown out first; false: it is not reverted while there are some",
    ),
});
const setUsers = z.strictObject({
  kind: z.literal("setUsers"),
  users: integer(0, maxUsers, "user sessions"),
});

const updateTable = z.strictObject({
  kind: z.literal("updateTable"),
  batchRows: special(integer(0, maxRows, "rows of one transaction"), {
    value: 0,
    means: "all rows at once",
  }),
});

const setReportUsers = z.strictObject({
  kind: z.literal("setReportUsers"),
  name: identifier("name of the snapshot, or of the restored database, that they read"),
  users: integer(0, maxUsers, "sessions that read it"),
});

const online = z
  .boolean()
  .default(false)
  .describe("WITH (ONLINE = ON): users of the table wait only when the build begins and ends");

const rebuildIndex = z
  .strictObject({
    kind: z.literal("rebuildIndex"),
    index: integer(
      1,
      1 + maxNonclusteredIndexes,
      "index of the table: 1 is the clustered one, 2 and up are nonclustered",
    ),
    online,
    compression: z
      .enum(["none", "page"])
      .optional()
      .describe(
        "WITH (DATA_COMPRESSION = …): page has as many rows on a page as their encoding makes room for, and the table can only be read until it is rebuilt without",
      ),
  })
  .refine(({ index, online, compression }) => compression !== "page" || (index === 1 && !online), {
    path: ["compression"],
    error: '"page" is for an offline rebuild of the clustered index; allowed: "none"',
  });
const createIndex = z.strictObject({
  kind: z.literal("createIndex"),
  index: integer(
    2,
    1 + maxNonclusteredIndexes,
    "nonclustered index of the table that it does not have yet, 2 and up",
  ),
  online,
  sortInTempdb: z
    .boolean()
    .default(false)
    .describe("what its sort cannot hold in memory goes to tempdb, else to the data files"),
});
const selectInto = z.strictObject({
  kind: z.literal("selectInto"),
  name: identifier("name of the new table"),
  rows: integer(1, maxRows, "rows that are copied from the table, if it has as many"),
});
/** DROP TABLE of a table that a selectInto has made. */
const dropTable = z.strictObject({
  kind: z.literal("dropTable"),
  name: identifier("name of the table"),
});

/** The product uses no more schedulers for one statement unless it is told to. */
export const usualMaxDop = 64;

/** SELECT COUNT(*) of the table, in parallel where the server has several schedulers. */
const scanTable = z.strictObject({
  kind: z.literal("scanTable"),
  maxDop: special(
    integer(0, 1024, "OPTION (MAXDOP n): schedulers that it may use, of those that there are"),
    { value: 0, means: `all of them, up to ${usualMaxDop}` },
  ).default(0),
  snapshot: special(
    identifier("snapshot, or restored database, that is read in place of the table"),
    { value: null, means: "the table itself, of which it counts committed rows" },
  )
    .nullable()
    .optional(),
});

const databaseOrNull = (meaning: string) =>
  special(identifier(meaning), { value: null, means: "the one that users work on" }).nullable();

/** DBCC CHECKDB, through a hidden snapshot, or of a restored database that nobody changes. */
const checkDatabase = z.strictObject({
  kind: z.literal("checkDatabase"),
  database: databaseOrNull("restored database that is checked").optional(),
});

export const backupTypes = ["full", "differential", "log"] as const;

/** BACKUP DATABASE and BACKUP LOG, to files of its own. */
const backup = z
  .strictObject({
    kind: z.literal("backup"),
    name: identifier("name of the backup"),
    type: z
      .enum(backupTypes)
      .describe(
        "every page in use, the extents that changed since the last full backup, or the log since the last log backup",
      ),
    copyOnly: z
      .boolean()
      .default(false)
      .describe(
        "WITH COPY_ONLY: a full backup that no differential is based on, or a log backup that frees nothing of the log",
      ),
    arraySnapshot: special(
      identifier("array snapshot that another host reads, in place of the database"),
      { value: null, means: "none" },
    )
      .nullable()
      .optional(),
    files: integer(
      1,
      maxBackupFiles,
      "files among which it is dealt, TO DISK = …, DISK = …; all of them are needed to restore it",
    ).default(1),
    bufferCount: special(
      integer(
        1,
        maxBackupBuffers,
        "WITH BUFFERCOUNT: buffers, which are read into, compressed and written; all taken, readers wait",
      ),
      { value: null, means: "as many as the server takes itself" },
    )
      .nullable()
      .optional(),
    maxTransferSizeKiB: special(
      integer(
        leastTransferKiB,
        maxTransferKiB,
        "WITH MAXTRANSFERSIZE: what a buffer holds, which is one read and one write; a multiple of 64 KiB",
      ),
      { value: null, means: "1 MiB" },
    )
      .nullable()
      .optional(),
    blockSizeBytes: special(
      integer(
        leastBlockBytes,
        maxBlockBytes,
        "WITH BLOCKSIZE: a power of two, of which the size of each file is a multiple",
      ),
      { value: null, means: "512 bytes" },
    )
      .nullable()
      .optional(),
    compression: z
      .boolean()
      .optional()
      .describe(
        "WITH COMPRESSION: by zstd, on every scheduler; database.content says what it comes to in virtual mode",
      ),
    init: z
      .boolean()
      .optional()
      .describe(
        "WITH INIT: the files of an earlier backup of the name are overwritten, unless their blocks are of another size (3268); else the backup is refused where there are some",
      ),
    format: z
      .boolean()
      .optional()
      .describe("WITH FORMAT: as INIT, whatever the size of their blocks is"),
    toNul: z
      .boolean()
      .optional()
      .describe("TO DISK = 'NUL': everything is read and dropped, and nothing can be restored"),
    filegroups: special(
      z
        .array(z.string())
        .min(1)
        .max(maxVolumes)
        .describe(
          "FILEGROUP = …: only the data files of these volumes, whose filegroups have their names; such a set cannot be restored by itself",
        ),
      { value: null, means: "the whole database" },
    )
      .nullable()
      .optional(),
    checksum: z
      .boolean()
      .optional()
      .describe(
        "WITH CHECKSUM, as where it is left out: each page that is read is verified, and what is written gets checksums, which costs processor time; false: WITH NO_CHECKSUM, the product's own default, and a damaged page goes unnoticed",
      ),
    continueAfterError: z
      .boolean()
      .optional()
      .describe(
        "WITH CONTINUE_AFTER_ERROR: a damaged page is backed up as it is, and the set is marked as damaged; else the backup ends there (3043)",
      ),
    noTruncate: z
      .boolean()
      .optional()
      .describe(
        "WITH NO_TRUNCATE, only of the log: the tail of a damaged database, as with COPY_ONLY and CONTINUE_AFTER_ERROR",
      ),
  })
  .refine(({ type, noTruncate }) => type === "log" || noTruncate !== true, {
    path: ["noTruncate"],
    error: 'true is for a backup of the log only; allowed: false, or type "log"',
  })
  .refine(({ type, copyOnly }) => type !== "differential" || !copyOnly, {
    path: ["copyOnly"],
    error:
      'true has no meaning for a differential backup, on which nothing is based; allowed: false, or type "full" or "log"',
  })
  .refine(({ maxTransferSizeKiB }) => (maxTransferSizeKiB ?? 0) % leastTransferKiB === 0, {
    path: ["maxTransferSizeKiB"],
    error: `is not within range for the MAXTRANSFERSIZE parameter (3250); allowed: multiples of ${leastTransferKiB}`,
  })
  .refine(({ blockSizeBytes }) => Number.isInteger(Math.log2(blockSizeBytes ?? leastBlockBytes)), {
    path: ["blockSizeBytes"],
    error: "the block size parameter must supply a value that is a power of 2 (3253)",
  })
  .refine(({ toNul, files }) => toNul !== true || files === 1, {
    path: ["files"],
    error: "NUL is one device; allowed: 1 with toNul",
  })
  .refine(
    ({ type, arraySnapshot, filegroups }) =>
      filegroups == null || (type === "full" && arraySnapshot == null),
    {
      path: ["filegroups"],
      error: 'is for a full backup of the database only; allowed: null, or type "full"',
    },
  )
  .refine(({ type, arraySnapshot }) => type === "full" || arraySnapshot == null, {
    path: ["arraySnapshot"],
    error:
      'is for a full backup only: another host has no log and no map of what changed; allowed: null, or type "full"',
  });
/** An LSN in the form that the ERRORLOG and a summary print. */
const mark = (meaning: string) =>
  z
    .string()
    .regex(
      /^[0-9a-f]{1,8}:[0-9a-f]{1,8}:[0-9a-f]{1,4}$/i,
      "is not an LSN; allowed: one as the ERRORLOG has it, 00000001:000048FD:0001",
    )
    .describe(meaning)
    .nullable()
    .optional();

/** RESTORE DATABASE and RESTORE LOG, of the backups that lead there. */
const restore = z
  .strictObject({
    kind: z.literal("restore"),
    stopAtSeconds: special(
      seconds(
        0,
        maxDurationSeconds,
        "WITH STOPAT: engine time up to which transactions that had committed are brought back",
      ),
      { value: null, means: "the end of what is backed up" },
    )
      .nullable()
      .default(null),
    backUpTail: z
      .boolean()
      .default(true)
      .describe(
        "BACKUP LOG WITH NORECOVERY comes first, so that nothing that was committed is lost",
      ),
    replace: z
      .boolean()
      .default(false)
      .describe("WITH REPLACE: also over a database whose tail of the log is not backed up"),
    as: databaseOrNull(
      "database that is made of the backups, beside the one that users work on",
    ).default(null),
    volume: special(z.string().describe("WITH MOVE: volume of all files of that other database"), {
      value: null,
      means: "where the files of the one that users work on are",
    })
      .nullable()
      .default(null),
    recovery: z
      .boolean()
      .default(true)
      .describe(
        "WITH RECOVERY: it can be used, and nothing more be restored into it; false, WITH NORECOVERY, only for another database: backups of the log may follow",
      ),
    backups: special(
      z
        .array(identifier("name of a backup"))
        .min(1)
        .max(1000)
        .describe("FROM: these backups, in this order"),
      { value: null, means: "those that lead to the point to stop at" },
    )
      .nullable()
      .default(null),
    arraySnapshot: special(
      identifier("array snapshot that it begins with, in place of a full backup"),
      { value: null, means: "none" },
    )
      .nullable()
      .optional(),
    closeConnections: z
      .boolean()
      .default(true)
      .describe(
        "users of the database are thrown out first; false: it is not restored while there are some",
      ),
    continueAfterError: z
      .boolean()
      .optional()
      .describe(
        "WITH CONTINUE_AFTER_ERROR: also from backups with damaged pages, which come back as damaged as they are; else those are left out, or refused (3182)",
      ),
    stopAtMark: mark("WITH STOPATMARK = 'lsn:…': up to this log record, and with it"),
    stopBeforeMark: mark("WITH STOPBEFOREMARK = 'lsn:…': up to this log record, without it"),
  })
  .refine(
    ({ stopAtSeconds, stopAtMark, stopBeforeMark }) =>
      [stopAtSeconds, stopAtMark, stopBeforeMark].filter((stop) => stop != null).length <= 1,
    {
      path: ["stopAtMark"],
      error:
        "more than one point to stop at is given; allowed: one of stopAtSeconds, stopAtMark and stopBeforeMark, or none",
    },
  )
  .refine(({ as, volume }) => as !== null || volume === null, {
    path: ["volume"],
    error:
      "is for another database only: the one that users work on is restored where it is; allowed: null, or a name in as",
  })
  .refine(({ arraySnapshot, volume }) => arraySnapshot == null || volume === null, {
    path: ["volume"],
    error:
      "has no meaning with an array snapshot, whose files are mounted on the volumes of their array; allowed: null",
  })
  .refine(({ as, recovery }) => as !== null || recovery, {
    path: ["recovery"],
    error:
      "false is for another database only: the one that users work on is restored in one go; allowed: true, or a name in as",
  });
/** RESTORE VERIFYONLY: a backup is read and checked, and nothing is restored. */
const verifyBackup = z.strictObject({
  kind: z.literal("verifyBackup"),
  name: identifier("name of the backup"),
  checksum: z
    .boolean()
    .optional()
    .describe(
      "WITH CHECKSUM: the backup has to have checksums (3187), and each of its pages is verified as well; else its own checksums are verified if it has some",
    ),
});

/** What a disk does that fails: a page is overwritten with garbage behind the server's back. */
const damagePage = z.strictObject({
  kind: z.literal("damagePage"),
  page: z
    .string()
    .regex(/^\d{1,5}:\d{1,10}$/, "is not a page; allowed: null, or its file and number, 1:345")
    .nullable()
    .default(null)
    .describe(
      "file:page, of one that is not in memory, from where it would be written over the damage; null: one of the table that is drawn",
    ),
});

const restartServer = z.strictObject({
  kind: z.literal("restartServer"),
  mode: z
    .enum(["clean", "crash"])
    .describe("shut down with a checkpoint, or die as it stands; then start again"),
});

/** Commands that a timeline may hold: those that change what is measured. */
export const timelineCommandSchema = z.discriminatedUnion("kind", [
  createSnapshot,
  createArraySnapshot,
  deleteArraySnapshot,
  dropSnapshot,
  revertSnapshot,
  setUsers,
  setReportUsers,
  checkDatabase,
  restartServer,
  updateTable,
  rebuildIndex,
  createIndex,
  selectInto,
  dropTable,
  scanTable,
  backup,
  restore,
  verifyBackup,
  damagePage,
]);

/** Their kinds. */
export const timelineCommands: ReadonlySet<string> = new Set(
  timelineCommandSchema.options.map(({ shape }) => shape.kind.value),
);

/** What a repetition of a steered run is given again: pauses, breaks, paces and a cancel belong to one sitting. */
export const lastingCommands: ReadonlySet<string> = new Set([
  ...timelineCommands,
  prolong.shape.kind.value,
]);

/** All live commands. Pause, step, break and pace change how fast a run goes, never its result. */
export const commandSchema = z.discriminatedUnion("kind", [
  createSnapshot,
  createArraySnapshot,
  deleteArraySnapshot,
  dropSnapshot,
  revertSnapshot,
  setUsers,
  setReportUsers,
  checkDatabase,
  restartServer,
  updateTable,
  rebuildIndex,
  createIndex,
  selectInto,
  dropTable,
  scanTable,
  backup,
  restore,
  verifyBackup,
  damagePage,
  prolong,
  breakOn,
  z.strictObject({ kind: z.literal("pause") }),
  z.strictObject({ kind: z.literal("resume") }),
  z.strictObject({ kind: z.literal("stepToNextPhase") }),
  z.strictObject({
    kind: z.literal("setPace"),
    pace: paceSchema,
  }),
  z.strictObject({ kind: z.literal("cancel") }),
]);

/** A restore of the database that users work on, to the end of what is backed up, the tail with it. */
export const restoreInPlace = restore.parse({ kind: "restore" });

export type TimelineCommand = z.infer<typeof timelineCommandSchema>;
export type Command = z.infer<typeof commandSchema>;
