/**
 * The `sweep` of a scenario file: which values of it are varied. It is no part of what one run is, so
 * `resolveScenario` leaves it out; docs/formats/study.md has examples.
 */
import * as z from "zod";
import { integer } from "./fields.ts";
import { parseWith } from "./issues.ts";
import { type Result, success } from "./result.ts";
import { scenarioSchema } from "./scenario.ts";
import { mostRepeats, mostStudyRuns, usualRepeats } from "./study.ts";

const pathSchema = z
  .string()
  .min(1)
  .max(200)
  .describe('place in the scenario, as --set names it: "workload.users"');

const valuesSchema = z.strictObject({
  path: pathSchema,
  values: z.array(z.unknown()).min(1).max(mostStudyRuns).describe("the values that it takes"),
});

const steppedSchema = z.strictObject({
  path: pathSchema,
  from: z.number().describe("first value"),
  to: z.number().describe("where the values end; itself one of them if a step meets it"),
  step: z.number().positive().describe("distance of two values"),
});

const countedSchema = z.strictObject({
  path: pathSchema,
  from: z.number().describe("first value"),
  to: z.number().describe("last value"),
  count: integer(2, mostStudyRuns, "how many values, at equal distances"),
});

export const sweepParameterSchema = z.union([valuesSchema, steppedSchema, countedSchema]);
export type SweepParameter = z.infer<typeof sweepParameterSchema>;

const mostParameters = 8;

export const sweepSchema = z
  .strictObject({
    parameters: z
      .array(sweepParameterSchema)
      .min(1)
      .max(mostParameters)
      .describe("what is varied; of several, every combination is run"),
    repeats: integer(
      1,
      mostRepeats,
      "runs of each combination, each from a seed of its own",
    ).default(usualRepeats),
  })
  .describe("which values of the scenario are varied by: snapscope sweep");

export type Sweep = z.infer<typeof sweepSchema>;

/** What a scenario file may hold. */
export const scenarioFileSchema = scenarioSchema.safeExtend({ sweep: sweepSchema.optional() });

/** The document of one run, and its sweep; null: it has none. Neither is checked. */
export function splitSweep(raw: unknown): { readonly document: unknown; readonly sweep: unknown } {
  if (typeof raw !== "object" || raw === null || !("sweep" in raw)) {
    return { document: raw, sweep: null };
  }
  const { sweep, ...document } = raw;
  return { document, sweep };
}

/** Null: there is none. `what`: the document's name, for the message. */
export function parseSweep(sweep: unknown, what: string): Result<Sweep | null> {
  return sweep === null ? success(null) : parseWith(sweepSchema, sweep, `${what}: sweep`);
}
