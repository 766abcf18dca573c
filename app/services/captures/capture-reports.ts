/** What a report of a capture that the services hold is made from. */
import { failure, type Result, success } from "../../contract/result.ts";
import type { RecordFilter, RecordRow } from "../../contract/rpc/records.ts";
import type { ReportInput } from "../../report/report-input.ts";
import type { Captures } from "./captures-service.ts";
import type { OpenCapture } from "./open-capture.ts";
import { inputOfCapture, type ReportedCapture, type ReportRequest } from "./report-data.ts";

type HeldRequest = Omit<ReportRequest, "title"> & { readonly captureId: string };

/** Waits until the capture is read. */
export async function inputOfHeld(
  captures: Captures,
  { captureId, span, machine, createdAt }: HeldRequest,
): Promise<Result<ReportInput>> {
  const read = await captures.whenRead(captureId);
  if (!read.ok) return read;
  const { entry, capture } = read.value;
  const reported = reportedCapture(capture);
  return reported.ok
    ? inputOfCapture(reported.value, { title: entry.title, span, machine, createdAt })
    : reported;
}

/** A capture that a thread holds, as far as it was read. */
export function reportedCapture(capture: OpenCapture): Result<ReportedCapture> {
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
): Promise<Result<readonly RecordRow[]>> {
  for (;;) {
    const rows = await capture.ask((api) => api.rows({ filter, from: 0, count: most }));
    if (!rows.ok) return rows;
    if (rows.value.complete || rows.value.rows.length >= most) return success(rows.value.rows);
  }
}
