/** A number that recordings are compared by: its name, its unit, and which way it is better. */
import * as z from "zod";

export const metricSchema = z.strictObject({
  name: z.string().describe('as within a sentence: "p99", "throughput"'),
  unit: z
    .union([
      z.enum(["milliseconds", "duration", "bytes", "share"]),
      z.strictObject({ name: z.string() }),
    ])
    .describe(
      "milliseconds: response times; duration: ms, written with the unit that fits; share: 0 to 1; else the unit itself",
    ),
  better: z.enum(["higher", "lower"]).nullable().describe("null: neither is"),
});
export type Metric = Readonly<z.infer<typeof metricSchema>>;
