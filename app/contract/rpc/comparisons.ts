/** Comparisons of what is in the library and of what was opened, in any mix. */
import * as z from "zod";
import { type ComparisonOfSides, maxRecordings, maxSides } from "../comparison.ts";
import type { Result } from "../result.ts";
import { steadyFromMsSchema } from "../steady-state.ts";
import { recordingRefSchema } from "./recordings.ts";
import type { ExportedFile, ReportFormat } from "./services.ts";

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
});
export type ComparisonQuestion = z.infer<typeof comparisonQuestionSchema>;

export interface ComparisonsService {
  /** Reads what it has to; of a run under way and of a log being read, what there is. */
  compare(question: ComparisonQuestion): Promise<Result<ComparisonOfSides>>;
  /** As a file: html, pdf, csv or json. */
  export(question: ComparisonQuestion, format: ReportFormat): Promise<Result<ExportedFile>>;
}
