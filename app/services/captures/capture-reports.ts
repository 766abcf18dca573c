/** A capture that a thread holds, as reports ask it. */
import { failure, type Result, success } from "../../contract/result.ts";
import type { RecordFilter, RecordRow } from "../../contract/rpc/records.ts";
import type { OpenCapture } from "./open-capture.ts";
import type { ReportedCapture } from "./report-data.ts";

/** The capture as far as it was read. */
export function reportedCapture(
  capture: OpenCapture,
  signal?: AbortSignal,
): Result<ReportedCapture> {
  const { overview, progress } = capture;
  if (overview === null) {
    return failure("interrupted", progress.message ?? "nothing of the capture could be read");
  }
  return success({
    overview,
    facets: () => capture.ask((api, crossing) => api.facets(crossing), signal),
    series: (request) => capture.ask((api) => api.series(request)),
    recordsAt: (records) => capture.ask((api) => api.recordsAt(records)),
    firstRows: (filter, most) => firstRows(capture, filter, most, signal),
  });
}

/** A filter that takes long gives what it has so far: asked until that is enough. */
async function firstRows(
  capture: OpenCapture,
  filter: RecordFilter,
  most: number,
  signal: AbortSignal | undefined,
): Promise<Result<readonly RecordRow[]>> {
  for (;;) {
    const rows = await capture.ask((api, crossing) => {
      return api.rows({ filter, from: 0, count: most }, crossing);
    }, signal);
    if (!rows.ok) return rows;
    if (rows.value.complete || rows.value.rows.length >= most) return success(rows.value.rows);
  }
}
