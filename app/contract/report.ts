/**
 * The report of a recording, whether an engine ran or the files of a server were read: one model, of
 * which HTML, PDF and JSON are renderings. What the engine said is in `summary`, as it said it; what
 * was read of logs is in `log`; everything beside them is computed, and stands here so that a program
 * can read what a person sees. What a recording does not have is null or empty. Times are milliseconds
 * from `origin`. Statistics leave the warm-up of a run out.
 */
import * as z from "zod";
import { bandSchema } from "./band.ts";
import { bookmarksSchema } from "./bookmarks.ts";
import { bottleneckSchema } from "./bottleneck.ts";
import {
  capturedCounterSchema,
  capturedSnapshotSchema,
  captureFileSchema,
  captureOverviewSchema,
  captureSourceSchema,
  counterEffectSchema,
  findingSchema,
  waitCaptureSchema,
} from "./capture.ts";
import { creationCostSchema, spanFiguresSchema } from "./creation-cost.ts";
import { failureSchema } from "./engine-protocol.ts";
import { forecastSchema } from "./forecast.ts";
import { pageStillSchema } from "./page-still.ts";
import { phaseSchema, timeSourceSchema } from "./phase.ts";
import { recommendationSchema } from "./recommendation.ts";
import { reportEditsSchema } from "./report-edits.ts";
import { runStatuses } from "./rpc/runs.ts";
import { scenarioSchema } from "./scenario.ts";
import { steadyStateSchema } from "./steady-state.ts";
import { engineSchema, summarySchema } from "./summary.ts";

const atMs = z.number().describe("ms from origin; of a run: engine time");
const orUnknown = z.number().nullable();
const column = z.array(orUnknown);

/** Records that a report is given: more would make a report that nobody reads. */
export const maxReportRows = 500;
/** Points of the counters of a log in a report: as many as its charts can show. */
export const maxReportPoints = 600;

export const machineSchema = z.strictObject({
  program: z.string().describe("version of Snapscope that wrote the report"),
  node: z.string(),
  platform: z.string(),
  processors: z.number(),
  memoryBytes: z.number(),
});

const runSchema = z.strictObject({
  id: z.uuid().nullable().describe("in the library; null: the run is not in one"),
  name: z.string(),
  preset: z.string().nullable(),
  status: z.enum(runStatuses),
  error: failureSchema.nullable(),
  verified: z.boolean().nullable().describe("null: nothing to verify, or not ended"),
  mode: z.enum(["virtual", "real"]),
  seed: z.number(),
  tags: z.array(z.string()),
  note: z.string(),
  createdAt: z.string().describe("UTC, ISO 8601"),
  endedAt: z.string().nullable().describe("UTC, ISO 8601"),
  wallMs: orUnknown,
  engineMs: z.number().describe("engine time that was recorded, ms"),
  plannedMs: z.number().describe("engine time of the whole run, ms"),
  warmupMs: z.number().describe("left out of every statistic, ms"),
  steady: steadyStateSchema.describe("from when on throughput was steady"),
  origin: z.string().describe("local time of 0 ms"),
  engine: engineSchema.nullable().describe("null: the engine ended without a summary"),
  telemetryHash: z.string().nullable(),
});

const conclusionSchema = z.strictObject({
  intent: z.enum(["plain", "warning", "error"]),
  sentences: z.array(z.string()).min(1),
  notes: z.array(z.string()),
});

const keyFigureSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  value: orUnknown.describe("null: not measured"),
  unit: z.string(),
});

const reportFiguresSchema = spanFiguresSchema
  .extend({
    dataWriteBytesPerSecond: orUnknown,
    snapshotWriteBytesPerSecond: orUnknown,
    logReadBytesPerSecond: orUnknown,
  })
  .describe("of a span: means, each point weighted by its share of it");

const figuresIn = creationCostSchema.shape;
const creationSchema = creationCostSchema.extend({
  before: reportFiguresSchema.nullable().describe(figuresIn.before.description ?? ""),
  during: reportFiguresSchema.nullable().describe(figuresIn.during.description ?? ""),
  after: reportFiguresSchema.nullable().describe(figuresIn.after.description ?? ""),
});

const reportPhaseSchema = z.strictObject({
  snapshot: z.string().nullable().describe("null: of no snapshot, as an automatic checkpoint"),
  database: z.string().nullable().describe("null: of a snapshot, or the source names none"),
  name: phaseSchema.shape.name,
  startMs: atMs,
  endMs: atMs.nullable(),
  durationMs: orUnknown,
  instant: z.boolean().describe("a moment, not a span"),
  startSource: timeSourceSchema,
  endSource: timeSourceSchema.nullable(),
  figures: z.record(z.string(), z.unknown()),
});

const waitSchema = z.strictObject({
  wait_type: z.string(),
  waiting_tasks_count: z.number(),
  wait_time_ms: z.number(),
  max_wait_time_ms: orUnknown.describe("null: the run ended without a summary"),
  signal_wait_time_ms: z.number(),
  idle: z.boolean().describe("a background task with nothing to do"),
  ofSnapshots: z.boolean().describe("occurs only because there are snapshots"),
});

const counterSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  path: z.string().describe("Perfmon object and counter"),
  unit: z.string(),
  mean: orUnknown,
  max: orUnknown,
});

const laneSchema = z.strictObject({
  id: z.string().describe("id of the counter, or p99Ms"),
  title: z.string(),
  unit: z.string(),
  values: column.describe("one for each time; null: not measured"),
});

const actSchema = z.strictObject({
  atMs,
  label: z.string(),
  outcome: z.enum(["applied", "refused"]),
  message: z.string().nullable(),
  tsql: z
    .strictObject({
      statement: z
        .string()
        .nullable()
        .describe("null: none stands for it; the note says what it is"),
      note: z.string().describe('what the statement leaves open; "": nothing'),
    })
    .optional()
    .describe(
      "T-SQL that it stands for; absent in reports of before, and of how a run was watched",
    ),
});

const samplesSchema = z.strictObject({
  timeMs: z.array(z.number()).describe("end of each point's span"),
  samplesPerPoint: z.number().describe("most samples in one point; 1: as measured"),
  lanes: z.array(laneSchema),
});

const addedDataSchema = z.strictObject({
  id: z.string().describe("of the chart, in `edits`"),
  samples: samplesSchema
    .nullable()
    .describe("of its lanes, or of its longest waits, over its span; null: there are none"),
  counters: z.array(capturedCounterSchema).describe("of files: what its lanes are"),
  waits: z
    .array(waitSchema)
    .nullable()
    .describe("in the span of the chart, most time first, without idle ones; null: others"),
  responses: z
    .strictObject({
      count: z
        .number()
        .describe("transactions that ended in the span; of a part of a sample, its share"),
      meanMs: orUnknown,
      p50Ms: orUnknown,
      p95Ms: orUnknown,
      p99Ms: orUnknown,
    })
    .nullable()
    .exactOptional()
    .describe("in the span of the chart; null: not measured; absent: others"),
});

const sizeSchema = z.strictObject({
  snapshot: z.string(),
  points: z.array(z.strictObject({ atMs, pagesPushed: z.number(), sizeOnDiskBytes: z.number() })),
});

const errorGroupSchema = z.strictObject({
  server: z
    .string()
    .nullable()
    .describe("whose it is, or whose log; null: all logs are of one server"),
  number: z.int(),
  severity: z.int().describe("the highest that it came with"),
  count: z.int(),
  firstMs: orUnknown,
  lastMs: orUnknown,
  record: z.int().describe("position of the first among all records"),
  text: z.string().describe("of the first record that explains it; else what states its numbers"),
});

const longIoGroupSchema = z.strictObject({
  file: z.string().describe('"" where no message names it'),
  messages: z.int(),
  occurrences: z.number().describe("I/Os that the messages count"),
  longestMs: orUnknown.describe("null: the messages are of a form that does not tell it"),
  firstMs: atMs,
  lastMs: atMs,
});

const changeSchema = z.strictObject({
  kind: z.string(),
  atMs: orUnknown,
  file: z.int(),
  line: z.int(),
  text: z.string(),
});

const logSchema = z
  .strictObject({
    source: captureSourceSchema.describe("of all that was read, also in a report of a part"),
    files: z.array(captureFileSchema),
    findings: z.array(findingSchema).describe("the gravest first"),
    effects: z
      .array(counterEffectSchema)
      .describe("how counters changed while the log tells of something, in order of time"),
    findingsOutside: z.int().describe("findings that lie outside the span"),
    snapshots: z.array(capturedSnapshotSchema),
    phasesLeftOut: z.int(),
    timing: z
      .strictObject({ logged: z.int(), derived: z.int(), bound: z.int(), open: z.int() })
      .describe("ends of phases by where their times come from; open: not in the log"),
    marks: captureOverviewSchema.shape.marks,
    marksLeftOut: z.int(),
    longIo: z.array(longIoGroupSchema).describe("most I/Os first"),
    errors: z.strictObject({
      total: z.int().describe("errors counted in the groups"),
      complete: z.boolean().describe("false: there may be more of the less severe"),
      groups: z.array(errorGroupSchema).describe("most severe first"),
    }),
    changes: z.array(changeSchema).describe("configuration, options of databases and trace flags"),
    recordKinds: z
      .array(z.strictObject({ kind: z.string(), title: z.string(), count: z.int() }))
      .describe("of all that was read"),
    counters: z
      .array(capturedCounterSchema)
      .describe("of Perfmon files: over the span; of a part, those of the points"),
    countersOutside: z.int().describe("counters of the files that the report was not given"),
    waits: z.array(waitCaptureSchema).describe("results of sys.dm_os_wait_stats, and between two"),
  })
  .describe("what was read of logs, Perfmon files and wait statistics");

export const reportSchema = z
  .strictObject({
    formatVersion: z.literal(3),
    kind: z.literal("snapscope-report"),
    generatedAt: z.string().describe("UTC, ISO 8601"),
    title: z.string(),
    subtitle: z.string(),
    conclusion: conclusionSchema,
    machine: machineSchema.describe("where the report was made"),
    origin: z.string().describe("local time of 0 ms"),
    endMs: z.number().describe("the latest moment of the recording"),
    span: z.strictObject({ fromMs: atMs, toMs: atMs, whole: z.boolean() }),
    run: runSchema.nullable().describe("null: no engine ran"),
    log: logSchema.nullable().describe("null: no log was read"),
    keyFigures: z.array(keyFigureSchema),
    bottleneck: bottleneckSchema
      .nullable()
      .describe("of the run after its warm-up; null: nothing was measured"),
    recommendations: z
      .array(
        recommendationSchema.extend({
          command: z
            .string()
            .nullable()
            .describe("compares the run with the change; null: the run is in no library"),
        }),
      )
      .describe("what the run speaks for changing; of a run that completed"),
    creations: z.array(creationSchema),
    phases: z.array(reportPhaseSchema),
    waits: z
      .array(waitSchema)
      .describe("of the engine, after the warm-up: most time first, idle ones after all others"),
    counters: z.array(counterSchema).describe("of the engine, after the warm-up"),
    samples: samplesSchema.describe(
      "what the charts show; the CSV of a run has every counter and wait",
    ),
    snapshotSizes: z.array(sizeSchema),
    pageMaps: z
      .array(pageStillSchema)
      .exactOptional()
      .describe("which pages the sparse files hold, and why; absent: no push was recorded"),
    forecast: forecastSchema
      .nullable()
      .describe("of the snapshots that the run ended with; null: there is none"),
    acts: z
      .array(actSchema)
      .describe("what was asked of the run, and what its array did by itself"),
    errorlog: z.array(z.string()).describe("of the engine"),
    band: bandSchema
      .nullable()
      .describe("over what is assumed, where the library has it; null: not computed"),
    scenario: scenarioSchema.nullable().describe("all settings; null: no engine ran"),
    summary: summarySchema.nullable().describe("null: no engine ran, or it ended without one"),
    bookmarks: bookmarksSchema
      .exactOptional()
      .describe("what somebody has bookmarked of the reported part; absent: nothing"),
    edits: reportEditsSchema
      .exactOptional()
      .describe("what somebody made of the report, which HTML and PDF show; absent: nothing"),
    addedCharts: z
      .array(addedDataSchema)
      .exactOptional()
      .describe("what the charts that were added are drawn from; absent: none was"),
  })
  .describe("report of a run, or of the files of a server");

export type Report = z.infer<typeof reportSchema>;
export type ReportCreation = Report["creations"][number];
export type ReportRecommendation = Report["recommendations"][number];
export type ReportFigures = NonNullable<ReportCreation["before"]>;
export type ReportPhase = Report["phases"][number];
export type ReportMachine = Report["machine"];
export type ReportRun = NonNullable<Report["run"]>;
export type ReportLog = NonNullable<Report["log"]>;
export type ReportSamples = Report["samples"];
export type AddedData = NonNullable<Report["addedCharts"]>[number];
export type ReportCounter = Report["counters"][number];
export type ErrorGroup = ReportLog["errors"]["groups"][number];
export type LongIoGroup = ReportLog["longIo"][number];
