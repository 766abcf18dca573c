/**
 * A study: runs of one scenario and of what it becomes by settings, each as often as there are repeats.
 * A comparison is a study of two points, a sweep one of many. docs/formats/study.md gives the reasons.
 */
import * as z from "zod";
import { integer } from "./fields.ts";

export const studyFormatVersion = 1;
/** How a sweep that is exported calls its study. */
export const studyFileName = "study.json";
/** More would take weeks on one machine, and fill its library. */
export const mostStudyRuns = 10_000;
/** More prove nothing that a hundred do not. */
export const mostRepeats = 1000;
/** What is compared by default: enough for a rank test to prove what is there. */
export const usualRepeats = 10;

export const studyPointSchema = z.strictObject({
  name: z.string().trim().min(1).max(100).exactOptional().describe("what people call it"),
  settings: z
    .array(z.string().min(3).max(20_000))
    .max(100)
    .describe('what makes it out of the base, each as "path=value"; none: the base itself'),
  assumed: z
    .strictObject({
      end: z.enum(["slow", "fast"]),
      figure: z.string().max(200).exactOptional().describe("its path; left out: all of them"),
    })
    .exactOptional()
    .describe("of a band: what is assumed and has here one end of its range"),
});

export type StudyPoint = z.infer<typeof studyPointSchema>;

/** Whether it asks what a result hangs on that is only assumed. */
export const isBandStudy = ({ points }: { readonly points: readonly StudyPoint[] }): boolean =>
  points.some(({ assumed }) => assumed !== undefined);

/** What is to be run. */
export const studyPlanSchema = z.strictObject({
  name: z.string().trim().min(1).max(100).describe("name of the study"),
  base: z
    .record(z.string(), z.unknown())
    .describe("scenario document that every point is made from (docs/formats/scenario.md)"),
  points: z.array(studyPointSchema).min(1).max(mostStudyRuns).describe("what is compared"),
  repeats: integer(1, mostRepeats, "runs of each point, the n-th of all points from one seed"),
  primary: z
    .string()
    .min(1)
    .max(100)
    .exactOptional()
    .describe("metric that the study asks about, named before anything runs"),
});

export type StudyPlan = z.infer<typeof studyPlanSchema>;

export const studySchema = studyPlanSchema
  .extend({
    formatVersion: z.literal(studyFormatVersion).describe("version of this format"),
    id: z.uuid().describe("id of the study"),
    createdUtc: z.iso.datetime().describe("UTC, ISO 8601"),
  })
  .describe("study");

export type Study = z.infer<typeof studySchema>;

/** Where a run of a study belongs. */
export const studyPlaceSchema = z.strictObject({
  id: z.uuid().describe("id of the study"),
  point: integer(0, mostStudyRuns - 1, "index among the points of the study"),
  repeat: integer(0, mostRepeats - 1, "index among the repeats: its seed is the base's plus this"),
});

export type StudyPlace = z.infer<typeof studyPlaceSchema>;
