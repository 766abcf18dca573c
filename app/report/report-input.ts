/**
 * What a report is made from: one recording. What an engine said of itself is in `run`, what was read
 * of logs in `log`; a recording may have either, or both.
 */
import type { Advice } from "../contract/advice.ts";
import type { Band } from "../contract/band.ts";
import type { Bookmark } from "../contract/bookmarks.ts";
import type { CaptureOverview } from "../contract/capture.ts";
import type { CreationCost } from "../contract/creation-cost.ts";
import type { DeviceFigures } from "../contract/device.ts";
import type { ReportMachine } from "../contract/report.ts";
import type { AddedChart, ReportEdits } from "../contract/report-edits.ts";
import type { RecordFacets, RecordRow } from "../contract/rpc/records.ts";
import type { RunEntry } from "../contract/rpc/runs.ts";
import type {
  RecordedTimeline,
  RunDetails,
  Series,
  SpanResponses,
} from "../contract/rpc/timeline-data.ts";
import type { PushLog } from "../domain/page-map/push-log.ts";
import { RunTimeline } from "../domain/timeline/run-timeline.ts";
import type { Timeline } from "../domain/timeline/timeline.ts";

/** An entry of the library; a run that is in no library has no id. */
type AnyEntry = Omit<RunEntry, "id"> & { readonly id: string | null };

export interface ReportedRun extends Omit<RunDetails, "entry"> {
  readonly entry: AnyEntry;
  /** The lines that were recorded. */
  readonly errorlog: readonly string[];
  readonly advice: Advice;
}

export interface ReportedLog {
  readonly overview: CaptureOverview;
  /**
   * Records of the span, at most `maxReportRows`: errors, records of `notableKinds`, evidence. So many
   * are taken for the first of more.
   */
  readonly rows: readonly RecordRow[];
  readonly facets: RecordFacets;
}

export interface ReportInput {
  readonly title: string;
  readonly createdAt: Date;
  readonly machine: ReportMachine;
  /** The part that the report is of; null: all. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
  /** With the counters to show over the span. */
  readonly timeline: Timeline;
  /** Costs of every creation of the recording, also in a report of a part. */
  readonly costs: readonly CreationCost[];
  readonly run: ReportedRun | null;
  readonly log: ReportedLog | null;
  /** The band of the scenario, where the library has the runs for it. */
  readonly band?: Band | null;
  /** What a revert would find the devices of its volumes to be; null: they were not asked. */
  readonly revertFigures?: ReadonlyMap<string, DeviceFigures> | null;
  /** What somebody has bookmarked of it, in order of time. */
  readonly bookmarks?: readonly Bookmark[];
  /** Which pages were copied, when and why; null: it cannot be read. */
  readonly pushes?: PushLog | null;
  /** What somebody made of it. */
  readonly edits?: ReportEdits;
  /** Series of the charts that were added and are shown. */
  readonly addedCharts?: readonly AddedSeries[];
}

export interface AddedSeries {
  readonly chart: AddedChart;
  /** Over the span of the chart, with what it shows. */
  readonly series: Series;
  /** Null: they were not measured; absent: the chart does not show them. */
  readonly responses?: SpanResponses | null;
}

/** A run as it was recorded, whether it went into a library or not. */
export interface RunRecording extends Omit<RecordedTimeline, "entry"> {
  readonly entry: AnyEntry;
}

interface GivenOfRun
  extends Pick<
    ReportInput,
    "createdAt" | "machine" | "costs" | "log" | "revertFigures" | "pushes"
  > {
  readonly advice: Advice;
}

/** `log`: what the reader of every ERRORLOG found in the run's own; null: it could not be read. */
export function inputOfRun(
  { series, events, ...run }: RunRecording,
  { log, advice, ...given }: GivenOfRun,
): ReportInput {
  const timeline = new RunTimeline({
    origin: run.origin,
    plannedEndMs: run.entry.plannedMs,
    warmupEndMs: run.summary?.run.warmupMs ?? run.scenario.warmupSeconds * 1000,
  });
  timeline.take({ series, events });
  return {
    ...given,
    title: run.entry.name,
    span: null,
    timeline: timeline.timeline,
    run: {
      ...run,
      errorlog: events.flatMap((event) => (event.kind === "errorlog" ? event.line : [])),
      advice,
    },
    log,
  };
}
