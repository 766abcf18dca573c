/** Captures as services offer them: files of a server, opened together and read in the background. */
import * as z from "zod";
import type { CaptureOverview, FileKind } from "../capture.ts";
import type { Result } from "../result.ts";
import type { ReadingProgress } from "./records.ts";

/** Where the bytes of a file are: on a disk that the services see too, or handed in beforehand. */
export const fileRefSchema = z.union([
  z.strictObject({ name: z.string().min(1).max(255), path: z.string().min(1).max(4096) }),
  z.strictObject({ name: z.string().min(1).max(255), upload: z.uuid() }),
]);
export type FileRef = z.infer<typeof fileRefSchema>;

export const maxFilesOfCapture = 100;
/** A piece of an upload. */
export const maxUploadPieceBytes = 8 * 1024 * 1024;

/**
 * Files from a page that has no paths, piece by piece. What is not used within the session is
 * removed with it.
 */
export interface UploadsService {
  begin(): Promise<Result<{ readonly upload: string }>>;
  /** Pieces come in order. */
  append(upload: string, bytes: Uint8Array): Promise<Result<null>>;
  abandon(upload: string): Promise<Result<null>>;
}

export interface CaptureEntry {
  readonly id: string;
  /** "ERRORLOG", "ERRORLOG and 2 more". */
  readonly title: string;
  /** UTC, ISO 8601. */
  readonly openedAt: string;
  readonly files: readonly {
    readonly name: string;
    readonly kind: FileKind;
    readonly bytes: number;
  }[];
  /** Null until it was read to its end once. */
  readonly records: number | null;
}

/** Why one of several files was left out of a capture. */
export interface RefusedFile {
  readonly name: string;
  readonly message: string;
}

export interface OpenedCapture {
  readonly entry: CaptureEntry;
  readonly refused: readonly RefusedFile[];
}

/** `overview` is null in pieces that only tell of progress. The last piece is not "reading". */
export interface CaptureUpdate {
  readonly progress: ReadingProgress;
  readonly overview: CaptureOverview | null;
}

export interface CapturesService {
  list(): Promise<readonly CaptureEntry[]>;
  /** Fails when none of the files can be opened; the others are in `refused`. */
  open(files: readonly FileRef[]): Promise<Result<OpenedCapture>>;
  /** The paper's log, which comes with the program. */
  openSample(): Promise<Result<OpenedCapture>>;
  remove(id: string): Promise<Result<null>>;
}
