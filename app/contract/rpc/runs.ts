/** Runs as the library keeps them: what a list shows of each, and what can be changed of it. */
import * as z from "zod";
import { failureSchema } from "../engine-protocol.ts";
import { steadyFromMsSchema } from "../steady-state.ts";
import { studyPlaceSchema } from "../study.ts";

/**
 * running: an engine is at it; interrupted: the program that ran it ended before the run did. Every
 * one can be opened: what was recorded stays.
 */
export const runStatuses = ["running", "completed", "failed", "cancelled", "interrupted"] as const;
export type RunStatus = (typeof runStatuses)[number];

const isoTime = z.string().describe("UTC, ISO 8601");

/** What a run is the next step of: that run recommended it. */
export const runStepSchema = z.strictObject({
  of: z.uuid().describe("id of the run before it"),
  change: z.string().min(1).max(500).describe("what is different from that one, a sentence"),
});
export type RunStep = z.infer<typeof runStepSchema>;

export const runEntrySchema = z.strictObject({
  id: z.uuid(),
  name: z.string().min(1).max(100),
  preset: z.string().nullable().describe("name of the preset it was made from"),
  mode: z.enum(["virtual", "real"]),
  seed: z.number(),
  status: z.enum(runStatuses),
  error: failureSchema.nullable().describe("why it failed or was interrupted"),
  verified: z.boolean().nullable().describe("null: no snapshot to verify, or not ended"),
  createdAt: isoTime,
  endedAt: isoTime.nullable(),
  wallMs: z.number().nullable(),
  engineMs: z.number().describe("engine time recorded so far, ms"),
  plannedMs: z.number().describe("engine time of the whole run, ms"),
  users: z.number().describe("user sessions at the start"),
  device: z.string().describe("what the data lies on, and log and snapshots where that is another"),
  snapshots: z.number().describe("snapshots created or being created"),
  transactionsPerSecond: z.number().nullable().describe("after the warm-up; null until it ends"),
  creationMs: z
    .number()
    .nullable()
    .describe("what creating its first snapshot took, ms; null: none was completed, or not ended"),
  p99BeforeMs: z
    .number()
    .nullable()
    .describe("response time over the span before that creation, ms: app/domain/creation-cost"),
  p99AfterMs: z.number().nullable().describe("the same of the span after it, ms"),
  tags: z.array(z.string()),
  note: z.string(),
  recordedBytes: z.number().describe("what it takes in the library"),
  steadyFromMs: steadyFromMsSchema.exactOptional(),
  study: studyPlaceSchema.exactOptional().describe("the study that it is a run of"),
  step: runStepSchema.exactOptional().describe("of a guided series: the step that it is"),
});

export type RunEntry = z.infer<typeof runEntrySchema>;

export const tagSchema = z.string().trim().min(1).max(40).describe("a tag, at most 40 characters");

export const runChangeSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(100).exactOptional().describe("name of the run"),
    note: z.string().max(20_000).exactOptional().describe("note on the run"),
    tags: z.array(tagSchema).max(20).exactOptional().describe("tags of the run"),
    steadyFromMs: steadyFromMsSchema
      .nullable()
      .exactOptional()
      .describe("where its steady state begins, ms of engine time; null: as it is detected"),
  })
  .describe("change of a run");

export type RunChange = z.infer<typeof runChangeSchema>;

/** How an exported run calls itself; `docs/formats/run-file.md`. */
export const runFileExtension = ".snapscope-run";
