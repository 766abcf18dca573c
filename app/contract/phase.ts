/**
 * Phases of a snapshot's creation, in one shape whether an engine reported them or a log was read.
 * Times are milliseconds from `origin`, which every document that holds phases carries.
 */
import * as z from "zod";

/** In the order in which a creation goes through them. */
export const phaseNames = [
  "files",
  "checkpoint",
  "open",
  "startup",
  "analysis",
  "redo",
  "undo",
  "complete",
] as const;

/** logged: stated by the source; derived: computed from it; bound: no later (or earlier) than this. */
export const timeSourceSchema = z.enum(["logged", "derived", "bound"]);

export const phaseSchema = z.looseObject({
  snapshot: z.string().nullable().describe("null: an automatic checkpoint, of no creation"),
  name: z.enum(phaseNames),
  startMs: z.number().describe("ms from origin"),
  endMs: z
    .number()
    .nullable()
    .describe("ms from origin; null while open, or where a log breaks off"),
  startSource: timeSourceSchema.optional(),
  endSource: timeSourceSchema.nullable().optional(),
  figures: z.record(z.string(), z.unknown()).default({}),
});

export type PhaseName = (typeof phaseNames)[number];
export type TimeSource = z.infer<typeof timeSourceSchema>;
export type Phase = z.infer<typeof phaseSchema>;
