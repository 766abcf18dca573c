/**
 * A comparison as one file that opens elsewhere, docs/formats/comparison-file.md: its sides with their
 * recordings, and not its answer, which is computed again from what is in the file. Nothing in a file is
 * believed: all of it is checked before any of it comes into the library.
 */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import * as z from "zod";
import { alignments, leastEffectSchema, maxRecordings, maxSides } from "../contract/comparison.ts";
import { parseWith } from "../contract/issues.ts";
import { failure, type Result, success } from "../contract/result.ts";
import { maxFilesOfCapture } from "../contract/rpc/captures.ts";
import {
  comparisonFileExtension,
  type OpenedComparison,
  type SharedComparison,
} from "../contract/rpc/comparisons.ts";
import type { ExportedFile } from "../contract/rpc/exports.ts";
import type { RecordingRef } from "../contract/rpc/recordings.ts";
import type { Captures } from "./captures/captures-service.ts";
import type { Library } from "./library/library-service.ts";
import { maxUnpackedBytes, type PackedKind, unpackJson } from "./library/packed-json.ts";
import { type ReadRun, readRunFile } from "./library/run-file.ts";
import { plainFileName } from "./plain-file-name.ts";
import type { Uploads } from "./uploads/uploads.ts";

const kind = "snapscope-comparison-file";
const packed: PackedKind = {
  name: "shared comparison",
  purpose: "open it",
  extension: comparisonFileExtension,
  version: 1,
};

const base64 = z.base64();
const recordingSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run"), file: base64.describe("an exported run") }),
  z.strictObject({
    kind: z.literal("log"),
    files: z
      .array(z.strictObject({ name: z.string().min(1).max(255), bytes: base64 }))
      .min(1)
      .max(maxFilesOfCapture)
      .describe("files of a server that were opened together"),
  }),
]);
type SharedRecording = z.infer<typeof recordingSchema>;

const shareSchema = z.strictObject({
  kind: z.literal(kind),
  formatVersion: z.literal(packed.version),
  sides: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(100),
        recordings: z.array(z.int().min(0)).min(1).max(maxRecordings),
      }),
    )
    .min(2)
    .max(maxSides)
    .describe("the base first, each with the places of its recordings"),
  primary: z.string().max(100).nullable().describe("metric that was named beforehand"),
  metric: z.string().max(100).exactOptional().describe("metric that is told of first"),
  leastEffect: leastEffectSchema.exactOptional(),
  align: z.enum(alignments),
  recordings: z
    .array(recordingSchema)
    .min(1)
    .max(maxSides * maxRecordings),
});

export interface SharingContext {
  readonly library: Pick<Library, "exportRun" | "readFile" | "addRunOnce">;
  readonly captures: Pick<Captures, "filesOf" | "open">;
  readonly uploads: Pick<Uploads, "begin" | "append">;
}

/** Room for names and brackets around the recordings. */
const bytesAround = 1024 * 1024;

export async function writeShare(
  context: SharingContext,
  comparison: SharedComparison,
  signal?: AbortSignal,
): Promise<Result<ExportedFile>> {
  const { sides, primary, align } = comparison;
  const places = new Map<string, number>();
  const recordings: SharedRecording[] = [];
  let size = bytesAround;
  for (const ref of sides.flatMap((side) => side.recordings)) {
    if (places.has(ref.id)) continue;
    signal?.throwIfAborted();
    const read = await readRecording(context, ref);
    if (!read.ok) return read;
    size += sizeOf(read.value);
    if (size > maxUnpackedBytes) return failure("badInput", tooLarge);
    places.set(ref.id, recordings.length);
    recordings.push(read.value);
  }
  const document: z.infer<typeof shareSchema> = {
    ...{ kind, formatVersion: packed.version as 1 },
    sides: sides.map((side) => ({
      name: side.name,
      recordings: side.recordings.map(({ id }) => places.get(id) ?? 0),
    })),
    primary: primary ?? null,
    ...{ align, recordings, ...askedWith(comparison) },
  };
  const bytes = await promisify(gzip)(JSON.stringify(document));
  const name = plainFileName(sides.map((side) => side.name).join(" against "), "comparison");
  return success({
    fileName: `${name}${comparisonFileExtension}`,
    mediaType: "application/gzip",
    bytes,
  });
}

/** What was left as it is usual is left out, so that former versions open the file. */
const askedWith = ({ metric, leastEffect }: Pick<SharedComparison, "metric" | "leastEffect">) => ({
  ...(metric === undefined ? {} : { metric }),
  ...(leastEffect === undefined ? {} : { leastEffect }),
});

const tooLarge =
  `the comparison has more recordings than one file may hold (${maxUnpackedBytes / 2 ** 20} MiB); ` +
  "share fewer runs of each side, or export its report";

async function readRecording(
  { library, captures }: SharingContext,
  { kind: of, id }: RecordingRef,
): Promise<Result<SharedRecording>> {
  if (of === "run") {
    const file = await library.exportRun(id);
    return file.ok ? success({ kind: "run", file: encoded(file.value.bytes) }) : file;
  }
  const found = captures.filesOf(id);
  if (!found.ok) return found;
  const files: { name: string; bytes: string }[] = [];
  for (const { name, path, bytes } of found.value) {
    if (bytes > maxUnpackedBytes / 2) return failure("badInput", `${name}: ${tooLarge}`);
    try {
      files.push({ name, bytes: encoded(await readFile(path)) });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      return failure("ioError", `${path}: cannot be read (${code}); open it again`);
    }
  }
  return success({ kind: "log", files });
}

const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

const sizeOf = (recording: SharedRecording): number =>
  recording.kind === "run"
    ? recording.file.length
    : recording.files.reduce((sum, { bytes }) => sum + bytes.length, 0);

type CheckedRecording = { readonly run: ReadRun } | { readonly log: readonly SharedFile[] };
interface SharedFile {
  readonly name: string;
  readonly bytes: string;
}

/** `bytes`: of a file of that name. A run that is here already, the same, does not come in twice. */
export async function openShare(
  context: SharingContext,
  fileName: string,
  bytes: Uint8Array,
): Promise<Result<OpenedComparison>> {
  const document = await unpackJson(fileName, bytes, packed);
  if (!document.ok) return document;
  const share = parseWith(shareSchema, document.value, fileName);
  if (!share.ok) return share;
  const { sides, recordings, primary, align } = share.value;
  const beyond = sides.flatMap((side) => side.recordings).find((at) => at >= recordings.length);
  if (beyond !== undefined) {
    return failure(
      "badInput",
      `${fileName}: a side has recording ${beyond}, and the file has ${recordings.length}: it is damaged; have it exported again`,
    );
  }
  const checked: CheckedRecording[] = [];
  for (const [at, recording] of recordings.entries()) {
    if (recording.kind === "log") {
      checked.push({ log: recording.files });
      continue;
    }
    const run = await readRunFile(
      `${fileName}: recordings[${at}]`,
      Buffer.from(recording.file, "base64"),
    );
    if (!run.ok) return run;
    checked.push({ run: run.value });
  }
  const refs: RecordingRef[] = [];
  for (const recording of checked) {
    const ref = await takeIn(context, recording);
    if (!ref.ok) return ref;
    refs.push(ref.value);
  }
  return success({
    sides: sides.map((side) => ({
      name: side.name,
      recordings: side.recordings.flatMap((at) => refs[at] ?? []),
    })),
    ...{ primary, align, ...askedWith(share.value) },
  });
}

async function takeIn(
  { library, captures, uploads }: SharingContext,
  recording: CheckedRecording,
): Promise<Result<RecordingRef>> {
  if ("run" in recording) {
    const entry = await library.addRunOnce(recording.run);
    return entry.ok ? success({ kind: "run", id: entry.value.id }) : entry;
  }
  const files: { name: string; upload: string }[] = [];
  for (const { name, bytes } of recording.log) {
    const begun = await uploads.begin();
    if (!begun.ok) return begun;
    const { upload } = begun.value;
    const appended = await uploads.append(upload, Buffer.from(bytes, "base64"));
    if (!appended.ok) return appended;
    files.push({ name, upload });
  }
  const opened = await captures.open(files);
  return opened.ok ? success({ kind: "capture", id: opened.value.entry.id }) : opened;
}
