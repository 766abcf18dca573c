/** A report of a capture in each of its formats; the PDF is the HTML, printed. */
import type { CaptureReport } from "../../contract/capture-report.ts";
import { assertNever, type Result, success } from "../../contract/result.ts";
import type { ExportedFile, ReportFormat } from "../../contract/rpc/services.ts";
import { captureReportCsv, captureReportJson } from "../../report/capture/capture-files.ts";
import { captureReportHtml } from "../../report/capture/capture-html.ts";
import type { NoPdfPrinter, PdfPrinter } from "../pdf-printer.ts";
import { printed } from "../pdf-printer.ts";
import { plainFileName } from "../plain-file-name.ts";
import { mediaTypes } from "../report-formats.ts";

export interface PrintContext {
  readonly printPdf: PdfPrinter | NoPdfPrinter;
  readonly signal?: AbortSignal;
}

export async function captureReportFile(
  report: CaptureReport,
  format: ReportFormat,
  context: PrintContext,
): Promise<Result<ExportedFile>> {
  const bytes = await rendered(report, format, context);
  if (!bytes.ok) return bytes;
  const fileName = captureReportFileName(report.title, format);
  return success({ fileName, mediaType: mediaTypes[format], bytes: bytes.value });
}

/** "errorlog-and-2-more-report.html"; the CSV has the phases. */
export const captureReportFileName = (title: string, format: ReportFormat): string =>
  `${plainFileName(title, "capture")}-${format === "csv" ? "phases" : "report"}.${format}`;

async function rendered(
  report: CaptureReport,
  format: ReportFormat,
  { printPdf, signal }: PrintContext,
): Promise<Result<Uint8Array>> {
  const encode = (text: string) => success(new TextEncoder().encode(text));
  switch (format) {
    case "html":
      return encode(captureReportHtml(report));
    case "json":
      return encode(captureReportJson(report));
    case "csv":
      return encode(captureReportCsv(report));
    case "pdf":
      return printed(captureReportHtml(report), printPdf, signal);
    default:
      return assertNever(format);
  }
}
