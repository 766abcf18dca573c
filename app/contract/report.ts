/**
 * The report of a run: one model, of which HTML, PDF and JSON are renderings. What the engine said is
 * in `summary`, as it said it; everything beside it is computed from the recording, and stands here
 * so that a program can read what a person sees. Times are milliseconds of engine time from
 * `run.origin`. Statistics leave the warm-up out.
 */
import * as z from "zod";
import { failureSchema } from "./engine-protocol.ts";
import { phaseSchema, timeSourceSchema } from "./phase.ts";
import { runStatuses } from "./rpc/runs.ts";
import { scenarioSchema } from "./scenario.ts";
import { summarySchema } from "./summary.ts";

const atMs = z.number().describe("engine time, ms from origin");
const orUnknown = z.number().nullable();
const column = z.array(orUnknown);

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
  origin: z.string().describe("local time of 0 ms"),
  engine: z
    .looseObject({ version: z.string(), compiler: z.string(), build: z.string() })
    .nullable()
    .describe("null: the engine ended without a summary"),
  telemetryHash: z.string().nullable(),
});

export const conclusionSchema = z.strictObject({
  intent: z.enum(["plain", "warning", "error"]),
  sentences: z.array(z.string()).min(1),
  notes: z.array(z.string()),
});

export const keyFigureSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  value: orUnknown.describe("null: not measured"),
  unit: z.string(),
});

const meansSchema = z
  .strictObject({
    fromMs: atMs,
    toMs: atMs,
    transactionsPerSecond: orUnknown,
    dataWriteBytesPerSecond: orUnknown,
    snapshotWriteBytesPerSecond: orUnknown,
    logReadBytesPerSecond: orUnknown,
    highestP99Ms: orUnknown.describe("highest p99 response of a point that lies in the span"),
  })
  .describe("means over a span, each point weighted by its share of the span");

export const creationSchema = z.strictObject({
  snapshot: z.string(),
  startMs: atMs,
  endMs: atMs.nullable().describe("null: not completed"),
  durationMs: orUnknown,
  asOfMs: atMs.nullable().describe("start of analysis"),
  usual: z
    .strictObject({
      lowest: z.number().describe("transactions/s"),
      highest: z.number().describe("transactions/s"),
      spans: z.int().describe("how many spans it is the range of"),
    })
    .nullable()
    .describe("range of the mean over spans before it that are as long; null: too few of them"),
  shorterThanSample: z.boolean().describe("too short for its effect on rates to be told"),
  before: meansSchema.nullable().describe("from the warm-up or the creation before; null: no time"),
  during: meansSchema.nullable(),
  after: meansSchema.nullable().describe("up to the next creation or the end"),
});

export const reportPhaseSchema = z.strictObject({
  snapshot: z.string().nullable().describe("null: an automatic checkpoint"),
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

export const laneSchema = z.strictObject({
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
});

const sizeSchema = z.strictObject({
  snapshot: z.string(),
  points: z.array(z.strictObject({ atMs, pagesPushed: z.number(), sizeOnDiskBytes: z.number() })),
});

export const reportSchema = z
  .strictObject({
    formatVersion: z.literal(1),
    kind: z.literal("snapscope-report"),
    generatedAt: z.string().describe("UTC, ISO 8601"),
    title: z.string(),
    subtitle: z.string(),
    conclusion: conclusionSchema,
    run: runSchema,
    machine: machineSchema,
    keyFigures: z.array(keyFigureSchema),
    creations: z.array(creationSchema),
    phases: z.array(reportPhaseSchema),
    waits: z.array(waitSchema),
    counters: z.array(counterSchema),
    samples: z
      .strictObject({
        timeMs: z.array(z.number()).describe("end of each point's span"),
        samplesPerPoint: z.number().describe("most samples in one point; 1: as measured"),
        lanes: z.array(laneSchema),
      })
      .describe("what the charts show; the CSV has every counter and wait"),
    snapshotSizes: z.array(sizeSchema),
    acts: z.array(actSchema).describe("what was asked of the run, by its timeline or by hand"),
    errorlog: z.array(z.string()),
    scenario: scenarioSchema.describe("all settings"),
    summary: summarySchema.nullable().describe("null: the engine ended without one"),
  })
  .describe("report of a run");

export type Report = z.infer<typeof reportSchema>;
export type ReportCreation = Report["creations"][number];
export type UsualRange = NonNullable<ReportCreation["usual"]>;
export type ReportMeans = NonNullable<ReportCreation["before"]>;
export type ReportPhase = Report["phases"][number];
export type ReportMachine = Report["machine"];
