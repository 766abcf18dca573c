/**
 * What somebody made of the report of a recording: sections that are left out, titled or noted otherwise,
 * charts that were added, and the order of all of them. A chart is added as a reference, which the report
 * draws itself from the recording. A section that a report does not have is edited without effect.
 */
import * as z from "zod";

/** More lanes than these do not fit a page. */
export const maxReportLanes = 12;
/** Charts that somebody adds to one report. */
export const maxReportCharts = 50;

const id = z.string().min(1).max(200);

const editedSectionSchema = z.strictObject({
  id,
  leftOut: z.boolean().exactOptional(),
  title: z.string().min(1).max(200).exactOptional().describe("absent: its usual one"),
  note: z.string().min(1).max(10_000).exactOptional().describe("paragraphs above it, a line each"),
});

export const addedChartKinds = ["lanes", "phases", "waits", "responses"] as const;

const addedChartSchema = z.strictObject({
  id: id.describe("of the section that it is"),
  kind: z.enum(addedChartKinds),
  fromMs: z.number().describe("ms from origin"),
  toMs: z.number().describe("ms from origin"),
  lanes: z
    .array(z.string().max(500))
    .max(maxReportLanes)
    .describe("ids of counters, or p99Ms, in their order; of lanes alone"),
});

export const reportEditsSchema = z.strictObject({
  sections: z.array(editedSectionSchema).max(500),
  charts: z.array(addedChartSchema).max(maxReportCharts),
  order: z
    .array(id)
    .max(500)
    .describe(
      "ids of sections; one that is not among them stands after the one it usually follows",
    ),
});

export type ReportEdits = z.infer<typeof reportEditsSchema>;
export type EditedSection = ReportEdits["sections"][number];
export type AddedChart = ReportEdits["charts"][number];
export type AddedChartKind = AddedChart["kind"];
