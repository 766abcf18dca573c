/**
 * What the runs of a figure measured: a file of assets/figures, which `snapscope figures compute` alone
 * writes. It holds what each run gave, from which medians, intervals and verdicts follow; the revision of
 * the engine that it is of; and the hash of its telemetry, by which it is told whether an engine of that
 * revision gives the same.
 */
import * as z from "zod";
import { activityNames, phaseNames } from "./phase.ts";

export const figureResultsVersion = 2;

const milliseconds = z.number().min(0).describe("ms");
const atMs = z.number().describe("ms from the start of the run");

const spanSchema = z.strictObject({ startMs: atMs, endMs: atMs });

const creationSchema = z.strictObject({
  snapshot: z.string(),
  startMs: atMs.describe("when it was asked for"),
  endMs: atMs.nullable().describe("null: not completed by the end of the run"),
  asOfMs: atMs.nullable(),
  newestRowMs: atMs
    .nullable()
    .describe("newest row that the snapshot has of a table into which rows are put all the time"),
  sizeOnDiskBytes: z.number().min(0).describe("at the end of the run"),
  phases: z.array(spanSchema.extend({ name: z.enum(phaseNames) })),
  redoRange: z
    .strictObject({ records: z.int().min(0), bytes: z.number().min(0) })
    .optional()
    .describe("log from the checkpoint's begin to the as-of time; absent: was not kept"),
});

const operationSchema = spanSchema.extend({
  name: z.enum(activityNames),
  database: z.string().optional().describe("another one than that which users work on"),
  figures: z.record(z.string(), z.number()),
});

const responseSchema = z.strictObject({
  type: z.string(),
  count: z.int().min(1),
  meanMs: milliseconds,
  p50Ms: milliseconds,
  p95Ms: milliseconds,
  p99Ms: milliseconds,
});

export const figureRunSchema = z.strictObject({
  seed: z.int().min(0),
  engineRevision: z
    .int()
    .min(1)
    .nullable()
    .describe("of the engine that ran it; null: older than revisions are"),
  wallSeconds: z
    .number()
    .min(0)
    .nullable()
    .describe("that it took where it was computed, s; null: was not noted"),
  telemetryHash: z.string().regex(/^[0-9a-f]{16}$/),
  transactionsPerSecond: z.number().min(0).describe("after the warm-up"),
  responses: z
    .array(responseSchema)
    .describe("of each type of transaction that occurred, after the warm-up"),
  creations: z.array(creationSchema),
  operations: z.array(operationSchema),
  waits: z
    .array(z.strictObject({ type: z.string(), ms: milliseconds, tasks: z.int().min(0) }))
    .describe("after the warm-up, idle ones and those of no time left out, most time first"),
  counters: z
    .strictObject({
      timeMs: z.array(atMs),
      values: z.record(z.string(), z.array(z.number())),
    })
    .nullable()
    .describe("over the time of the run, merged; null: the figure draws none"),
});
export type FigureRun = z.infer<typeof figureRunSchema>;

export const figureResultsSchema = z
  .strictObject({
    formatVersion: z.literal(figureResultsVersion),
    figure: z.string().describe("its id"),
    computedAt: z.iso.datetime().describe("of the newest of its runs: UTC, ISO 8601"),
    points: z.array(
      z.strictObject({
        id: z.string(),
        settings: z
          .array(z.string())
          .describe("what made its scenario: results of other settings are not this figure's"),
        runs: z
          .array(figureRunSchema)
          .min(1)
          .describe("a run a repeat, the n-th of all points from one seed"),
      }),
    ),
  })
  .describe("results of a figure");
export type FigureResults = z.infer<typeof figureResultsSchema>;
