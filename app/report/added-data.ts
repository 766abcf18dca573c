/** What the charts that somebody added to a report are drawn from. */
import type { AddedData, Report } from "../contract/report.ts";
import { lanesOf } from "../domain/timeline/lanes.ts";
import { waitsInSpan } from "../domain/waits/waits-in-span.ts";
import { samplesOf } from "./counters.ts";
import { withGaps } from "./log/series-gaps.ts";
import type { AddedSeries, ReportInput } from "./report-input.ts";

export const addedDataOf = (input: ReportInput): AddedData[] =>
  (input.addedCharts ?? []).map(({ chart, series }) => ({
    id: chart.id,
    samples: chart.kind === "lanes" ? samplesOfLanes(input, { chart, series }) : null,
    counters:
      input.run === null && chart.kind === "lanes"
        ? (input.log?.overview.counters ?? []).filter(({ id }) => chart.lanes.includes(id))
        : [],
    waits: chart.kind === "waits" ? waitsOf({ chart, series }) : null,
  }));

/** An engine samples without a pause; the files of a server may not. */
const samplesOfLanes = (input: ReportInput, { chart, series }: AddedSeries) =>
  samplesOf(input, input.run === null ? withGaps(series) : series, lanesOf(chart.lanes));

const waitsOf = ({ chart: { fromMs, toMs }, series }: AddedSeries): Report["waits"] =>
  waitsInSpan(series, { startMs: fromMs, endMs: toMs }).map((wait) => ({
    wait_type: wait.waitType,
    waiting_tasks_count: wait.tasks,
    wait_time_ms: wait.waitMs,
    max_wait_time_ms: null,
    signal_wait_time_ms: wait.signalMs,
    idle: false,
    ofSnapshots: wait.ofSnapshots,
  }));
