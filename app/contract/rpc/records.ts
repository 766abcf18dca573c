/** Records of an ERRORLOG, a run's or a server's: filtered, counted, searched and shown in parts. */
import * as z from "zod";
import type { PhaseName } from "../phase.ts";

export interface ReadingProgress {
  readonly state: "reading" | "complete" | "cancelled" | "failed";
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly records: number;
  /** Why it failed, for a person. */
  readonly message: string | null;
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

/** Lets all records through. */
export const noRecordFilter: RecordFilter = {
  files: null,
  sources: null,
  kinds: null,
  phases: null,
  minimumSeverity: null,
  span: null,
  query: null,
};

export interface RecordRow {
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
  /** The error that this record states or explains. */
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

export interface RecordRows {
  /** Rows of the filter so far; grows while the capture is read, or a text filter runs. */
  readonly count: number;
  /** Whether `count` is final. */
  readonly complete: boolean;
  readonly rows: readonly RecordRow[];
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface RecordFacets {
  readonly files: readonly FacetCount[];
  readonly sources: readonly FacetCount[];
  readonly kinds: readonly FacetCount[];
  readonly phases: readonly FacetCount[];
  /** By severity: "16". */
  readonly severities: readonly FacetCount[];
}

/** Where a query matches among the rows of a filter. */
export interface RecordHits {
  readonly total: number;
  readonly complete: boolean;
  /** Rows of hits to mark along the scrollbar: all, or an even choice of them. */
  readonly marks: readonly number[];
  /** Their times, for the charts. */
  readonly times: readonly number[];
}
