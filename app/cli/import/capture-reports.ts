/** Reports of a capture that this process has read itself. */
import type { Capture } from "../../capture/capture.ts";
import { CaptureViews } from "../../capture/views/capture-views.ts";
import { kindTable } from "../../capture/views/kind-table.ts";
import type { CaptureOverview } from "../../contract/capture.ts";
import { type Result, success } from "../../contract/result.ts";
import { inputOfCapture, type ReportedCapture } from "../../services/captures/report-data.ts";
import { reportFileName } from "../../services/report-file.ts";
import { type ReportPlan, writeReports, writtenNow } from "../report-files.ts";
import { prepareResultFolder } from "../result-folder.ts";

export interface ReportTarget {
  readonly folder: string;
  readonly force: boolean;
  readonly title: string;
}

export interface ReadCapture {
  readonly capture: Capture;
  readonly overview: CaptureOverview;
}

export async function writeCaptureReports(
  read: ReadCapture,
  plan: ReportPlan,
  { folder, force, title }: ReportTarget,
  onWritten: (path: string) => void,
): Promise<Result<null>> {
  const names = plan.formats.map((format) => reportFileName(title, format, "phases"));
  const prepared = await prepareResultFolder(folder, names, force);
  if (!prepared.ok) return prepared;
  const input = await inputOfCapture(reportedCapture(read), {
    title,
    span: null,
    ...writtenNow(),
  });
  return input.ok ? writeReports(plan, folder, async () => input, onWritten) : input;
}

/** Everything is read, so that every step is the last or brings it nearer. */
export function reportedCapture({ capture, overview }: ReadCapture): ReportedCapture {
  const table = capture.records;
  const views = new CaptureViews({ table, kinds: kindTable, ended: () => true });
  return {
    overview,
    async facets() {
      while (views.facets.step());
      return success(views.facets.counts());
    },
    series: async (request) => success(capture.series(request)),
    async firstRows(filter, most) {
      const view = views.view(filter);
      if (!view.ok) return view;
      while (view.value.count < most && view.value.step());
      const count = Math.min(most, view.value.count);
      return success(
        Array.from({ length: count }, (_, row) => table.row(view.value.recordAt(row))),
      );
    },
    recordsAt: async (records) => success(records.map((record) => table.row(record))),
  };
}
