/** Captures as services offer them: opened from files, read in the background, shown in parts. */
import * as z from "zod";
import type { CaptureOverview, FileKind } from "../capture.ts";
import type { PhaseName } from "../phase.ts";
import type { Result } from "../result.ts";

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

export interface CaptureProgress {
  readonly state: "reading" | "complete" | "cancelled" | "failed";
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly records: number;
  /** Why it failed, for a person. */
  readonly message: string | null;
}

/** `overview` is null in pieces that only tell of progress. The last piece is not "reading". */
export interface CaptureUpdate {
  readonly progress: CaptureProgress;
  readonly overview: CaptureOverview | null;
}

export const textQuerySchema = z.strictObject({
  text: z.string().min(1).max(1000),
  pattern: z.boolean().describe("a regular expression, without regard to case"),
});
export type TextQuery = z.infer<typeof textQuerySchema>;

/** A record has to satisfy every part that is not null. */
export const recordFilterSchema = z.strictObject({
  files: z.array(z.int()).nullable(),
  sources: z.array(z.string()).nullable(),
  kinds: z.array(z.string()).nullable(),
  phases: z.array(z.string()).nullable().describe('"none": outside every phase'),
  minimumSeverity: z.int().nullable().describe("1: errors only"),
  span: z.strictObject({ fromMs: z.number(), toMs: z.number() }).nullable(),
  query: textQuerySchema.nullable().describe("whose text matches"),
});
export type RecordFilter = z.infer<typeof recordFilterSchema>;

export interface CaptureRow {
  /** Position among all records, from 0. */
  readonly record: number;
  readonly file: number;
  readonly line: number;
  /** Null for lines that belong to no record, and records without a time. */
  readonly atMs: number | null;
  readonly source: string;
  /** The message with its continuation lines; cut at `maxRowText`. */
  readonly text: string;
  readonly cut: boolean;
  readonly kind: string;
  /** Of the error that this record states or explains. */
  readonly error: {
    readonly number: number;
    readonly severity: number;
    readonly state: number;
  } | null;
  /** What its kind tells of; which band it lies in is seen from its time. */
  readonly phase: PhaseName | null;
  /** Database or snapshot that the message names. */
  readonly database: string | null;
}

/** Characters of a row; the whole text of a record can be exported. */
export const maxRowText = 65_536;
export const maxRowsAtOnce = 1000;

export interface CaptureRows {
  /** Rows of the filter so far; grows while the capture is read, or a text filter runs. */
  readonly count: number;
  /** Whether `count` is final. */
  readonly complete: boolean;
  readonly rows: readonly CaptureRow[];
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface CaptureFacets {
  readonly files: readonly FacetCount[];
  readonly sources: readonly FacetCount[];
  readonly kinds: readonly FacetCount[];
  readonly phases: readonly FacetCount[];
  /** By severity: "16". */
  readonly severities: readonly FacetCount[];
}

/** Where a query matches among the rows of a filter. */
export interface CaptureHits {
  readonly total: number;
  readonly complete: boolean;
  /** Rows of hits to mark along the scrollbar: all, or an even choice of them. */
  readonly marks: readonly number[];
  /** Their times, for the charts. */
  readonly times: readonly number[];
}

export interface CapturesService {
  list(): Promise<readonly CaptureEntry[]>;
  /** Fails when none of the files can be opened; the others are in `refused`. */
  open(files: readonly FileRef[]): Promise<Result<OpenedCapture>>;
  /** The paper's log, which comes with the program. */
  openSample(): Promise<Result<OpenedCapture>>;
  remove(id: string): Promise<Result<null>>;
}
