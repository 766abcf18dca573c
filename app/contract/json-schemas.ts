/** The contract as JSON Schema, derived: for editors, and for tools in other languages. */
import * as z from "zod";
import { bandSchema } from "./band.ts";
import { commandSchema } from "./command.ts";
import { comparisonReportSchema } from "./comparison.ts";
import { forecastSchema } from "./forecast.ts";
import { frameSchema } from "./frame.ts";
import { importedCaptureSchema } from "./imported-capture.ts";
import { planResultSchema } from "./plan-result.ts";
import { protectionPlanSchema } from "./protection-plan.ts";
import { reportSchema } from "./report.ts";
import { studySchema } from "./study.ts";
import { summarySchema } from "./summary.ts";
import { scenarioFileSchema } from "./sweep.ts";

const schemas = {
  scenario: scenarioFileSchema,
  command: commandSchema,
  frame: frameSchema,
  summary: summarySchema,
  report: reportSchema,
  comparison: comparisonReportSchema,
  capture: importedCaptureSchema,
  study: studySchema,
  band: bandSchema,
  forecast: forecastSchema,
  plan: protectionPlanSchema,
  planResult: planResultSchema,
};

export type SchemaName = keyof typeof schemas;
export const schemaNames = Object.keys(schemas) as SchemaName[];

/** What may be written, so that fields with a default are optional. */
export const jsonSchema = (name: SchemaName) => z.toJSONSchema(schemas[name], { io: "input" });
