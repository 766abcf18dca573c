/**
 * From when on a recording is steady: found in its samples, or set by a person. The warm-up of a scenario
 * is planned, and left out of every number; the steady state is measured, and matters where the samples
 * of one run are compared with those of another.
 */
import * as z from "zod";

export const steadyFromMsSchema = z
  .number()
  .min(0)
  .describe("a person's word for where its steady state begins, ms of engine time");

export const detectedSteadySchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("steady"),
    fromMs: z
      .number()
      .describe("ms from origin; the end of the warm-up where all after it is steady"),
  }),
  z.strictObject({
    kind: z.literal("neverSteady"),
    message: z.string().describe("why, as a sentence"),
  }),
  z.strictObject({ kind: z.literal("notMeasured") }),
]);
export type DetectedSteady = Readonly<z.infer<typeof detectedSteadySchema>>;

export const steadyStateSchema = z.strictObject({
  warmupEndMs: z.number().describe("of the scenario; 0: it has none"),
  detected: detectedSteadySchema,
  chosenMs: steadyFromMsSchema.nullable().describe("takes its place; null: nobody said so"),
});
export type SteadyState = Readonly<z.infer<typeof steadyStateSchema>>;

/** What counts: a person's word before what was found; null: there is no steady state. */
export const steadyFromMs = ({ chosenMs, detected }: SteadyState): number | null =>
  chosenMs ?? (detected.kind === "steady" ? detected.fromMs : null);
