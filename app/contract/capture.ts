/**
 * A capture: files of a server that were opened together and share one time axis - ERRORLOGs of a
 * cycle, Perfmon counters, wait statistics. This is what `snapscope import --json` prints and what a
 * UI shows. Times are milliseconds from `origin`, the earliest moment in the files; they are local to
 * the server, as are its logs.
 */
import * as z from "zod";
import { phaseSchema } from "./phase.ts";

export const fileKinds = ["errorlog", "perfmon", "waitStats"] as const;
export type FileKind = (typeof fileKinds)[number];

/**
 * How an ERRORLOG came out of the product. product: the file itself; ssmsCsv: exported from the log
 * viewer, newest first; grid: a result of sp_readerrorlog or xp_readerrorlog; container: console
 * output with prefixes of a container runtime; bare: messages without times, cut from a page.
 */
export const errorlogForms = ["product", "ssmsCsv", "grid", "container", "bare"] as const;
export type ErrorlogForm = (typeof errorlogForms)[number];

export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "shift_jis",
  "gb18030",
  "euc-kr",
  "big5",
  "mixed",
] as const;
export type Encoding = (typeof encodings)[number];

const atMs = z.number().describe("ms from origin");
const localTime = z.string().describe("local to the server, without a zone");
const orUnknown = z.number().nullable();

/** A place where the clock of a log goes back. */
const timeStepSchema = z.strictObject({
  line: z.int().describe("first line of the record after the step"),
  from: localTime,
  to: localTime,
  byMs: z.number().describe("how far back, positive"),
});

/** The most time steps that are listed one by one; `timeSteps.count` counts all. */
export const maxListedTimeSteps = 100;

const figuresOfFile = {
  encoding: z.enum(encodings).nullable(),
  product: z.string().nullable().describe('"Microsoft SQL Server 2019 (RTM-CU15)"'),
  build: z.string().nullable().describe('"15.0.4198.2"'),
  edition: z.string().nullable(),
  host: z.string().nullable().describe("name of the server or of the machine, as the file says"),
  bytes: z.number(),
  lines: z.int(),
  records: z.int().describe("of an ERRORLOG; samples of Perfmon; rows of wait statistics"),
  errors: z.int().describe('"Error: N, Severity: S, State: T" records'),
  unrecognised: z
    .int()
    .describe("records that no recogniser knows, and lines that belong to no record"),
  firstTime: localTime.nullable(),
  lastTime: localTime.nullable(),
  utcOffsetMinutes: orUnknown.describe(
    "of local time from UTC, where the file tells: 120 for +2:00",
  ),
  timeSteps: z.array(timeStepSchema).max(maxListedTimeSteps),
  timeStepCount: z.int(),
  notes: z.array(z.string()).describe("what a reader should know: damage, what was assumed"),
};

export const captureFileSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(fileKinds),
  form: z.enum(errorlogForms).nullable().describe("null: not an ERRORLOG"),
  ...figuresOfFile,
});
export type CaptureFile = z.infer<typeof captureFileSchema>;
export type TimeStep = z.infer<typeof timeStepSchema>;

export const captureSourceSchema = z
  .strictObject({ kind: z.enum([...fileKinds, "mixed"]), ...figuresOfFile })
  .describe("all files together; of the ERRORLOGs alone where there are any");
export type CaptureSource = z.infer<typeof captureSourceSchema>;

/** A record that something is concluded from. */
export const evidenceSchema = z.strictObject({
  file: z.int().describe("position in `files`"),
  line: z.int().describe("number of its first line, from 1"),
  record: z.int().nullable().describe("position among all records; null: of no ERRORLOG"),
  atMs: orUnknown,
  text: z.string().describe("its beginning, at most 400 characters"),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const findingWeights = ["critical", "warning", "information"] as const;

/** What a senior DBA would say of a capture. */
export const findingSchema = z.strictObject({
  id: z.string().describe("of the rule, and its ordinal: repeatedRecovery/2"),
  weight: z.enum(findingWeights),
  title: z.string().describe("one line, with the figure that matters"),
  text: z.string().describe("why it matters and what to look at next"),
  startMs: orUnknown,
  endMs: orUnknown,
  evidence: z.array(evidenceSchema).min(1).max(20),
  occurrences: z.int().describe("records behind it, of which `evidence` shows the first"),
});
export type Finding = z.infer<typeof findingSchema>;

/** A database snapshot whose creation the logs show. */
export const capturedSnapshotSchema = z.strictObject({
  name: z.string(),
  asOf: localTime.nullable().describe("start of its analysis: whose data it shows"),
  asOfMs: orUnknown,
  createdMs: orUnknown.describe(
    "duration of the creation; null where the log does not show its end",
  ),
});
export type CapturedSnapshot = z.infer<typeof capturedSnapshotSchema>;

/** How counters changed while the log tells of something. */
export const counterEffectSchema = z.strictObject({
  what: z.string().describe('"creation of Sales_snap", "slow I/O on Sales.mdf"'),
  startMs: z.number().describe("ms from origin"),
  endMs: z.number().describe("ms from origin"),
  changes: z
    .array(
      z.strictObject({
        counter: z.string().describe("its id"),
        from: z.number().describe("median of the samples before it; disk times in ms"),
        to: z.number().describe("median of the samples during it"),
      }),
    )
    .min(1),
  sentence: z.string().describe("the same in words, with clock times"),
});
export type CounterEffect = z.infer<typeof counterEffectSchema>;

/** One column of a Perfmon file. */
export const capturedCounterSchema = z.strictObject({
  id: z.string().describe("key of its series: a lane's id, or its path where no lane has it"),
  file: z.int(),
  path: z.string().describe("\\\\HOST\\Object(Instance)\\Counter, as the file has it"),
  object: z.string(),
  instance: z.string().nullable(),
  counter: z.string(),
  lane: z.string().nullable().describe("counter of the engine's catalogue that it is"),
  unit: z.string(),
  samples: z.int().describe("rows with a value"),
  minimum: orUnknown,
  mean: orUnknown,
  maximum: orUnknown,
});
export type CapturedCounter = z.infer<typeof capturedCounterSchema>;

export const capturedWaitSchema = z.strictObject({
  waitType: z.string(),
  tasks: z.number(),
  waitMs: z.number(),
  maxWaitMs: orUnknown,
  signalMs: orUnknown,
  idle: z.boolean().describe("a background task with nothing to do"),
});

/** One result of sys.dm_os_wait_stats, or what came between two of them. */
export const waitCaptureSchema = z.strictObject({
  file: z.int(),
  label: z.string(),
  atMs: orUnknown.describe("when it was taken, where the file tells"),
  since: z
    .string()
    .nullable()
    .describe("null: totals since the server's start; else the label of the capture before it"),
  spanMs: orUnknown.describe("of a difference whose two times are known"),
  reset: z.boolean().describe("counters fell since the capture before: cleared, or restarted"),
  waits: z.array(capturedWaitSchema).describe("most time first; idle ones after all others"),
});
export type WaitCapture = z.infer<typeof waitCaptureSchema>;
export type CapturedWait = z.infer<typeof capturedWaitSchema>;

/** All that is known of a capture but for its records and samples, which are asked for in parts. */
export const captureOverviewSchema = z.strictObject({
  origin: localTime,
  endMs: z.number().describe("the latest moment in the files"),
  source: captureSourceSchema,
  files: z.array(captureFileSchema).describe("ERRORLOGs in order of time, then the others"),
  phases: z.array(phaseSchema),
  phasesLeftOut: z
    .int()
    .describe("short checkpoints, backups and long I/Os beyond what is kept singly"),
  marks: z
    .array(
      z.strictObject({
        atMs,
        file: z.int().describe("its position in `files`"),
        record: z.int(),
        kind: z.string(),
        number: z.int().nullable().describe("of the error"),
        severity: z.int().nullable(),
        title: z.string().describe("what happened, in a line"),
      }),
    )
    .describe("moments worth a mark: severe errors, starts, suspect snapshots"),
  marksLeftOut: z.int(),
  snapshots: z.array(capturedSnapshotSchema),
  findings: z.array(findingSchema),
  effects: z
    .array(counterEffectSchema)
    .describe("in order of time, once all is read; of logs and counters of one machine"),
  counters: z.array(capturedCounterSchema),
  waits: z.array(waitCaptureSchema),
});
export type CaptureOverview = z.infer<typeof captureOverviewSchema>;
export type CaptureMark = CaptureOverview["marks"][number];
