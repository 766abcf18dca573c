/**
 * Reports of runs. All four formats are renderings of one model; the PDF is the HTML, printed by
 * whatever this host has for it.
 */
import type { ReportMachine } from "../contract/report.ts";
import { assertNever, failure, type Result, success } from "../contract/result.ts";
import type { ExportedFile, ReportFormat, ReportsService } from "../contract/rpc/services.ts";
import type { RecordedTimeline } from "../contract/rpc/timeline-data.ts";
import { renderHtml } from "../report/html/report-html.ts";
import { renderJson } from "../report/report-json.ts";
import { buildReport, type ReportSource } from "../report/report-model.ts";
import { samplesCsv } from "../report/samples-csv.ts";
import type { NoPdfPrinter, PdfPrinter } from "./pdf-printer.ts";
import { machineFacts } from "./system-info.ts";

export interface ReportsOptions {
  /** A recording at no more than so many points; `allSamples` gives it as it was measured. */
  timelineOf(runId: string, points: number): Promise<Result<RecordedTimeline>>;
  readonly printPdf: PdfPrinter | NoPdfPrinter;
  readonly machine?: () => ReportMachine;
  readonly now?: () => Date;
}

export const allSamples = Number.MAX_SAFE_INTEGER;

/** More than a printer can show across a page, and few enough for a file that opens at once. */
export const reportPoints = 2000;

/** What a report of this format has to be made from. */
export const pointsFor = (format: ReportFormat): number =>
  format === "csv" ? allSamples : reportPoints;

export function createReports({
  timelineOf,
  printPdf,
  machine = machineFacts,
  now = () => new Date(),
}: ReportsOptions): ReportsService {
  return {
    async preview(runId) {
      const recorded = await timelineOf(runId, reportPoints);
      if (!recorded.ok) return recorded;
      const context = { machine: machine(), generatedAt: now() };
      return success({ html: renderHtml(buildReport(recorded.value, context)) });
    },
    async export(runId, format) {
      const recorded = await timelineOf(runId, pointsFor(format));
      if (!recorded.ok) return recorded;
      const context = { machine: machine(), printPdf, generatedAt: now() };
      return exportReport(recorded.value, format, context);
    },
  };
}

export interface ExportContext {
  readonly machine: ReportMachine;
  readonly generatedAt: Date;
  readonly printPdf: PdfPrinter | NoPdfPrinter;
  readonly signal?: AbortSignal;
}

const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  html: "text/html",
  pdf: "application/pdf",
  csv: "text/csv",
  json: "application/json",
};

/** One file of a recording that was read with `pointsFor(format)`. */
export async function exportReport(
  source: ReportSource,
  format: ReportFormat,
  context: ExportContext,
): Promise<Result<ExportedFile>> {
  const bytes = await rendered(source, format, context);
  if (!bytes.ok) return bytes;
  return success({
    fileName: reportFileName(source.entry.name, format),
    mediaType: mediaTypes[format],
    bytes: bytes.value,
  });
}

async function rendered(
  source: ReportSource,
  format: ReportFormat,
  context: ExportContext,
): Promise<Result<Uint8Array>> {
  const encode = (text: string) => new TextEncoder().encode(text);
  switch (format) {
    case "csv":
      return success(
        encode(samplesCsv(source.series, source.origin, source.scenario.database.name)),
      );
    case "json": {
      const json = renderJson(buildReport(source, context));
      return json.ok ? success(encode(json.value)) : json;
    }
    case "html":
      return success(encode(renderHtml(buildReport(source, context))));
    case "pdf":
      return typeof context.printPdf === "function"
        ? context.printPdf(renderHtml(buildReport(source, context)), context.signal)
        : failure("notFound", `PDF: nothing here can print it; ${context.printPdf.fix}`);
    default:
      return assertNever(format);
  }
}

/** "creation-under-load-report.html": a name that every file system takes. */
export function reportFileName(runName: string, format: ReportFormat): string {
  const plain = runName
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 60);
  return `${plain === "" ? "run" : plain}-${format === "csv" ? "samples" : "report"}.${format}`;
}
