/**
 * Files of a capture on their way into the library. Small ones are copied, so that they outlive the
 * original, and known by their content; large ones stay where they are, and are known by their place.
 */
import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { copyFile, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { CaptureInput } from "../../capture/capture.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { LocatedFile } from "../file-refs.ts";
import { locatePath } from "../file-refs.ts";
import type { KeptCapture } from "./capture-store.ts";

const bytesPerMiB = 1024 * 1024;
/** How large all files of a capture may be that lie at paths and are copied. */
export const maxCopiedBytes = 64 * bytesPerMiB;

/** A file that is where the library expects it. */
export interface HeldFile extends CaptureInput {
  readonly bytes: number;
  readonly identity: string;
  /** In the capture's folder; null: it is only referred to. */
  readonly kept: string | null;
  readonly modifiedMs: number;
}

/** Brings what is to be kept into `folder`, whose files the caller removes if it comes to nothing. */
export async function holdFiles(
  files: readonly LocatedFile[],
  folder: string,
  maxCopied = maxCopiedBytes,
): Promise<Result<readonly HeldFile[]>> {
  const atPaths = files.filter(({ uploadDigest }) => uploadDigest === null);
  const copies = atPaths.reduce((sum, { bytes }) => sum + bytes, 0) <= maxCopied;
  const held: HeldFile[] = [];
  try {
    await mkdir(folder, { recursive: true });
    for (const [index, file] of files.entries()) {
      held.push(await hold(file, folder, String(index), copies));
    }
    return success(held);
  } catch (error) {
    return failure("ioError", cannotHold(folder, error));
  }
}

async function hold(
  file: LocatedFile,
  folder: string,
  kept: string,
  copies: boolean,
): Promise<HeldFile> {
  const { name, path, bytes, modifiedMs, uploadDigest } = file;
  const target = join(folder, kept);
  if (uploadDigest !== null) {
    await rename(path, target);
    return { name, path: target, bytes, identity: uploadDigest, kept, modifiedMs: 0 };
  }
  if (!copies) {
    const identity = JSON.stringify([path, bytes, modifiedMs]);
    return { name, path, bytes, identity, kept: null, modifiedMs };
  }
  // Costs neither time nor space where the file system can share blocks.
  await copyFile(path, target, constants.COPYFILE_FICLONE);
  return { name, path: target, bytes, identity: await digestOf(target), kept, modifiedMs: 0 };
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: bytesPerMiB }), hash);
  return hash.digest("hex");
}

/** One identity for the same files under the same names, in whatever order they come. */
export function identityOfFiles(
  files: readonly { readonly name: string; readonly identity: string }[],
): string {
  const parts = files.map(({ name, identity }) => JSON.stringify([name, identity])).sort();
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}

/** Where the files of a kept capture are now; a failure where one is not what it was. */
export function filesOfCapture(
  { files }: KeptCapture,
  folder: string,
): Result<readonly CaptureInput[]> {
  const found: CaptureInput[] = [];
  for (const { name, kept, path, bytes, modifiedMs } of files) {
    if (kept !== null) {
      found.push({ name, path: join(folder, kept) });
      continue;
    }
    const located = locatePath(name, path ?? "");
    if (!located.ok) return located;
    const now = located.value;
    if (now.bytes !== bytes || now.modifiedMs !== modifiedMs) {
      return failure("notFound", hasChanged(now, bytes, modifiedMs));
    }
    found.push({ name, path: now.path });
  }
  return success(found);
}

const mebibytes = (bytes: number) => `${(bytes / bytesPerMiB).toFixed(1)} MiB`;
const utc = (timeMs: number) =>
  `${new Date(timeMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;

const hasChanged = (now: LocatedFile, bytes: number, modifiedMs: number) =>
  `${now.path}: has changed since it was opened: it had ${mebibytes(bytes)} of ${utc(modifiedMs)}, and ` +
  `has ${mebibytes(now.bytes)} of ${utc(now.modifiedMs)} now; open it again to read it as it is`;

function cannotHold(folder: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === "ENOSPC" ? "the disk is full" : (code ?? message);
  return (
    `${folder}: the files cannot be kept there (${reason}); free some space, or set SNAPSCOPE_DATA ` +
    "to a folder that has some"
  );
}
