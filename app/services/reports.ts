/**
 * Reports of runs and of captures. All four formats are renderings of one model; the PDF is the HTML, printed by
 * whatever this host has for it.
 */
import type { Band } from "../contract/band.ts";
import type { ReportMachine } from "../contract/report.ts";
import { type Result, success } from "../contract/result.ts";
import type { ReportFormat } from "../contract/rpc/exports.ts";
import type { RecordingRef } from "../contract/rpc/recordings.ts";
import type { DevicesService, ReportSubject, ReportsService } from "../contract/rpc/services.ts";
import type { RecordedTimeline } from "../contract/rpc/timeline-data.ts";
import type { Scenario } from "../contract/scenario.ts";
import { inputOfRun, type ReportedLog, type ReportInput } from "../report/report-input.ts";
import type { BookmarkStore } from "./bookmarks.ts";
import { reportedCapture } from "./captures/capture-reports.ts";
import { exportedRecords } from "./captures/exported-records.ts";
import { inputOfCapture, reportedLog } from "./captures/report-data.ts";
import type { NoPdfPrinter, PdfPrinter } from "./pdf-printer.ts";
import type { Recordings } from "./recordings/recordings-service.ts";
import { editedInput } from "./report-edits.ts";
import { previewOf, reportFile } from "./report-file.ts";
import { revertFigures } from "./revert-figures.ts";
import { machineFacts } from "./system-info.ts";

export interface ReportsOptions {
  /** A recording at no more than so many points; `allSamples` gives it as it was measured. */
  timelineOf(
    runId: string,
    points: number,
    signal?: AbortSignal,
  ): Promise<Result<RecordedTimeline>>;
  readonly recordings: Pick<
    Recordings,
    "whenRead" | "creationCosts" | "advice" | "series" | "responses" | "pushLog"
  >;
  /** Over what is assumed of a scenario, where the library has the runs for it. */
  bandFor(scenario: Scenario, signal?: AbortSignal): Promise<Band | null>;
  readonly devices: Pick<DevicesService, "figures">;
  /** What somebody has bookmarked; absent: nobody could. */
  readonly bookmarks?: Pick<BookmarkStore, "of">;
  readonly printPdf: PdfPrinter | NoPdfPrinter;
  readonly machine?: () => ReportMachine;
  readonly now?: () => Date;
}

export const allSamples = Number.MAX_SAFE_INTEGER;

/** More than a printer can show across a page, and few enough for a file that opens at once. */
export const reportPoints = 2000;

/** What the report of a run in this format has to be made from. */
export const pointsFor = (format: ReportFormat): number =>
  format === "csv" ? allSamples : reportPoints;

export function createReports({
  timelineOf,
  recordings,
  bandFor,
  devices,
  bookmarks,
  printPdf,
  machine = machineFacts,
  now = () => new Date(),
}: ReportsOptions): ReportsService {
  const inputOf = async (
    subject: ReportSubject,
    format: ReportFormat,
    signal: AbortSignal | undefined,
  ): Promise<Result<ReportInput>> => {
    const input = await recordedInput(subject, format, signal);
    if (!input.ok) return input;
    const marked = { ...input.value, bookmarks: bookmarks?.of(subject.recording) ?? [] };
    return editedInput(marked, subject, recordings, signal);
  };
  async function recordedInput(
    subject: ReportSubject,
    format: ReportFormat,
    signal: AbortSignal | undefined,
  ): Promise<Result<ReportInput>> {
    const written = { machine: machine(), createdAt: now() };
    const { recording, span } = subject;
    if (recording.kind === "capture") {
      const read = await recordings.whenRead(recording, signal);
      if (!read.ok) return read;
      const { overview, log } = read.value;
      const capture = reportedCapture(log, signal);
      return capture.ok
        ? inputOfCapture(capture.value, { title: overview.title, span, ...written })
        : capture;
    }
    const recorded = await timelineOf(recording.id, pointsFor(format), signal);
    if (!recorded.ok) return recorded;
    const costs = await recordings.creationCosts(recording);
    if (!costs.ok) return costs;
    const advice = await recordings.advice({ recording, span: null }, signal);
    if (!advice.ok) return advice;
    const log = await logOf(recording, signal);
    const band = await bandFor(recorded.value.scenario, signal);
    signal?.throwIfAborted();
    const figures = await revertFigures(recorded.value, devices);
    const pushes = await recordings.pushLog(recording, signal);
    const told = {
      costs: costs.value,
      advice: advice.value,
      log,
      band,
      revertFigures: figures,
      // All else of it can be told.
      pushes: pushes.ok ? pushes.value : null,
    };
    return success(inputOfRun(recorded.value, { ...written, ...told }));
  }
  /** A report of what the engine told is of use also where its ERRORLOG cannot be read. */
  async function logOf(
    recording: RecordingRef,
    signal: AbortSignal | undefined,
  ): Promise<ReportedLog | null> {
    const read = await recordings.whenRead(recording, signal);
    const capture = read.ok ? reportedCapture(read.value.log, signal) : read;
    const log = capture.ok ? await reportedLog(capture.value, null) : capture;
    return log.ok ? log.value : null;
  }
  return {
    async preview(subject, signal) {
      const input = await inputOf(subject, "html", signal);
      return input.ok ? success(await previewOf(input.value)) : input;
    },
    async export(subject, format, signal) {
      const input = await inputOf(subject, format, signal);
      signal?.throwIfAborted();
      return input.ok ? reportFile(input.value, format, { printPdf, signal }) : input;
    },
    async exportRecords(recording, filter, format, signal) {
      const read = await recordings.whenRead(recording, signal);
      if (!read.ok) return read;
      const { overview, log } = read.value;
      return exportedRecords(log, { title: overview.title, filter, format }, signal);
    },
  };
}
