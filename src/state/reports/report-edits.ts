/** What somebody made of the report of a recording. Kept with the settings, under the recording. */
import {
  type AddedChart,
  maxReportCharts,
  maxReportLanes,
  type ReportEdits,
  reportEditsSchema,
} from "../../../app/contract/report-edits.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import {
  freeChartId,
  isEdited,
  noEdits,
  reportEditsKey,
  reportEditsPrefix,
  withChart,
  withoutChart,
} from "../../../app/domain/report/report-edits.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { readSetting, useSetting, writeSetting } from "../services/settings.ts";
import { useNavigation } from "../shell/navigation.ts";
import { notify } from "../shell/notifications.ts";

/** The edits of a recording; without one there are none. */
export const useReportEdits = (
  recording: RecordingRef | null,
): [ReportEdits, (edits: ReportEdits) => void] =>
  useSetting(
    recording === null ? reportEditsPrefix : reportEditsKey(recording),
    reportEditsSchema,
    noEdits,
  );

/** The report as it is without edits. */
export function resetReport(recording: RecordingRef): void {
  if (isEdited(editsOf(recording))) {
    takeAway(recording, () => undefined, "The report is as it was before it was edited");
  }
}

/** A chart that was added, with its title, note and place. */
export const removeFromReport = (recording: RecordingRef, id: string): void =>
  takeAway(recording, (edits) => withoutChart(edits, id), "The chart was removed from the report");

const editsOf = (recording: RecordingRef): ReportEdits =>
  readSetting(reportEditsKey(recording), reportEditsSchema, noEdits);

/** While the message stands it can be had back. */
function takeAway(
  recording: RecordingRef,
  change: (edits: ReportEdits) => ReportEdits | undefined,
  title: string,
): void {
  const before = editsOf(recording);
  const keep = (edits: ReportEdits | undefined): void =>
    writeSetting(reportEditsKey(recording), edits);
  keep(change(before));
  notify({ intent: "info", title, action: { label: "Undo", run: () => keep(before) } });
}

/** Adds a chart as it stands on screen: a reference, which the report draws from the recording. */
export function addToReport(recording: RecordingRef, chart: Omit<AddedChart, "id">): void {
  const key = reportEditsKey(recording);
  const edits = editsOf(recording);
  const open = {
    label: "Open the report",
    run: () => useNavigation.getState().openReport({ recording, span: null }),
  };
  if (edits.charts.length >= maxReportCharts) {
    notify({
      intent: "warning",
      title: "The chart was not added to the report",
      body: `The report has ${maxReportCharts} added charts already, which is the most. Remove one first.`,
      action: open,
    });
    return;
  }
  const lanes = chart.lanes.slice(0, maxReportLanes);
  writeSetting(key, withChart(edits, { ...chart, id: freeChartId(edits, chart.kind), lanes }));
  notify({
    intent: "success",
    title: "The chart was added to the report",
    ...(lanes.length < chart.lanes.length
      ? { body: `It has the first ${maxReportLanes} lanes: more do not fit a page.` }
      : {}),
    action: open,
  });
}

/** Adds what a chart shows that has no lanes. */
export const addSpanToReport = (
  recording: RecordingRef,
  kind: Exclude<AddedChart["kind"], "lanes">,
  { startMs, endMs }: Span,
): void => addToReport(recording, { kind, fromMs: startMs, toMs: endMs, lanes: [] });
