/**
 * A run as one file: gzip of a JSON document, docs/formats/run-file.md. A file comes from anywhere,
 * so nothing in it is believed: it is unpacked within bounds, checked as a whole, and what can be
 * computed from the recording is computed anew.
 */
import { setImmediate } from "node:timers/promises";
import { createGzip } from "node:zlib";
import * as z from "zod";
import { type Bookmark, bookmarksSchema } from "../../contract/bookmarks.ts";
import { noCreationFigures } from "../../contract/creation-cost.ts";
import { failureSchema } from "../../contract/engine-protocol.ts";
import { parseWith } from "../../contract/issues.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { ExportedFile } from "../../contract/rpc/exports.ts";
import {
  type RunEntry,
  runChangeSchema,
  runEntrySchema,
  runFileExtension,
  runStatuses,
} from "../../contract/rpc/runs.ts";
import { scenarioSchema } from "../../contract/scenario.ts";
import { summarySchema } from "../../contract/summary.ts";
import { bookmarkBeyond } from "../../domain/bookmarks.ts";
import { PushCheck } from "../../domain/page-map/push-check.ts";
import { plannedMsAfter } from "../../domain/run/prolong.ts";
import { describeStorage } from "../../domain/storage-text.ts";
import { endingOfSummary } from "../run-entry.ts";
import { unpackBatch } from "./packed-batch.ts";
import { maxUnpackedBytes, type PackedKind, unpackJson } from "./packed-json.ts";
import { noSuchRun } from "./run-reader.ts";
import type { NewRun, RunStore, TimedBatch } from "./run-store.ts";

const kind = "snapscope-run";
export const runFileVersion = 1;
const packed: PackedKind = {
  name: "exported run",
  purpose: "import it",
  extension: runFileExtension,
  version: runFileVersion,
};

const bytesPerMiB = 1024 * 1024;
/** How large all batches may be as the engine sent them: a small file must not keep us busy for ever. */
const maxBatchesBytes = 4096 * bytesPerMiB;
/** Batches between two looks at the event loop: others are served meanwhile. */
const batchesAtOnce = 32;

const utc = z.iso.datetime().describe("UTC, ISO 8601");
const ended = runStatuses.filter((status) => status !== "running");
const time = "YYYY-MM-DDTHH:MM:SS.mmm";

const entrySchema = z.strictObject({
  id: z.uuid(),
  name: runChangeSchema.shape.name.unwrap(),
  preset: z.string().max(100).nullable(),
  status: z.enum(ended).describe("how it ended"),
  error: failureSchema.nullable(),
  verified: runEntrySchema.shape.verified,
  createdAt: utc,
  endedAt: utc.nullable(),
  wallMs: z.number().min(0).nullable(),
  tags: runChangeSchema.shape.tags.unwrap(),
  note: runChangeSchema.shape.note.unwrap(),
  steadyFromMs: runEntrySchema.shape.steadyFromMs,
});

const runFileSchema = z.strictObject({
  kind: z.literal(kind),
  formatVersion: z.literal(runFileVersion),
  entry: entrySchema,
  origin: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/)
    .refine((text) => !Number.isNaN(Date.parse(`${text}Z`)), `is no time; allowed: ${time}`)
    .describe(`local time of 0 ms, ${time}`),
  scenario: scenarioSchema,
  summary: summarySchema.nullable(),
  bookmarks: bookmarksSchema.exactOptional().describe("absent: none"),
  batches: z.array(z.base64()).describe("telemetry batches in order, deflated, base64"),
});

type RunFile = z.infer<typeof runFileSchema>;

const mediaType = "application/gzip";

export async function writeRunFile(
  store: RunStore,
  runId: string,
  bookmarks: readonly Bookmark[] = [],
): Promise<Result<ExportedFile>> {
  const entry = store.get(runId);
  const documents = store.documents(runId);
  if (entry === null || documents === null) return noSuchRun(runId);
  if (entry.status === "running") {
    return failure("badInput", `${entry.name}: is running; export it when it has ended`);
  }
  return encodeRunFile({ entry, ...documents, bookmarks, batches: store.batches(runId) });
}

export interface EndedRun extends NewRun {
  readonly bookmarks?: readonly Bookmark[];
  /** In order, deflated. */
  readonly batches: Iterable<Pick<TimedBatch, "packed">>;
}

/** Written batch by batch: the document as one string would not fit for a long run. */
export async function encodeRunFile({
  entry,
  origin,
  scenario,
  summary,
  bookmarks = [],
  batches,
}: EndedRun): Promise<Result<ExportedFile>> {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  gzip.on("data", (chunk: Buffer) => chunks.push(chunk));
  const packed = new Promise<void>((resolve, reject) =>
    gzip.on("end", resolve).on("error", reject),
  );
  let [size, batchesBytes] = [0, 0];
  const write = async (text: string) => {
    size += text.length;
    if (!gzip.write(text)) await new Promise((resolve) => gzip.once("drain", resolve));
  };
  const head = { kind, formatVersion: runFileVersion, entry: fileEntry(entry), origin };
  const marked = bookmarks.length === 0 ? {} : { bookmarks };
  await write(
    `${JSON.stringify({ ...head, scenario, summary, ...marked }).slice(0, -1)},"batches":[`,
  );
  let separator = "";
  for (const batch of batches) {
    const unpacked = unpackBatch(batch.packed);
    if (!unpacked.ok) {
      return failure("ioError", `${entry.name}: is damaged: ${unpacked.error.message}`);
    }
    await write(`${separator}"${Buffer.from(batch.packed).toString("base64")}"`);
    separator = ",";
    batchesBytes += unpacked.value.bytes;
    // What could not be imported again is not exported either.
    if (size > maxUnpackedBytes || batchesBytes > maxBatchesBytes) {
      return failure("badInput", tooLong(entry.name));
    }
  }
  gzip.end("]}");
  await packed;
  return success({ fileName: fileNameOf(entry), mediaType, bytes: Buffer.concat(chunks) });
}

const tooLong = (name: string) =>
  `${name}: has more samples than one file may hold (${maxUnpackedBytes / bytesPerMiB} MiB); ` +
  "run it again with a longer sampleIntervalMs";

function fileEntry(entry: RunEntry): Partial<Record<keyof RunFile["entry"], unknown>> {
  const { id, name, preset, status, error, verified, createdAt, endedAt, wallMs, tags, note } =
    entry;
  return {
    ...{ id, name, preset, status, error, verified, createdAt, endedAt, wallMs, tags, note },
    ...(entry.steadyFromMs === undefined ? {} : { steadyFromMs: entry.steadyFromMs }),
  };
}

/** A name that every file system takes, with the time of the run: names repeat. */
function fileNameOf({ name, createdAt }: RunEntry): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").replaceAll(/^[-.]+|[-.]+$/g, "");
  const stamp = createdAt.slice(0, 19).replaceAll(":", "").replace("T", "-");
  return `${plain === "" ? "run" : plain}-${stamp}${runFileExtension}`;
}

export interface ReadRun {
  readonly run: NewRun;
  readonly bookmarks: readonly Bookmark[];
  readonly batches: readonly TimedBatch[];
}

export async function readRunFile(fileName: string, bytes: Uint8Array): Promise<Result<ReadRun>> {
  const document = await unpackJson(fileName, bytes, packed);
  if (!document.ok) return document;
  const file = parseWith(runFileSchema, document.value, fileName);
  if (!file.ok) return file;
  const batches = await timedBatches(
    fileName,
    file.value.batches,
    file.value.scenario.durationSeconds * 1000,
  );
  if (!batches.ok) return batches;
  const { bookmarks = [], summary } = file.value;
  const { engineMs, plannedMs } = batches.value;
  const endMs = Math.max(engineMs, plannedMs, summary?.run.engineMs ?? 0);
  const beyond = bookmarkBeyond(bookmarks, endMs);
  if (beyond !== null) {
    return failure(
      "badInput",
      `${fileName}: bookmarks[${beyond}]: is not of this run; allowed: times from 0 to its end, ${endMs} ms`,
    );
  }
  return success(toRun(file.value, batches.value));
}

/** Decodes every batch: a run that is in the library can be shown. */
async function timedBatches(
  fileName: string,
  texts: readonly string[],
  askedMs: number,
): Promise<Result<Recorded>> {
  const batches: TimedBatch[] = [];
  const snapshots = new Set<string>();
  const pushes = new PushCheck();
  let [engineMs, plannedMs, batchesBytes] = [0, askedMs, 0];
  for (const [index, text] of texts.entries()) {
    const packed = Buffer.from(text, "base64");
    const unpacked = unpackBatch(packed);
    if (!unpacked.ok) {
      return failure("badInput", `${fileName}: batches[${index}]: ${unpacked.error.message}`);
    }
    const { frame, bytes } = unpacked.value;
    batchesBytes += bytes;
    if (batchesBytes > maxBatchesBytes) return failure("badInput", tooManyBytes(fileName));
    const fromMs = engineMs;
    for (const atMs of frame.timeMs) {
      if (atMs <= engineMs) return failure("badInput", unordered(fileName, index, atMs, engineMs));
      engineMs = atMs;
    }
    for (const event of frame.events) {
      if (event.kind === "phase" && event.snapshot !== null) snapshots.add(event.snapshot);
    }
    plannedMs = plannedMsAfter(plannedMs, frame.events);
    const fits = pushes.take(frame);
    if (!fits.ok) {
      return failure("badInput", `${fileName}: batches[${index}]: ${fits.error.message}`);
    }
    batches.push({ fromMs, toMs: engineMs, packed });
    if (index % batchesAtOnce === 0) await setImmediate();
  }
  return success({ batches, engineMs, plannedMs, snapshots: snapshots.size });
}

interface Recorded {
  readonly batches: readonly TimedBatch[];
  readonly engineMs: number;
  readonly plannedMs: number;
  readonly snapshots: number;
}

const tooManyBytes = (fileName: string) =>
  `${fileName}: its batches unpack to more than ${maxBatchesBytes / bytesPerMiB} MiB, the most of an ` +
  "exported run";

const unordered = (fileName: string, batch: number, atMs: number, beforeMs: number) =>
  `${fileName}: batches[${batch}]: a sample at ${atMs} ms follows one at ${beforeMs} ms; ` +
  "samples must be in order of time";

/** Where the summary tells how it ended, the entry of the file is not asked. */
function toRun(file: RunFile, { batches, engineMs, plannedMs, snapshots }: Recorded): ReadRun {
  const { entry, scenario, summary, origin, bookmarks = [] } = file;
  const imported: RunEntry = {
    ...entry,
    mode: scenario.mode,
    seed: scenario.seed,
    plannedMs,
    users: scenario.workload.users,
    device: describeStorage(scenario),
    engineMs,
    snapshots,
    transactionsPerSecond: null,
    ...noCreationFigures,
    recordedBytes: 0,
    ...(summary === null ? {} : endingOfSummary(summary)),
  };
  return { run: { entry: imported, scenario, summary, origin }, bookmarks, batches };
}
