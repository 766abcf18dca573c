/**
 * What the advisor recommends after a run: a change of its settings, the figures of the run that speak
 * for it, and what it promises, which a comparison of both settings tests. docs/internals/advisor.md has
 * the rules and their sources.
 */
import * as z from "zod";
import { metricSchema } from "./metric.ts";

/** In the order in which they are told. */
export const ruleIds = [
  "snapshotVolume",
  "severalSnapshots",
  "indexMaintenance",
  "bottleneck",
] as const;

export const evidenceSchema = z.strictObject({
  label: z.string(),
  value: z.number(),
  unit: metricSchema.shape.unit,
});
export type Evidence = Readonly<z.infer<typeof evidenceSchema>>;

export const recommendationSchema = z.strictObject({
  rule: z.enum(ruleIds),
  title: z.string().describe("what to do, a sentence"),
  reason: z.string().describe("why it helps, a sentence"),
  evidence: z.array(evidenceSchema).min(1).describe("figures of this run"),
  change: z.string().describe("what would be different, a sentence"),
  both: z
    .array(z.string())
    .describe("settings that both sides of the comparison need, as --set reads them"),
  settings: z
    .array(z.string())
    .min(1)
    .describe("the change, made to the run's own scenario, as compare --with reads it"),
  promise: z
    .strictObject({
      metric: z.string().describe("id of the metric that the comparison asks about"),
      name: metricSchema.shape.name,
      direction: z.enum(["falls", "rises", "stays"]),
    })
    .describe("what the change does to the run, if the rule is right"),
});
export type Recommendation = Readonly<z.infer<typeof recommendationSchema>>;
