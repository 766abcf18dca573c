/** Edits of reports: where they are kept, and what of the recording the charts that were added need. */
import type { Database } from "better-sqlite3";
import { maxReportPoints } from "../contract/report.ts";
import { type AddedChart, type ReportEdits, reportEditsSchema } from "../contract/report-edits.ts";
import { type Result, success } from "../contract/result.ts";
import type { RecordingRef, RecordingsService } from "../contract/rpc/recordings.ts";
import type { ReportSubject, SettingsService } from "../contract/rpc/services.ts";
import {
  editOf,
  noEdits,
  reportEditsKey,
  reportEditsPrefix,
} from "../domain/report/report-edits.ts";
import { responseLaneId } from "../domain/timeline/lanes.ts";
import { waitLaneOfId } from "../domain/timeline/wait-lanes.ts";
import type { AddedSeries, ReportInput } from "../report/report-input.ts";

/** What the app left; what this version does not understand is not there. */
export async function keptEdits(
  settings: Pick<SettingsService, "all">,
  recording: RecordingRef,
): Promise<ReportEdits> {
  const kept = (await settings.all())[reportEditsKey(recording)];
  const read = reportEditsSchema.safeParse(kept);
  return read.success ? read.data : noEdits;
}

/** Until a run or a capture is deleted for good, its edits come back with it. */
export function forgetEditsOfTheGone(database: Database): void {
  database
    .prepare(
      `DELETE FROM settings WHERE substr(key, 1, length(:prefix)) = :prefix AND key NOT IN
         (SELECT :prefix || 'run:' || id FROM runs UNION SELECT :prefix || 'capture:' || id FROM captures)`,
    )
    .run({ prefix: reportEditsPrefix });
}

/** With the edits of its subject, and with what the charts among them are drawn from. */
export async function editedInput(
  input: ReportInput,
  { recording, edits }: Pick<ReportSubject, "recording" | "edits">,
  recordings: Pick<RecordingsService, "series" | "responses">,
  signal?: AbortSignal,
): Promise<Result<ReportInput>> {
  if (edits === undefined) return success(input);
  const addedCharts: AddedSeries[] = [];
  for (const chart of edits.charts) {
    // Phases are known of all of the recording.
    if (chart.kind === "phases" || editOf(edits, chart.id).leftOut === true) continue;
    const series = await recordings.series(questionOf(recording, chart), signal);
    if (!series.ok) return series;
    const { kind, fromMs, toMs } = chart;
    const responses =
      kind === "responses" ? await recordings.responses({ recording, fromMs, toMs }, signal) : null;
    if (responses !== null && !responses.ok) return responses;
    addedCharts.push({
      ...{ chart, series: series.value },
      ...(responses === null ? {} : { responses: responses.value }),
    });
  }
  return success({ ...input, edits, addedCharts });
}

function questionOf(recording: RecordingRef, { kind, lanes, fromMs, toMs }: AddedChart) {
  const waits = new Set(lanes.filter((id) => waitLaneOfId(id) !== null));
  return {
    recording,
    counters: kind === "lanes" ? lanes.filter((id) => id !== responseLaneId && !waits.has(id)) : [],
    waits: kind === "waits" || waits.size > 0,
    points: maxReportPoints,
    ...{ fromMs, toMs },
  };
}
