/** A page map that stands still: what of a data file was copied into a sparse file of it until a moment. */
import * as z from "zod";
import { pushCauses } from "./telemetry-catalog.ts";

const cause = z.enum(pushCauses);
const pages = z.int().describe("copied by this cause");
const regions = z.int().describe("64 KiB regions that took space on disk with them");

export const pageStillSchema = z.strictObject({
  snapshot: z
    .string()
    .describe("with when it was created and its data file where others are called so"),
  file: z.strictObject({
    id: z.int().describe("of the data file: the first half of (1:8519530)"),
    name: z.string(),
    pages: z.int(),
  }),
  atMs: z.number().describe("the moment that is shown, ms from origin"),
  note: z.string().nullable().describe("what one should know of it; null: nothing"),
  causes: z.array(z.strictObject({ cause, pages, regions })).describe("those that copied a page"),
  pagesPerCell: z.int().describe("a cell is so many neighbouring pages"),
  cells: z
    .array(z.strictObject({ cell: z.int().describe("0: the file's first"), cause, pages, regions }))
    .describe("those with copied pages, by cell, then by cause"),
});

export type PageStill = z.infer<typeof pageStillSchema>;
