/** A report as a file, in each of its formats: all of them are renderings of one model. */
import { parseWith } from "../contract/issues.ts";
import { reportSchema } from "../contract/report.ts";
import { assertNever, type Result, success } from "../contract/result.ts";
import type { ExportedFile, ReportFormat } from "../contract/rpc/exports.ts";
import type { ReportPreview } from "../contract/rpc/services.ts";
import { phasesCsv } from "../report/phases-csv.ts";
import type { ReportInput } from "../report/report-input.ts";
import { buildReport } from "../report/report-model.ts";
import { samplesCsv } from "../report/samples-csv.ts";
import { type PrintContext, printed } from "./pdf-printer.ts";
import { plainFileName } from "./plain-file-name.ts";

export const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  html: "text/html",
  pdf: "application/pdf",
  csv: "text/csv",
  json: "application/json",
};

/** What the CSV is of: the samples of an engine, else the phases of a log. */
type CsvContent = "samples" | "phases";

/** "creation-under-load-report.html", "errorlog-and-2-more-phases.csv". */
export const reportFileName = (title: string, format: ReportFormat, csv: CsvContent): string =>
  `${plainFileName(title, "recording")}-${format === "csv" ? csv : "report"}.${format}`;

export async function reportFile(
  input: ReportInput,
  format: ReportFormat,
  context: PrintContext,
): Promise<Result<ExportedFile>> {
  const bytes = await rendered(input, format, context);
  if (!bytes.ok) return bytes;
  const fileName = reportFileName(input.title, format, input.run === null ? "phases" : "samples");
  return success({ fileName, mediaType: mediaTypes[format], bytes: bytes.value });
}

async function rendered(
  input: ReportInput,
  format: ReportFormat,
  { printPdf, signal }: PrintContext,
): Promise<Result<Uint8Array>> {
  const encode = (text: string) => success(new TextEncoder().encode(text));
  switch (format) {
    case "csv":
      return encode(csvOf(input));
    case "json": {
      const json = jsonOf(input);
      return json.ok ? encode(json.value) : json;
    }
    case "html":
      return encode(await htmlOf(input));
    case "pdf":
      return printed(await htmlOf(input), printPdf, signal);
    default:
      return assertNever(format);
  }
}

/** What draws it is loaded when it is wanted: a program that starts has no need of it. */
const drawing = () => import("../report/html/report-html.tsx");

async function htmlOf(input: ReportInput): Promise<string> {
  const { renderHtml } = await drawing();
  return renderHtml(buildReport(input));
}

/** The HTML as it is exported, and what can be edited of it. */
export async function previewOf(input: ReportInput): Promise<ReportPreview> {
  const { outlineOf, renderHtml } = await drawing();
  const report = buildReport(input);
  return { html: renderHtml(report), sections: outlineOf(report, input.title) };
}

const csvOf = (input: ReportInput): string =>
  input.run === null
    ? phasesCsv(buildReport(input))
    : samplesCsv(input.timeline.series, input.run.origin, input.run.scenario.database.name);

/** With every digit. A recording from elsewhere may hold what the schema refuses. */
function jsonOf(input: ReportInput): Result<string> {
  const checked = parseWith(reportSchema, buildReport(input), "report", "protocol");
  return checked.ok ? success(`${JSON.stringify(checked.value, null, 2)}\n`) : checked;
}
