/** A comparison as a file, in each of the formats of a report. */
import { type ComparisonReport, comparisonReportSchema } from "../contract/comparison.ts";
import { parseWith } from "../contract/issues.ts";
import { assertNever, type Result, success } from "../contract/result.ts";
import type { ExportedFile, ReportFormat } from "../contract/rpc/exports.ts";
import { comparisonCsv } from "../report/comparison/comparison-csv.ts";
import { type PrintContext, printed } from "./pdf-printer.ts";
import { plainFileName } from "./plain-file-name.ts";
import { mediaTypes } from "./report-file.ts";

export async function comparisonFile(
  report: ComparisonReport,
  format: ReportFormat,
  context: PrintContext,
): Promise<Result<ExportedFile>> {
  const bytes = await rendered(report, format, context);
  if (!bytes.ok) return bytes;
  const fileName = `${plainFileName(report.title, "comparison")}-comparison.${format}`;
  return success({ fileName, mediaType: mediaTypes[format], bytes: bytes.value });
}

async function rendered(
  report: ComparisonReport,
  format: ReportFormat,
  { printPdf, signal }: PrintContext,
): Promise<Result<Uint8Array>> {
  const encode = (text: string) => success(new TextEncoder().encode(text));
  switch (format) {
    case "csv":
      return encode(comparisonCsv(report.comparison, report.band));
    case "json": {
      const checked = parseWith(comparisonReportSchema, report, "comparison", "protocol");
      return checked.ok ? encode(`${JSON.stringify(checked.value, null, 2)}\n`) : checked;
    }
    case "html":
      return encode(await htmlOf(report));
    case "pdf":
      return printed(await htmlOf(report), printPdf, signal);
    default:
      return assertNever(format);
  }
}

/** What draws it is loaded when it is wanted. */
async function htmlOf(report: ComparisonReport): Promise<string> {
  const { renderComparison } = await import("../report/html/report-html.tsx");
  return renderComparison(report);
}
