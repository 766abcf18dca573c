/** Comparisons of what is in the library and of what was opened, in any mix. */
import * as z from "zod";
import {
  type Alignment,
  alignments,
  type ComparisonOfSides,
  leastEffectSchema,
  maxRecordings,
  maxSides,
} from "../comparison.ts";
import type { Result } from "../result.ts";
import { steadyFromMsSchema } from "../steady-state.ts";
import type { FileRef } from "./captures.ts";
import type { ExportedFile, ReportFormat } from "./exports.ts";
import { recordingRefSchema } from "./recordings.ts";

export const comparisonQuestionSchema = z.strictObject({
  sides: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(100).describe("what the side is called"),
        recordings: z.array(recordingRefSchema).min(1).max(maxRecordings),
        steadyFromMs: steadyFromMsSchema
          .exactOptional()
          .describe("in this comparison, in place of what is kept with its run"),
      }),
    )
    .min(2)
    .max(maxSides)
    .describe("the base first"),
  primary: z
    .string()
    .max(100)
    .exactOptional()
    .describe("metric that was named before anything was run; default: throughput"),
  metric: z
    .string()
    .max(100)
    .exactOptional()
    .describe("metric that is told of first, corrected for all others unless it was named"),
  leastEffect: leastEffectSchema.exactOptional(),
});
export type ComparisonQuestion = z.infer<typeof comparisonQuestionSchema>;

/** How a comparison that was exported whole calls itself; `docs/formats/comparison-file.md`. */
export const comparisonFileExtension = ".snapscope-comparison";

export const sharedComparisonSchema = comparisonQuestionSchema.extend({
  align: z.enum(alignments),
});
export type SharedComparison = z.infer<typeof sharedComparisonSchema>;

/** With recordings that are in this library. */
export interface OpenedComparison
  extends Pick<ComparisonQuestion, "sides" | "metric" | "leastEffect"> {
  /** Null: none was named. */
  readonly primary: string | null;
  readonly align: Alignment;
}

export interface ComparisonsService {
  /** Reads what it has to; of a run under way and of a log being read, what there is. */
  compare(question: ComparisonQuestion, signal?: AbortSignal): Promise<Result<ComparisonOfSides>>;
  /** The comparison as a file: html, pdf, csv or json. */
  export(
    question: ComparisonQuestion,
    format: ReportFormat,
    signal?: AbortSignal,
  ): Promise<Result<ExportedFile>>;
  /** A file that opens elsewhere: the recordings of all sides, and what was asked of them. */
  share(comparison: SharedComparison, signal?: AbortSignal): Promise<Result<ExportedFile>>;
  /** Such a file: its recordings come into the library, as far as they are not there. */
  open(file: FileRef): Promise<Result<OpenedComparison>>;
}
