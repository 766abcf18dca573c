/** What the charts that somebody added to a report are drawn from. */
import type { AddedData, Report } from "../contract/report.ts";
import { lanesOf, responseLane } from "../domain/timeline/lanes.ts";
import { waitLane } from "../domain/timeline/wait-lanes.ts";
import { waitsInSpan } from "../domain/waits/waits-in-span.ts";
import { samplesOf } from "./counters.ts";
import { withGaps } from "./log/series-gaps.ts";
import type { AddedSeries, ReportInput } from "./report-input.ts";

/** More lines than these over time are told by the table alone. */
const waitsDrawn = 4;

export const addedDataOf = (input: ReportInput): AddedData[] =>
  (input.addedCharts ?? []).map((added) => {
    const { chart, responses } = added;
    if (chart.kind === "responses") {
      const samples = samplesOf(input, added.series, [responseLane]);
      const measured = responses ?? null;
      return {
        ...{ id: chart.id, counters: [], waits: null, responses: measured },
        samples: measured === null ? null : samples,
      };
    }
    if (chart.kind !== "waits") {
      return { id: chart.id, ...lanesData(input, added), waits: null };
    }
    const waits = waitsOf(added);
    const drawn = waits.slice(0, waitsDrawn).map((wait) => waitLane(wait.wait_type, "sessions"));
    const samples = drawn.length === 0 ? null : samplesOf(input, added.series, drawn);
    return { id: chart.id, samples, counters: [], waits };
  });

/** An engine samples without a pause; the files of a server may not. */
function lanesData(input: ReportInput, { chart, series }: AddedSeries) {
  const { run, log } = input;
  if (run !== null)
    return { samples: samplesOf(input, series, lanesOf(chart.lanes)), counters: [] };
  const counters = (log?.overview.counters ?? []).filter(({ id }) => chart.lanes.includes(id));
  return { samples: samplesOf(input, withGaps(series)), counters };
}

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
