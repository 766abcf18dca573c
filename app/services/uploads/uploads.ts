/**
 * Files that a page hands in piece by piece, because it has no paths. They lie in a folder of this
 * process below the library's, until somebody takes them or the process ends; what a killed process
 * left is removed by the next one.
 */
import { createHash, type Hash, randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { failure, type Result, success } from "../../contract/result.ts";
import type { UploadsService } from "../../contract/rpc/captures.ts";
import { foldersIn } from "../folders-in.ts";
import { identityOf, isAlive } from "../process-identity.ts";

const bytesPerGiB = 1024 ** 3;
export const maxUploadBytes = 4 * bytesPerGiB;

/** A whole upload. */
export interface UploadedFile {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly digest: string;
}

interface Upload {
  readonly path: string;
  readonly file: number;
  readonly hash: Hash;
  bytes: number;
}

export class Uploads implements UploadsService {
  readonly #parent: string;
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #uploads = new Map<string, Upload>();

  constructor(dataFolder: string, maxBytes = maxUploadBytes) {
    this.#parent = join(dataFolder, "uploads");
    const { pid, start } = identityOf(process.pid);
    this.#folder = join(this.#parent, `${pid}-${start ?? "unknown"}`);
    this.#maxBytes = maxBytes;
  }

  /** Removes what processes left that are gone. */
  removeAbandoned(): void {
    for (const name of foldersIn(this.#parent)) {
      const [pid = "", start = ""] = name.split("-");
      const owner = { pid: Number(pid), start: start === "unknown" ? null : start };
      const isOurs = Number.isInteger(owner.pid) && owner.pid > 0;
      if (isOurs && !isAlive(owner)) {
        rmSync(join(this.#parent, name), { recursive: true, force: true });
      }
    }
  }

  async begin(): Promise<Result<{ readonly upload: string }>> {
    const upload = randomUUID();
    const path = join(this.#folder, upload);
    try {
      mkdirSync(this.#folder, { recursive: true });
      const file = openSync(path, "wx");
      this.#uploads.set(upload, { path, file, hash: createHash("sha256"), bytes: 0 });
      return success({ upload });
    } catch (error) {
      return failure("ioError", cannotKeep(this.#folder, error));
    }
  }

  async append(id: string, bytes: Uint8Array): Promise<Result<null>> {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return noSuchUpload(id);
    if (upload.bytes + bytes.byteLength > this.#maxBytes) {
      this.#drop(id);
      return failure("badInput", tooLarge(this.#maxBytes));
    }
    try {
      let written = 0;
      while (written < bytes.byteLength) {
        written += writeSync(upload.file, bytes, written, bytes.byteLength - written);
      }
    } catch (error) {
      this.#drop(id);
      return failure("ioError", cannotKeep(this.#folder, error));
    }
    upload.hash.update(bytes);
    upload.bytes += bytes.byteLength;
    return success(null);
  }

  async abandon(id: string): Promise<Result<null>> {
    if (!this.#uploads.has(id)) return noSuchUpload(id);
    this.#drop(id);
    return success(null);
  }

  /** Ends an upload; its file belongs to the caller from then on. */
  take(id: string): Result<UploadedFile> {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return noSuchUpload(id);
    this.#uploads.delete(id);
    closeSync(upload.file);
    const { path, bytes, hash } = upload;
    return success({ path, bytes, digest: hash.digest("hex") });
  }

  close(): void {
    for (const id of [...this.#uploads.keys()]) this.#drop(id);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #drop(id: string): void {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return;
    this.#uploads.delete(id);
    closeSync(upload.file);
    rmSync(upload.path, { force: true });
  }
}

const noSuchUpload = (id: string) =>
  failure("notFound", `upload ${id}: is not there any more; choose the file again`);

const tooLarge = (maxBytes: number) =>
  `the file is larger than ${(maxBytes / bytesPerGiB).toFixed(1)} GiB, the most that a browser may hand in; open it in ` +
  "the desktop app, or read it with: snapscope import FILE";

function cannotKeep(folder: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === "ENOSPC" ? "the disk is full" : (code ?? String(error));
  return (
    `${folder}: the file cannot be kept there (${reason}); free some space, or set SNAPSCOPE_DATA ` +
    "to a folder that has some"
  );
}
