/**
 * The report of a capture: one model, of which HTML, PDF and JSON are renderings. What was read of the
 * files is in it as the overview has it; what was computed for the report stands beside it, so that a
 * program can read what a person sees. Times are milliseconds from `origin` on the server's own clock.
 */
import * as z from "zod";
import {
  capturedCounterSchema,
  capturedSnapshotSchema,
  captureFileSchema,
  captureOverviewSchema,
  captureSourceSchema,
  findingSchema,
  waitCaptureSchema,
} from "./capture.ts";
import {
  conclusionSchema,
  creationSchema,
  keyFigureSchema,
  laneSchema,
  machineSchema,
  reportPhaseSchema,
} from "./report.ts";

const atMs = z.number().describe("ms from origin");
const orUnknown = z.number().nullable();

/** Records that a report is given: more would make a report that nobody reads. */
export const maxReportRows = 500;
/** Points of the counters in a report: as many as its charts can show. */
export const maxReportPoints = 600;

const capturedPhaseSchema = reportPhaseSchema.extend({
  database: z.string().nullable().describe("null: of a snapshot, or the source names none"),
});

const errorGroupSchema = z.strictObject({
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

const timingSchema = z
  .strictObject({ logged: z.int(), derived: z.int(), bound: z.int(), open: z.int() })
  .describe("ends of phases by where their times come from; open: not in the log");

export const captureReportSchema = z
  .strictObject({
    formatVersion: z.literal(1),
    kind: z.literal("snapscope-capture-report"),
    generatedAt: z.string().describe("UTC, ISO 8601"),
    title: z.string(),
    subtitle: z.string(),
    conclusion: conclusionSchema,
    machine: machineSchema.describe("where the report was made, not where the files come from"),
    origin: z.string().describe("local time of 0 ms"),
    endMs: z.number().describe("the latest moment in the files"),
    span: z.strictObject({ fromMs: atMs, toMs: atMs, whole: z.boolean() }),
    keyFigures: z.array(keyFigureSchema),
    source: captureSourceSchema.describe("of the whole capture, also in a report of a part"),
    files: z.array(captureFileSchema),
    findings: z.array(findingSchema).describe("the gravest first"),
    findingsOutside: z.int().describe("findings that lie outside the span"),
    snapshots: z.array(capturedSnapshotSchema),
    creations: z
      .array(creationSchema)
      .describe("rates are of the counter Transactions/sec, where a Perfmon file has it"),
    phases: z.array(capturedPhaseSchema),
    phasesLeftOut: z.int(),
    timing: timingSchema,
    marks: captureOverviewSchema.shape.marks,
    marksLeftOut: z.int(),
    longIo: z.array(longIoGroupSchema).describe("most I/Os first"),
    errors: z.strictObject({
      total: z.int().describe("errors counted in the groups"),
      complete: z.boolean().describe("false: there may be more of the less severe"),
      groups: z.array(errorGroupSchema).describe("most severe first"),
    }),
    changes: z
      .array(
        z.strictObject({
          kind: z.string(),
          atMs: orUnknown,
          file: z.int(),
          line: z.int(),
          text: z.string(),
        }),
      )
      .describe("configuration, options of databases and trace flags"),
    recordKinds: z
      .array(z.strictObject({ kind: z.string(), title: z.string(), count: z.int() }))
      .describe("of the whole capture"),
    counters: z
      .array(capturedCounterSchema)
      .describe("minimum, mean and maximum over the span; of a part, those of the points"),
    countersOutside: z.int().describe("counters of the files that the report was not given"),
    samples: z.strictObject({
      timeMs: z.array(z.number()).describe("end of each point's span"),
      samplesPerPoint: z.number().describe("most samples in one point; 1: as measured"),
      lanes: z.array(laneSchema),
    }),
    waits: z.array(waitCaptureSchema),
  })
  .describe("report of a capture");

export type CaptureReport = z.infer<typeof captureReportSchema>;
export type CapturedPhase = CaptureReport["phases"][number];
export type ErrorGroup = CaptureReport["errors"]["groups"][number];
export type LongIoGroup = CaptureReport["longIo"][number];
