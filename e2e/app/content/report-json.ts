/** The JSON report, by its schema and against what was recorded. */
import { expect } from "@playwright/test";
import * as z from "zod";
import { type Report, reportSchema } from "../../../app/contract/report.ts";
import { snapscope } from "../fixtures/program.ts";
import type { RecordedRun } from "./recorded-run.ts";

export async function expectJsonOfRun(
  text: string,
  run: RecordedRun,
  dataFolder: string,
): Promise<Report> {
  const document: unknown = JSON.parse(text);
  // What another program would validate by is the schema as printed, not the one in our code.
  const printed = JSON.parse(await snapscope(dataFolder, "schema", "report"));
  z.fromJSONSchema(printed).parse(document);
  const report = reportSchema.parse(document);
  // An exported run has its lines among the events alone.
  expect({ ...report.summary, errorlog: [] }).toEqual(run.summary);
  expect(report.errorlog).toEqual(run.errorlog);
  expect(report.samples.samplesPerPoint).toBe(1);
  expect(report.samples.timeMs).toEqual(run.timeMs);
  for (const { id, values } of report.samples.lanes) {
    expect(values, id).toEqual(id === "p99Ms" ? run.p99Ms : run.counters[id]);
  }
  return report;
}
