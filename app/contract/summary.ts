/**
 * The summary of a run: what the engine hands over at its end, and what `run --json` prints. Fields
 * that are not listed are kept. Statistics of transactions and waits leave the warm-up out; sums of
 * sessions cover the whole run. LSNs are in printed form, VVVVVVVV:BBBBBBBB:SSSS.
 */
import * as z from "zod";
import { backupTypes, freezeKinds } from "./command.ts";
import { phaseSchema } from "./phase.ts";
import { scenarioSchema } from "./scenario.ts";
import { stepOutcomes } from "./timeline.ts";

const count = z.number().min(0);
const milliseconds = z.number().min(0).describe("ms");

/** What a verification reads: all pages, or those that changed and a sample of the others. */
export const verificationCoverages = ["all", "changedAndSampled"] as const;

/** TPC-C, clause 3.3.2: sums of a warehouse and of a district, order numbers, new orders, order lines. */
const consistencySchema = z.looseObject({
  districts: z.int().min(0).describe("that were looked at"),
  districtsTotal: z.int().min(0),
  conditions: z.array(
    z.looseObject({
      condition: z.int().min(1).describe("number of the condition"),
      holds: z.boolean(),
      problem: z
        .string()
        .nullable()
        .describe("where it does not hold, and what is there; else null"),
    }),
  ),
});

const verificationSchema = z.looseObject({
  coverage: z
    .enum(verificationCoverages)
    .optional()
    .describe(
      "changedAndSampled: pages that changed and a sample of the others, above 10 GiB of data",
    ),
  pagesCompared: count,
  pagesSampled: count
    .optional()
    .describe("leaves among pagesCompared that had not changed; 0 where all pages are compared"),
  pagesTotal: count.describe("allocated pages"),
  rowsCompared: count,
  rowsExpected: count.describe("rows of the oracle in the compared set"),
  rowsMismatched: count,
  entriesCompared: count.optional().describe("entries of nonclustered indexes"),
  pagesPushedBeforeSplit: count,
  pagesPulledByRedo: count,
  transactionsUndone: count,
  witness: z
    .looseObject({ newestMs: z.number().nullable(), expectedMs: z.number().nullable() })
    .nullable()
    .optional(),
  consistency: consistencySchema
    .nullable()
    .optional()
    .describe("of what the snapshot shows, with the profile tpcc"),
});

const snapshotSchema = z.looseObject({
  name: z.string(),
  state: z.string().describe("online, suspect or dropped"),
  splitLsn: z.string().nullable(),
  asOfMs: z.number().nullable().describe("start of analysis, ms from origin"),
  createdMs: milliseconds.nullable().describe("duration of the creation, ms"),
  pagesPushed: count,
  pagesPushedAlong: count
    .optional()
    .describe("unchanged pages, taken along with another of their extent (pushUnit extent)"),
  pagesDeferred: count
    .optional()
    .describe("held in memory first (pushPolicy writeAhead); in pagesPushed once they are on disk"),
  sizeBytes: count,
  sizeOnDiskBytes: count,
  regionBytes: count.describe("64 KiB for each region that was written"),
  lost: z
    .looseObject({
      atMs: z.number().describe("ms from origin"),
      reason: z.string().describe("what happened to which of its files"),
    })
    .nullable()
    .optional()
    .describe("when and why it became suspect; null: it did not, or before the run's first server"),
  verified: z.boolean().nullable().describe("false as well where it was lost"),
  verification: verificationSchema.nullable(),
});

const backupSchema = z.looseObject({
  name: z.string(),
  kind: z.enum(backupTypes),
  copyOnly: z.boolean(),
  hasChecksums: z.boolean().optional().describe("of its pages and of what is written"),
  damagedPages: z
    .int()
    .min(0)
    .optional()
    .describe("pages that were damaged, and that it has as they were"),
  startMs: z.number().describe("ms from origin"),
  endMs: z.number().nullable().describe("ms from origin; null: the run ended before it did"),
  state: z.enum(["complete", "failed"]),
  pages: z.int().min(0).describe("pages of data in it; 0 for a backup of the log"),
  logBytes: z.int().min(0).describe("log in it, bytes"),
  bytes: z.int().min(0).describe("size of its file, bytes"),
  compressed: z.boolean().optional(),
  blockSizeBytes: count.optional(),
  firstLsn: z.string(),
  lastLsn: z.string(),
  checkpointLsn: z.string().nullable().describe("of its own checkpoint; null for the log"),
  databaseBackupLsn: z
    .string()
    .nullable()
    .optional()
    .describe(
      "checkpoint of the full backup that differentials went with when it began; null: there was none since the server's start",
    ),
  file: z.string().describe("the first of its files"),
  files: z.array(z.string()).optional().describe("all of them, in the order of the set"),
});

const arraySnapshotSchema = z.looseObject({
  name: z.string(),
  freeze: z.enum(freezeKinds),
  copyOnly: z.boolean(),
  state: z
    .enum(["complete", "failed", "deleted", "lost"])
    .describe("lost: the array deleted it, to have room in a reserve"),
  isBackup: z
    .boolean()
    .describe("a full backup set at the end of the run: differentials and logs go on from it"),
  torn: z.string().nullable().describe("which files of the database it lacks; null: none"),
  volumes: z.array(z.string()),
  startMs: z.number().describe("ms from origin"),
  frozenFromMs: z.number().nullable().describe("null: the database was not frozen for it"),
  frozenToMs: z.number().nullable(),
  endMs: z.number().nullable().describe("ms from origin; null: the run ended before it did"),
  goneMs: z.number().nullable().describe("when it was deleted; null: it was not"),
  firstLsn: z.string(),
  lastLsn: z.string().describe("what of the log was durable then"),
  reserve: z
    .array(
      z.looseObject({
        volume: z.string(),
        ownBytes: count.describe("that deleting it would free"),
        sharedBytes: count.describe("shared with a snapshot before or after it"),
      }),
    )
    .describe("what it has of each volume's reserve at the end"),
});

const restoreSchema = z.looseObject({
  database: z
    .string()
    .nullable()
    .optional()
    .describe("that was made beside the one that users work on; null: that one itself"),
  recovered: z
    .boolean()
    .optional()
    .describe("false: WITH NORECOVERY, more can be restored into it"),
  startMs: z.number().describe("ms from origin"),
  endMs: z.number().nullable().describe("ms from origin; null: the run ended before it did"),
  stopAtMs: z
    .number()
    .nullable()
    .describe("ms from origin; null: to the end of the last log backup"),
  stopBeforeLsn: z
    .string()
    .nullable()
    .optional()
    .describe("the log record from which on all was left out; null: none was named"),
  arraySnapshot: z
    .string()
    .nullable()
    .optional()
    .describe("that it began with in place of a full backup; null: a full backup"),
  kept: z
    .string()
    .nullable()
    .optional()
    .describe("the array snapshot of what was there before it; null: none was taken"),
  from: z.array(z.string()).describe("names of the backups, in the order of their restore"),
  pages: z.int().min(0).describe("pages written back"),
  logRecords: z.int().min(0),
  logBytes: z.int().min(0),
  rolledBack: z.int().min(0).describe("transactions that had not committed by then"),
  discardedCommits: z.int().min(0).describe("committed transactions that are lost"),
  suspectPages: z
    .int()
    .min(0)
    .optional()
    .describe("pages that are damaged in the backups, and in it"),
  verified: z.boolean().nullable().describe("null: it was not verified, or cannot be read yet"),
  consistency: consistencySchema
    .nullable()
    .optional()
    .describe("of what was restored, with the profile tpcc"),
});

const revertSchema = z.looseObject({
  snapshot: z.string(),
  discardedCommits: z.int().min(0).describe("transactions that had changed something and are lost"),
});

const timelineOutcomeSchema = z.looseObject({
  name: z.string().nullable().describe("by which other entries refer to it"),
  command: z.looseObject({ kind: z.string() }),
  outcome: z.enum(stepOutcomes),
  firedMs: z.number().nullable().describe("when its command was given, ms from origin"),
  endedMs: z.number().nullable().describe("when its command was over, ms from origin"),
  message: z.string().nullable().describe("why it failed, or was not carried out"),
});

const histogramSchema = z.looseObject({
  lowest: z.number(),
  highest: z.number(),
  significantFigures: z.int(),
  counts: z.array(z.tuple([z.int(), z.number()])).describe("[bucket index, count]"),
});

const transactionTypeSchema = z.looseObject({
  type: z.string(),
  count,
  meanMs: milliseconds.nullable(),
  p50Ms: milliseconds.nullable(),
  p95Ms: milliseconds.nullable(),
  p99Ms: milliseconds.nullable(),
  histogram: histogramSchema.optional(),
});

const waitSchema = z.looseObject({
  wait_type: z.string(),
  waiting_tasks_count: count,
  wait_time_ms: count,
  max_wait_time_ms: count,
  signal_wait_time_ms: count,
});

const latchSchema = z.looseObject({
  latch_class: z.string(),
  waiting_requests_count: count.describe("requests that had to wait; others are not counted"),
  wait_time_ms: count,
  max_wait_time_ms: count,
});

const scanSchema = z.looseObject({
  snapshot: z
    .string()
    .nullable()
    .describe("snapshot or restored database that was read; null: the table itself"),
  partitions: z.int().min(1),
  workers: z.int().min(1).describe("that shared the pages; a coordinator is none of them"),
  startMs: z.number().describe("ms from origin"),
  endMs: z.number().describe("ms from origin"),
  rows: count,
  pages: count.describe("leaves that were read"),
  pagesReadAhead: count.describe("of them, those that were not in memory and were asked for ahead"),
  cpuMs: milliseconds.describe(
    "processor time of its workers, ms; by its duration, the cores in use",
  ),
  verified: z.boolean().describe("it has counted rows that were committed, and all of them"),
});

const fileSchema = z.looseObject({
  name: z.string(),
  volume: z.string(),
  path: z.string().nullable(),
  reads: count,
  bytesRead: count,
  ioStallReadMs: count,
  writes: count,
  bytesWritten: count,
  ioStallWriteMs: count,
  sizeBytes: count,
  sizeOnDiskBytes: count,
});

const volumeSchema = z.looseObject({
  name: z.string(),
  totalBytes: count.nullable(),
  availableBytes: count.nullable(),
  reserve: z
    .looseObject({
      bytes: count,
      usedBytes: count,
      borrowedBytes: count.describe("of the pool"),
      isOffline: z.boolean(),
    })
    .optional()
    .describe("for snapshots of the array; absent where it takes none"),
});

const sessionsSchema = z.looseObject({
  count,
  elapsedMs: count,
  cpuMs: count,
  thinkMs: count,
  waitMs: count,
});

const reportingSchema = z.looseObject({
  responses: transactionTypeSchema.describe("of queries, after the warm-up"),
  perSecond: count,
  rowsRead: count,
  disconnected: count.describe("sessions that ended with 926: their snapshot became suspect"),
  sessions: sessionsSchema,
  waits: z.array(waitSchema).describe("of these sessions alone, over the whole run"),
});

const checkpointSchema = z.looseObject({
  kind: z.enum(["automatic", "indirect", "snapshot"]),
  startMs: z.number(),
  endMs: z.number(),
  buffers: count,
  writes: count,
  avoided: count,
});

export const engineSchema = z.looseObject({
  version: z.string(),
  revision: z
    .int()
    .min(1)
    .optional()
    .describe("runs of one scenario and seed have one telemetry hash where it is the same"),
  compiler: z.string(),
  build: z.string(),
});

const runSchema = z.looseObject({
  status: z.enum(["completed", "failed", "cancelled"]),
  error: z
    .looseObject({ code: z.string(), message: z.string() })
    .nullable()
    .describe(
      "what went wrong first; of a completed run that a snapshot was lost, and all else is valid",
    ),
  warnings: z
    .array(z.string())
    .optional()
    .describe("sentences on what a reader should know, as an I/O that hung for more than 60 s"),
  mode: z.enum(["virtual", "real"]),
  seed: z.number(),
  origin: z.string().describe("local time of 0 ms, YYYY-MM-DDTHH:MM:SS.mmm"),
  engineMs: milliseconds,
  warmupMs: milliseconds,
  wallMs: milliseconds,
  verified: z
    .boolean()
    .nullable()
    .describe("null: there was nothing to verify; false as well where a snapshot was lost"),
  engine: engineSchema,
});

export const summarySchema = z
  .looseObject({
    formatVersion: z.literal(1),
    run: runSchema,
    scenario: scenarioSchema.describe("as it ran, with the live commands recorded"),
    timeline: z
      .array(timelineOutcomeSchema)
      .default([])
      .describe("what became of each entry of the scenario's timeline, in its order"),
    phases: z.array(phaseSchema),
    snapshots: z.array(snapshotSchema),
    consistency: consistencySchema
      .nullable()
      .default(null)
      .describe("of the database at the end of the run, with the profile tpcc; null with another"),
    backups: z.array(backupSchema).default([]).describe("in the order in which they began"),
    arraySnapshots: z
      .array(arraySnapshotSchema)
      .optional()
      .describe("in the order in which they began; not told by earlier versions"),
    restores: z.array(restoreSchema).default([]).describe("in the order in which they began"),
    reverts: z
      .array(revertSchema)
      .optional()
      .describe("those that have copied all back, in their order; not told by earlier versions"),
    preImages: z
      .looseObject({
        limitBytes: count.describe("0: pushes were synchronous"),
        peakBytes: count,
      })
      .optional()
      .describe("memory of pages whose push was deferred"),
    transactions: z.looseObject({
      total: count,
      perSecond: count,
      rolledBack: count.describe("as planned"),
      deadlocked: count
        .default(0)
        .describe("attempts that ended with error 1205 and were run again"),
      logFull: count.default(0).describe("rolled back because the log was full (9002)"),
      filegroupFull: count
        .default(0)
        .describe("rolled back because the filegroup had no room for another page (1105)"),
      damagedPage: count
        .default(0)
        .describe("rolled back because a page that a statement needed is damaged (824)"),
      compressedTable: count
        .default(0)
        .describe("rolled back because the table is page-compressed, and can only be read"),
      byType: z.array(transactionTypeSchema),
    }),
    reporting: reportingSchema
      .nullable()
      .default(null)
      .describe("sessions that read snapshots; null: nobody did"),
    waits: z.array(waitSchema),
    latches: z
      .array(latchSchema)
      .optional()
      .describe("of other things than pages, by class; not told by earlier versions"),
    scans: z
      .array(scanSchema)
      .optional()
      .describe("of the table, in the order of their ends; not told by earlier versions"),
    sessions: sessionsSchema,
    files: z.array(fileSchema),
    volumes: z
      .array(volumeSchema)
      .default([])
      .describe("space at the end of the run; null where nothing limits a volume's files"),
    checkpoints: z.array(checkpointSchema),
    counters: z
      .record(z.string(), z.looseObject({ mean: z.number(), max: z.number() }))
      .describe("by id of the catalogue, after the warm-up"),
    processorWork: z
      .record(z.string(), z.looseObject({ count, ms: z.number() }))
      .optional()
      .describe(
        "what was charged to schedulers, by the kinds of cpu-costs.json; empty in a real run",
      ),
    executor: z.looseObject({ events: count, ios: count, peakMemoryBytes: count }),
    errorlog: z.array(z.string()),
    telemetryHash: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .nullable()
      .describe("null for a real run: its times are the machine's"),
  })
  .describe("summary of a run");

export type Summary = z.infer<typeof summarySchema>;
export type TimelineOutcome = Summary["timeline"][number];
export type SnapshotSummary = Summary["snapshots"][number];
export type BackupSummary = Summary["backups"][number];
export type Consistency = z.infer<typeof consistencySchema>;
export type ArraySnapshotSummary = NonNullable<Summary["arraySnapshots"]>[number];
export type RestoreSummary = Summary["restores"][number];
