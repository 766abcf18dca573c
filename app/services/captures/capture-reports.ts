/** Reports of captures that the services hold. */
import type { CaptureReport } from "../../contract/capture-report.ts";
import type { ReportMachine } from "../../contract/report.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { CaptureRow, RecordFilter } from "../../contract/rpc/captures.ts";
import { captureReport } from "../../report/capture/capture-report.ts";
import type { Captures } from "./captures-service.ts";
import type { OpenCapture } from "./open-capture.ts";
import { captureReportInput, type ReportedCapture, type ReportRequest } from "./report-data.ts";

export interface CaptureReportRequest {
  readonly captureId: string;
  readonly span: ReportRequest["span"];
  readonly machine: ReportMachine;
  readonly createdAt: Date;
}

/** Waits until the capture is read. */
export async function reportOfCapture(
  captures: Captures,
  { captureId, span, machine, createdAt }: CaptureReportRequest,
): Promise<Result<CaptureReport>> {
  const read = await captures.whenRead(captureId);
  if (!read.ok) return read;
  const { entry, capture } = read.value;
  const reported = reportedCapture(capture);
  if (!reported.ok) return reported;
  const input = await captureReportInput(reported.value, {
    title: entry.title,
    span,
    machine,
    createdAt,
  });
  return input.ok ? success(captureReport(input.value)) : input;
}

function reportedCapture(capture: OpenCapture): Result<ReportedCapture> {
  const { overview, progress } = capture;
  if (overview === null) {
    return failure("interrupted", progress.message ?? "nothing of the capture could be read");
  }
  return success({
    overview,
    facets: () => capture.ask((api) => api.facets()),
    series: (request) => capture.ask((api) => api.series(request)),
    recordsAt: (records) => capture.ask((api) => api.recordsAt(records)),
    firstRows: (filter, most) => firstRows(capture, filter, most),
  });
}

/** A filter that takes long gives what it has so far: asked until that is enough. */
async function firstRows(
  capture: OpenCapture,
  filter: RecordFilter,
  most: number,
): Promise<Result<readonly CaptureRow[]>> {
  for (;;) {
    const rows = await capture.ask((api) => api.rows({ filter, from: 0, count: most }));
    if (!rows.ok) return rows;
    if (rows.value.complete || rows.value.rows.length >= most) return success(rows.value.rows);
  }
}
