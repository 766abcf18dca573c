/**
 * What a result is over all that is assumed: of each metric the lowest and the highest value beside the
 * one that is given, and which assumption moves it how far. docs/formats/band.md gives the reasons.
 */
import * as z from "zod";
import { metricSchema } from "./metric.ts";

const measured = z.number().nullable();

const bandFigureSchema = z.strictObject({
  path: z.string().describe("in the scenario, as --set reads it"),
  name: z.string().describe('within a sentence: "Q’s rotation"'),
  given: z.string().describe("with its unit"),
  slow: z.string().describe('the slow end of its range, with its unit; "none": no such part'),
  fast: z.string(),
  source: z.string().describe("what the preset says of the figure"),
  reason: z.string().describe("why its range is no wider and no narrower"),
});
export type BandFigure = Readonly<z.infer<typeof bandFigureSchema>>;

const bandEndSchema = z
  .strictObject({ value: measured.describe("null: it did not happen within the run") })
  .nullable()
  .describe("null: not run, or not yet");

const bandRowSchema = z.strictObject({
  path: z.string().nullable().describe("of the figure; null: all of them together"),
  slow: bandEndSchema,
  fast: bandEndSchema,
});
export type BandRow = Readonly<z.infer<typeof bandRowSchema>>;

const bandMetricSchema = z.strictObject({
  id: z.string(),
  metric: metricSchema,
  given: z.number(),
  low: z.number().describe("lowest of all points"),
  high: z.number().describe("highest of all points"),
  rows: z.array(bandRowSchema).describe("all together, then each figure, what moves it most first"),
  sentence: z.string(),
});
export type BandMetric = Readonly<z.infer<typeof bandMetricSchema>>;

export const bandSchema = z
  .strictObject({
    studyId: z.uuid().describe("the study whose runs it is of"),
    repeats: z.int().describe("runs of each point; values are their medians"),
    metrics: z.array(bandMetricSchema).describe("those that the given scenario has a value of"),
    figures: z.array(bandFigureSchema).describe("all that is assumed"),
    unmoved: z
      .array(z.string())
      .describe("paths of figures that moved no metric by 1 % at either end"),
    notes: z.array(z.string()).describe("what limits it, each a sentence"),
  })
  .describe("what a result is over all that is assumed");
export type Band = Readonly<z.infer<typeof bandSchema>>;
