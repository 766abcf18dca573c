/** Rows of the table of runs: as the database has them, and as a list shows them. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { failureSchema } from "../../contract/engine-protocol.ts";
import type { Failure } from "../../contract/result.ts";
import {
  type RunEntry,
  runEntrySchema,
  runStatuses,
  runStepSchema,
} from "../../contract/rpc/runs.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Summary } from "../../contract/summary.ts";

/** Columns of an entry; the documents are read only where they are asked for. */
export const entryColumns = `
  key, id, name, preset, mode, seed, status, error, verified, created_at, ended_at, wall_ms,
  engine_ms, planned_ms, users, device, snapshots, transactions_per_second, creation_ms, p99_before_ms,
  p99_after_ms, tags, note, recorded_bytes, steady_from_ms, study, point, repeat, step`;

const rowSchema = z.object({
  key: z.int(),
  id: z.string(),
  name: z.string(),
  preset: z.string().nullable(),
  mode: z.enum(["virtual", "real"]),
  seed: z.number(),
  status: z.enum(runStatuses),
  error: z.string().nullable(),
  verified: z.number().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  wall_ms: z.number().nullable(),
  engine_ms: z.number(),
  planned_ms: z.number(),
  users: z.number(),
  device: z.string(),
  snapshots: z.number(),
  transactions_per_second: z.number().nullable(),
  creation_ms: z.number().nullable(),
  p99_before_ms: z.number().nullable(),
  p99_after_ms: z.number().nullable(),
  tags: z.string(),
  note: z.string(),
  recorded_bytes: z.number(),
  steady_from_ms: z.number().nullable(),
  study: z.string().nullable(),
  point: z.number().nullable(),
  repeat: z.number().nullable(),
  step: z.string().nullable(),
});

/** The library writes these rows itself: one that does not fit is a bug or a hand at the file. */
export function entryOfRow(raw: unknown): RunEntry {
  const row = rowSchema.parse(raw);
  return {
    id: row.id,
    name: row.name,
    preset: row.preset,
    mode: row.mode,
    seed: row.seed,
    status: row.status,
    error: row.error === null ? null : failureSchema.parse(JSON.parse(row.error)),
    verified: row.verified === null ? null : row.verified !== 0,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    wallMs: row.wall_ms,
    engineMs: row.engine_ms,
    plannedMs: row.planned_ms,
    users: row.users,
    device: row.device,
    snapshots: row.snapshots,
    transactionsPerSecond: row.transactions_per_second,
    creationMs: row.creation_ms,
    p99BeforeMs: row.p99_before_ms,
    p99AfterMs: row.p99_after_ms,
    tags: runEntrySchema.shape.tags.parse(JSON.parse(row.tags)),
    note: row.note,
    recordedBytes: row.recorded_bytes,
    ...(row.steady_from_ms === null ? {} : { steadyFromMs: row.steady_from_ms }),
    ...placeOfRow(row),
    ...(row.step === null ? {} : { step: runStepSchema.parse(JSON.parse(row.step)) }),
  };
}

function placeOfRow({ study, point, repeat }: z.infer<typeof rowSchema>): Pick<RunEntry, "study"> {
  return study === null || point === null || repeat === null
    ? {}
    : { study: { id: study, point, repeat } };
}

/** The columns of an entry, as named parameters of a statement. */
export const rowOfEntry = (entry: RunEntry) => ({
  id: entry.id,
  name: entry.name,
  preset: entry.preset,
  mode: entry.mode,
  seed: entry.seed,
  status: entry.status,
  error: printError(entry.error),
  verified: printVerified(entry.verified),
  created_at: entry.createdAt,
  ended_at: entry.endedAt,
  wall_ms: entry.wallMs,
  engine_ms: entry.engineMs,
  planned_ms: entry.plannedMs,
  users: entry.users,
  device: entry.device,
  snapshots: entry.snapshots,
  transactions_per_second: entry.transactionsPerSecond,
  creation_ms: entry.creationMs,
  p99_before_ms: entry.p99BeforeMs,
  p99_after_ms: entry.p99AfterMs,
  tags: JSON.stringify(entry.tags),
  note: entry.note,
  recorded_bytes: entry.recordedBytes,
  steady_from_ms: entry.steadyFromMs ?? null,
  study: entry.study?.id ?? null,
  point: entry.study?.point ?? null,
  repeat: entry.study?.repeat ?? null,
  step: entry.step === undefined ? null : JSON.stringify(entry.step),
});

export const printError = (error: Failure | null): string | null =>
  error === null ? null : JSON.stringify(error);

export const printVerified = (verified: boolean | null): number | null =>
  verified === null ? null : Number(verified);

/** The batches have the ERRORLOG, which may be a hundred megabytes: not twice. */
export const withoutLog = (summary: Summary): Summary => ({ ...summary, errorlog: [] });

export const packSummary = (summary: Summary): Buffer =>
  deflateRawSync(JSON.stringify(withoutLog(summary)), { level: 6 });

const documentsSchema = z.object({
  origin: z.string(),
  scenario: z.string(),
  summary: z.instanceof(Uint8Array).nullable(),
});

export interface RunDocuments {
  readonly origin: string;
  readonly scenario: Scenario;
  readonly summary: Summary | null;
}

/** Validated when they were written; reading them again must not depend on newer limits. */
export function documentsOfRow(raw: unknown): RunDocuments {
  const row = documentsSchema.parse(raw);
  return {
    origin: row.origin,
    scenario: JSON.parse(row.scenario) as Scenario,
    summary:
      row.summary === null
        ? null
        : (JSON.parse(inflateRawSync(row.summary).toString("utf8")) as Summary),
  };
}

/** Local time of 0 ms in one form, YYYY-MM-DDTHH:MM:SS.mmm, whichever document tells it. */
export const printOrigin = (time: string): string => (/\.\d+$/.test(time) ? time : `${time}.000`);
