/** Where the bytes of a file are that somebody refers to: at a path, or in an upload. */
import { statSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { failure, type Result, success } from "../contract/result.ts";
import type { FileRef } from "../contract/rpc/captures.ts";
import type { Uploads } from "./uploads/uploads.ts";

const bytesPerMiB = 1024 * 1024;

export interface LocatedFile {
  /** The name that the person knows. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** SHA-256 of an upload, whose file may be moved and has to be removed; null: somebody's own. */
  readonly uploadDigest: string | null;
}

/** Whether who asks may have the file at an absolute path read. */
export type MayRead = (path: string) => boolean | Promise<boolean>;

export class FileRefs {
  readonly #uploads: Uploads;
  readonly #mayRead: MayRead;

  constructor(uploads: Uploads, mayRead: MayRead) {
    this.#uploads = uploads;
    this.#mayRead = mayRead;
  }

  async locate(ref: FileRef): Promise<Result<LocatedFile>> {
    if ("upload" in ref) {
      const taken = this.#uploads.take(ref.upload);
      if (!taken.ok) return taken;
      const { path, bytes, digest } = taken.value;
      return success({ name: ref.name, path, bytes, modifiedMs: 0, uploadDigest: digest });
    }
    if (!(await this.#mayRead(resolve(ref.path)))) {
      return failure(
        "badInput",
        `${ref.name}: a page may not name files of this machine that nobody chose; choose the file, or drop it on the window`,
      );
    }
    return locatePath(ref.name, ref.path);
  }

  /** A whole file, of at most `maxBytes`. An upload is gone afterwards. */
  async bytes(ref: FileRef, maxBytes: number): Promise<Result<Uint8Array>> {
    const located = await this.locate(ref);
    if (!located.ok) return located;
    const { path, bytes, uploadDigest } = located.value;
    try {
      if (bytes > maxBytes) return failure("badInput", tooLarge(ref.name, bytes, maxBytes));
      return success(await readFile(path));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      return failure("badInput", cannotRead(path, code));
    } finally {
      if (uploadDigest !== null) await rm(path, { force: true });
    }
  }
}

const tooLarge = (name: string, bytes: number, maxBytes: number) =>
  `${name}: has ${Math.ceil(bytes / bytesPerMiB)} MiB; allowed: at most ${maxBytes / bytesPerMiB} MiB`;

/** A file of this machine's disk. */
export function locatePath(name: string, path: string): Result<LocatedFile> {
  const absolute = resolve(path);
  try {
    const status = statSync(absolute);
    if (!status.isFile()) {
      const what = status.isDirectory() ? "a folder" : "no ordinary file";
      return failure("badInput", `${absolute}: is ${what}; choose a file`);
    }
    const { size, mtimeMs } = status;
    return success({ name, path: absolute, bytes: size, modifiedMs: mtimeMs, uploadDigest: null });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return failure(code === "ENOENT" ? "notFound" : "badInput", cannotRead(absolute, code));
  }
}

const cannotRead = (path: string, code: string) =>
  `${path}: cannot be read (${code}); ` +
  (code === "ENOENT" ? "choose the file where it is now" : "make it readable, or choose another");
