/**
 * Reports of runs and of captures. All four formats are renderings of one model; the PDF is the HTML, printed by
 * whatever this host has for it.
 */
import type { ReportMachine } from "../contract/report.ts";
import { assertNever, type Result, success } from "../contract/result.ts";
import type {
  ExportedFile,
  ReportFormat,
  ReportSubject,
  ReportsService,
} from "../contract/rpc/services.ts";
import type { RecordedTimeline } from "../contract/rpc/timeline-data.ts";
import { captureReportHtml } from "../report/capture/capture-html.ts";
import { renderHtml } from "../report/html/report-html.ts";
import { renderJson } from "../report/report-json.ts";
import { buildReport, type ReportSource } from "../report/report-model.ts";
import { samplesCsv } from "../report/samples-csv.ts";
import { captureReportFile } from "./captures/capture-report-file.ts";
import { reportOfCapture } from "./captures/capture-reports.ts";
import type { Captures } from "./captures/captures-service.ts";
import { exportedRecords } from "./captures/exported-records.ts";
import { type NoPdfPrinter, type PdfPrinter, printed } from "./pdf-printer.ts";
import { plainFileName } from "./plain-file-name.ts";
import type { Recordings } from "./recordings/recordings-service.ts";
import { mediaTypes } from "./report-formats.ts";
import { machineFacts } from "./system-info.ts";

export interface ReportsOptions {
  /** A recording at no more than so many points; `allSamples` gives it as it was measured. */
  timelineOf(runId: string, points: number): Promise<Result<RecordedTimeline>>;
  readonly captures: Captures;
  readonly recordings: Recordings;
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
  captures,
  recordings,
  printPdf,
  machine = machineFacts,
  now = () => new Date(),
}: ReportsOptions): ReportsService {
  const captured = ({ recording, span }: ReportSubject) =>
    reportOfCapture(captures, {
      captureId: recording.id,
      span,
      machine: machine(),
      createdAt: now(),
    });
  return {
    async preview(subject) {
      if (subject.recording.kind === "capture") {
        const report = await captured(subject);
        return report.ok ? success({ html: captureReportHtml(report.value) }) : report;
      }
      const recorded = await timelineOf(subject.recording.id, reportPoints);
      if (!recorded.ok) return recorded;
      const context = { machine: machine(), generatedAt: now() };
      return success({ html: renderHtml(buildReport(recorded.value, context)) });
    },
    async export(subject, format) {
      if (subject.recording.kind === "capture") {
        const report = await captured(subject);
        return report.ok ? captureReportFile(report.value, format, { printPdf }) : report;
      }
      const recorded = await timelineOf(subject.recording.id, pointsFor(format));
      if (!recorded.ok) return recorded;
      const context = { machine: machine(), printPdf, generatedAt: now() };
      return exportReport(recorded.value, format, context);
    },
    async exportRecords(recording, filter, format) {
      const read = await recordings.whenRead(recording);
      if (!read.ok) return read;
      const { overview, log } = read.value;
      return exportedRecords(log, { title: overview.title, filter, format });
    },
  };
}

export interface ExportContext {
  readonly machine: ReportMachine;
  readonly generatedAt: Date;
  readonly printPdf: PdfPrinter | NoPdfPrinter;
  readonly signal?: AbortSignal;
}

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
      return printed(renderHtml(buildReport(source, context)), context.printPdf, context.signal);
    default:
      return assertNever(format);
  }
}

/** "creation-under-load-report.html"; the CSV has the samples. */
export const reportFileName = (runName: string, format: ReportFormat): string =>
  `${plainFileName(runName, "run")}-${format === "csv" ? "samples" : "report"}.${format}`;
