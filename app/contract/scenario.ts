/**
 * The scenario: one JSON file that says what to run. This schema is its only definition; types,
 * validation, `--set`, the JSON Schema and the resolved text that the engine reads derive from it.
 * docs/formats/scenario.md gives the reasons.
 */
import * as z from "zod";
import { commandSchema } from "./command.ts";
import { basedOnSchema, deviceSchema, maxMiBPerSecond } from "./device.ts";
import {
  identifier,
  integer,
  maxDataFiles,
  maxDurationSeconds,
  maxNonclusteredIndexes,
  maxUsers,
  maxVolumes,
  paceSchema,
  scenarioFormatVersion,
  seconds,
  special,
} from "./fields.ts";
import { checkReferences, minHotRows, minIndexCreateKiB } from "./scenario-references.ts";
import { serverPresetNames } from "./server-presets.ts";
import { timelineEntrySchema } from "./timeline.ts";

export const supportedTraceFlags = [1810, 3004, 3213, 3400, 3502, 3504, 3605] as const;
/** The steps of each checkpoint (3502) and backup (3004, 3213) are told on demand. */
const usualTraceFlags = [1810, 3400, 3504, 3605] as const;
/** Generations of the product; each stands for the releases up to the next. */
export const engineVersions = ["2005", "2008", "2012", "2016"] as const;
export const virtualStartTime = "2006-10-23T21:48:07";

/** More than any disk of today, yet its byte count stays an exact double. */
const maxSizeMiB = 16 * 1024 * 1024;
const maxPreImageMiB = 65_536;
const maxHotRows = 1_000_000_000;
/** The most that the product's option takes. */
const maxIndexCreateKiB = 2_147_483_647;

/** What happens once the reserve of a volume's array snapshots is full. */
export const whenFullPolicies = ["deleteOldest", "takeOffline", "borrow"] as const;

const arraySnapshotsSchema = z.strictObject({
  scheme: z
    .enum(["redirectOnWrite", "copyOnWrite"])
    .default("redirectOnWrite")
    .describe(
      "what the first change of an array page does that a snapshot shares: it goes to a new page, or the old one is read and written to the pool first",
    ),
  pageKiB: integer(64, 16_384, "size of an array page, KiB").default(15_360),
  sizeGiB: special(integer(0, maxSizeMiB / 1024, "size of the volume on its array, GiB"), {
    value: 0,
    means: "what its device holds",
  }).default(0),
  reservePercent: integer(
    0,
    10_000,
    "room that its snapshots may take, of the size of the volume; 0 takes none, %",
  ).default(100),
  warningPercent: integer(
    0,
    100,
    "a warning is given once less of that reserve is free, %",
  ).default(10),
  whenFull: z
    .enum(whenFullPolicies)
    .default("deleteOldest")
    .describe(
      "what happens once the reserve is full: the oldest snapshot goes, or volume and snapshots go offline, or snapshots borrow from the pool",
    ),
  poolGiB: special(integer(0, maxSizeMiB / 1024, "free space of the pool, GiB"), {
    value: 0,
    means: "nothing to borrow",
  }).default(0),
});

const volumeSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/)
    .describe("name of the volume: letters, digits, _ and -, at most 32"),
  device: deviceSchema.optional(),
  folder: special(z.string().min(1).max(4096).describe("folder of a real volume"), {
    value: null,
    means: "the default folder",
  })
    .nullable()
    .optional(),
  arraySnapshots: arraySnapshotsSchema
    .optional()
    .describe("how its array takes snapshots of it; left out: it takes none"),
});

const arraySnapshotTimesSchema = z.strictObject({
  prepareSeconds: seconds(
    0,
    3600,
    "time of requester and provider before the first database is frozen",
  ).default(3),
  otherDatabases: integer(
    0,
    1000,
    "databases of the server that are frozen before this one, one after the other",
  ).default(0),
  otherDatabaseMs: integer(0, 60_000, "time that freezing one of them takes, ms").default(50),
  commitMsPerVolume: integer(
    0,
    600_000,
    "time in which the array takes the snapshot of a volume, while the writes of all are held, ms",
  ).default(200),
  restoreSecondsPerVolume: seconds(
    0,
    3600,
    "time in which a volume is taken off, goes back to its snapshot, and is put on again",
  ).default(42),
});

const networkSchema = z.strictObject({
  paths: integer(1, 64, "network cards of the host, each used by one I/O at a time").default(1),
  pathMiBPerSecond: integer(
    1,
    maxMiBPerSecond,
    "rate of one of them, in each direction, MiB/s",
  ).default(113),
});

const none = { value: 0, means: "none" };

const spansSchema = z.strictObject({
  beforeOpeningSeconds: special(
    seconds(
      0,
      maxDurationSeconds,
      "between the checkpoint of a creation and the opening of its sparse files",
    ),
    none,
  ).default(0),
  beforeStartUpSeconds: special(
    seconds(0, maxDurationSeconds, "between that opening and the start-up of the snapshot"),
    none,
  ).default(0),
});

const storageSchema = z.strictObject({
  volumes: z.array(volumeSchema).min(1).max(maxVolumes).describe("disks, by name"),
  placement: z
    .strictObject({
      data: z
        .union([z.string(), z.array(z.string()).min(1).max(maxVolumes)])
        .describe(
          "volume of the data files, or a list of volumes among which they are dealt in turn",
        ),
      log: z.string().describe("volume of the log file"),
      snapshot: z.string().describe("volume of the snapshots' sparse files"),
      tempdb: special(z.string().describe("volume of tempdb"), {
        value: null,
        means: "that of the first data file",
      })
        .nullable()
        .default(null),
      backup: special(
        z
          .union([z.string(), z.array(z.string()).min(1).max(maxVolumes)])
          .describe(
            "volume of backup files, or a list of volumes among which those of a backup are dealt in turn",
          ),
        { value: null, means: "that of the snapshots" },
      )
        .nullable()
        .default(null),
    })
    .describe("which volume holds which files"),
  network: networkSchema
    .nullable()
    .default(null)
    .describe(
      "network paths of the host, which all volumes whose device has a link share; null: each link has its own alone",
    ),
  sparseFileLimitMiB: special(
    integer(
      0,
      maxSizeMiB,
      "most that the file system holds of one sparse file, 64 KB for each region, MiB",
    ),
    { value: 0, means: "no limit" },
  ).default(0),
  sparseFileLimitError: z
    .enum(["665", "1450"])
    .default("665")
    .describe("what the file system says past that limit; 1450 is tried again before it counts"),
  sparseRegionWrites: integer(
    0,
    16,
    "writes of 4 KB that the file system does for itself at each new region of a sparse file, on virtual volumes",
  ).default(0),
  pushUnit: z
    .enum(["page", "extent"])
    .default("page")
    .describe(
      "what the first change of a page copies to a snapshot: that page, as the product does, or the pages of its extent that the snapshot lacks",
    ),
  pushPolicy: z
    .enum(["synchronous", "writeAhead"])
    .default("synchronous")
    .describe(
      "when what is pushed must be on disk: before the page changes, as in the product, or only before the changed page is written",
    ),
  arming: z
    .enum(["atOnce", "copyDirtyPages"])
    .default("atOnce")
    .describe(
      "what becomes of the pages that are dirty when a snapshot is armed: nothing, redo finds in the log what their file lacks; or they are written once more, and those still dirty are copied one by one",
    ),
  arraySnapshotTimes: arraySnapshotTimesSchema
    .prefault({})
    .describe("what an array snapshot takes beside I/O: given, not predicted"),
  spans: spansSchema
    .prefault({})
    .describe("times in which a creation does nothing: they are given, not predicted"),
  preImageMemoryMiB: integer(
    1,
    maxPreImageMiB,
    "memory for pushed pages that are not on disk yet; beyond it each is written before its page changes, MiB",
  ).default(64),
  quotaMiB: integer(16, maxSizeMiB, "most that a real run may take on disk, MiB").default(4096),
  freeSpaceFloorMiB: integer(
    0,
    maxSizeMiB,
    "free space that a real run must leave beside its quota, MiB",
  ).default(2048),
});

const serverSchema = z.strictObject({
  engineVersion: z
    .enum(engineVersions)
    .default("2016")
    .describe("generation of the product whose rules and messages the engine follows"),
  preset: z
    .enum(serverPresetNames)
    .optional()
    .describe(
      "a server with known figures: see snapscope servers; what stands beside it goes first",
    ),
  basedOn: basedOnSchema,
  schedulers: integer(1, 256, "schedulers (CPUs)").default(8),
  coreSpeedPercent: integer(
    5,
    1000,
    "speed of one CPU; 100 = the machine that the costs of operations were measured on, in virtual mode, %",
  ).default(100),
  statementUs: integer(
    0,
    100_000,
    "processor time of a whole server for each statement beyond the engine's own: network, parsing, plan, execution; in virtual mode, at 100 %, us",
  ).default(20),
  ioUs: integer(
    0,
    10_000,
    "processor time of the operating system for each I/O beyond the engine's own; in virtual mode, at 100 %, us",
  ).default(0),
  ioKiBNs: integer(
    0,
    100_000,
    "... and for each KiB that an I/O moves, as a network's protocol takes it, ns",
  ).default(0),
  durableWriteUs: integer(
    0,
    10_000,
    "... and for making a write durable, where a file system has to flush it, us",
  ).default(0),
  newRegionUs: integer(
    0,
    10_000,
    "... and for the first write to a region of a sparse file, us",
  ).default(0),
  scanPageNs: special(
    integer(
      0,
      1_000_000,
      "processor time of a whole server for each page that a scan of the table reads, 17,790 in the tuning post's first scan; in virtual mode, at 100 %, ns",
    ),
    { value: 0, means: "the engine's own, a page visit and its rows" },
  ).default(0),
  supplierLatchNs: special(
    integer(
      0,
      10_000_000,
      "... and for what a parallel scan's range supplier does under its latch each time that a worker asks for the next eight pages, 9,490 in that scan, ns",
    ),
    { value: 0, means: "the engine's own, a page visit" },
  ).default(0),
  memoryMiB: integer(
    1,
    maxSizeMiB,
    "memory for pages of the database and of its snapshots; at least 1 for each 64 users, MiB",
  ).default(256),
  poolAtStart: z
    .enum(["warm", "empty"])
    .default("warm")
    .describe(
      "what that memory holds when a run begins: what a long run leaves there, or nothing, so that each page is read first",
    ),
  recoveryIntervalSeconds: integer(1, 3600, "recovery interval, s").default(60),
  indexCreateMemoryKiB: special(
    integer(
      0,
      maxIndexCreateKiB,
      `memory in which the entries of a new index are sorted, at least ${minIndexCreateKiB} KiB`,
    ),
    { value: 0, means: "part of the buffer pool" },
  ).default(0),
  tempdbSizeMiB: integer(1, maxSizeMiB, "size of tempdb's file, MiB").default(256),
  instantFileInitialization: z
    .boolean()
    .default(true)
    .describe(
      "data files that a restore makes are not filled with zeros first; a log file always is",
    ),
});

const databaseSchema = z.strictObject({
  name: identifier("name of the source database").default("sales"),
  sizeMiB: integer(1, maxSizeMiB, "size of all data files together, MiB").default(1024),
  dataFiles: integer(
    1,
    maxDataFiles,
    "data files, of one size; what is allocated goes to each in proportion to its free space",
  ).default(1),
  logSizeMiB: integer(4, maxSizeMiB, "size of the log file, MiB").default(512),
  rowBytes: integer(64, 4000, "width of a row, bytes").default(256),
  content: z
    .enum(["generated", "constant", "text", "numbers", "random", "lineitem"])
    .default("generated")
    .describe("what the rows' bytes are like, and so how well a backup compresses them"),
  fillFactorPercent: integer(10, 100, "how full pages are at the start, %").default(90),
  filledPercent: integer(
    5,
    85,
    "share of the data files that the table and its indexes take at the start; a rebuild needs room for a second copy, %",
  ).default(85),
  logVlfs: integer(4, 10_000, "virtual log files (VLFs) that the log file consists of").default(16),
  recoveryModel: z
    .enum(["simple", "full"])
    .default("simple")
    .describe("simple: a checkpoint frees log; full: only a log backup does"),
  logBackupIntervalSeconds: special(
    integer(0, maxDurationSeconds, "time between two log backups, to NUL, s"),
    { value: 0, means: "no log backups" },
  ).default(0),
  targetRecoveryTimeSeconds: special(
    integer(
      0,
      3600,
      "indirect checkpoints (since 2012, the usual ones since 2016) keep redo below this, s",
    ),
    { value: 0, means: "automatic checkpoints" },
    { value: null, means: "the version's own" },
  )
    .nullable()
    .default(null),
  nonclusteredIndexes: integer(
    0,
    maxNonclusteredIndexes,
    "nonclustered indexes of the table, each kept by every change",
  ).default(0),
  partitions: integer(
    1,
    1000,
    "partitions of the table: ranges of keys of one size, each scanned from a rowset of its own",
  ).default(1),
  compression: z
    .enum(["none", "page"])
    .default("none")
    .describe(
      "page: the table is page-compressed at the start, as a rebuild leaves it, and can only be read",
    ),
});

const workloadSchema = z.strictObject({
  users: integer(0, maxUsers, "user sessions at the start").default(100),
  thinkTimeMs: integer(0, 3_600_000, "mean pause between two transactions of a user, ms").default(
    500,
  ),
  profile: z
    .enum(["sqlcat", "read-only", "tpcc"])
    .default("sqlcat")
    .describe(
      "the SQLCAT paper's five transactions, only its read-only one, or a TPC-C-style load of five others on nine tables",
    ),
  rollbackPercent: integer(0, 100, "share of writing transactions that roll back, %").default(1),
  accessOrder: z
    .enum(["ascending", "random"])
    .default("ascending")
    .describe(
      "order in which a transaction touches its rows: by key, or random, so it can deadlock",
    ),
  hotRows: special(
    integer(
      0,
      maxHotRows,
      `rows that the users touch, the first of the table, at least ${minHotRows}`,
    ),
    { value: 0, means: "all rows" },
  ).default(0),
});

const reportingSchema = z.strictObject({
  query: z
    .enum(["pointReads", "scan"])
    .default("pointReads")
    .describe("what a query does: look rows up by key, or scan a range with read-ahead"),
  rowsPerQuery: integer(
    1,
    maxHotRows,
    "rows that a query looks up, or scans from a random one on; a scan reads none twice",
  ).default(10),
  thinkTimeMs: integer(0, 3_600_000, "mean pause between two queries of a session, ms").default(
    500,
  ),
});

const recordedCommandSchema = z.strictObject({
  atNs: integer(0, Number.MAX_SAFE_INTEGER, "engine time since the start of the run, ns"),
  command: commandSchema,
});

export const scenarioSchema = z
  .strictObject({
    formatVersion: integer(1, scenarioFormatVersion, "version of this format"),
    name: z.string().min(1).max(100).describe("name of the scenario"),
    description: z.string().max(4000).default("").describe("what it shows"),
    startTime: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)
      .nullable()
      .default(null)
      .describe(`local time of the start, YYYY-MM-DDTHH:MM:SS; null = ${virtualStartTime} or now`),
    mode: z
      .enum(["virtual", "real"])
      .default("virtual")
      .describe("simulated disks and time, or this machine's"),
    seed: integer(0, Number.MAX_SAFE_INTEGER, "seed of all random draws").default(1),
    durationSeconds: seconds(
      1,
      maxDurationSeconds,
      "engine time of the run, warm-up included",
    ).default(120),
    warmupSeconds: seconds(0, maxDurationSeconds, "time left out of every statistic").default(10),
    sampleIntervalMs: integer(10, 60_000, "engine time between two samples, ms").default(1000),
    traceFlags: z
      .array(z.literal(supportedTraceFlags))
      .max(supportedTraceFlags.length)
      .default([...usualTraceFlags])
      .describe(
        "1810 files, 3004 steps of backups and restores, 3213 buffers of backups, 3400 recovery, 3502 steps and 3504 figures of checkpoints; 3605 sends them to the ERRORLOG",
      ),
    restoreHistoryMiB: integer(
      64,
      65_536,
      "memory for the earlier states of rows that a restore is verified against, from the first backup on; beyond it restores are refused, MiB",
    ).default(1024),
    server: serverSchema.prefault({}).describe("the instance"),
    database: databaseSchema.prefault({}).describe("the source database"),
    storage: storageSchema.describe("disks and what lies on them"),
    workload: workloadSchema.prefault({}).describe("what the users do"),
    reporting: reportingSchema
      .prefault({})
      .describe("what sessions do that read a snapshot, which the timeline starts and ends"),
    timeline: z.array(timelineEntrySchema).max(1000).default([]).describe("what happens when"),
    commands: z
      .array(recordedCommandSchema)
      .max(100_000)
      .default([])
      .describe("live commands of a recorded run, given again at the same engine time"),
    pace: paceSchema.default(0),
  })
  .superRefine((scenario, context) => {
    for (const problem of checkReferences(scenario)) {
      context.addIssue({ code: "custom", path: [...problem.path], message: problem.message });
    }
  });

export type Scenario = z.infer<typeof scenarioSchema>;
/** What a file may hold: everything with a default may be left out. */
export type ScenarioInput = z.input<typeof scenarioSchema>;
export type Volume = Scenario["storage"]["volumes"][number];
