/** The charts that somebody added to a report, as sections of it: each is drawn from the recording. */
import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import type { AddedData, Report } from "../../contract/report.ts";
import type { AddedChart } from "../../contract/report-edits.ts";
import { countOf, formatReadable } from "../../domain/format/numbers.ts";
import { addedChartTitle } from "../../domain/report/added-chart-title.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { overlaps } from "../../domain/timeline/span.ts";
import { Empty, figures, words } from "./columns.tsx";
import { addedLanes, LanesFigure, ownLanes } from "./Lanes.tsx";
import { PhasesFigure } from "./Phases.tsx";
import { WaitsOfSpan } from "./Waits.tsx";

export const addedSections = (report: Report, nextFigure: () => number) =>
  (report.edits?.charts ?? []).map((chart) => ({
    id: chart.id,
    title: addedChartTitle(chart, clockOrigin(report.origin)),
    body: () => addedBody({ report, chart, nextFigure }),
  }));

interface AddedProps {
  readonly report: Report;
  readonly chart: AddedChart;
  readonly nextFigure: () => number;
}

function addedBody({ report, chart, nextFigure }: AddedProps): ReactNode {
  if (chart.kind === "phases") return addedPhases({ report, chart, nextFigure });
  const data = report.addedCharts?.find(({ id }) => id === chart.id);
  if (data === undefined) return <Empty>Nothing was recorded in this span.</Empty>;
  const drawn = { lanes: addedLanesFigure, waits: addedWaits, responses: addedResponses };
  return drawn[chart.kind]({ report, chart, nextFigure }, data);
}

function addedLanesFigure({ report, chart, nextFigure }: AddedProps, data: AddedData): ReactNode {
  const lanes = addedLanes(report, chart, data);
  if (lanes === null) return <Empty>The recording has none of the lanes of this chart.</Empty>;
  const title = addedChartTitle(chart, clockOrigin(report.origin));
  return <LanesFigure {...lanes} title={title} number={nextFigure()} />;
}

function addedWaits({ report, chart, nextFigure }: AddedProps, data: AddedData): ReactNode {
  const title = addedChartTitle(chart, clockOrigin(report.origin));
  const lanes = ownLanes(report, chart, data);
  return (
    <>
      {lanes !== null && <LanesFigure {...lanes} title={title} number={nextFigure()} />}
      <WaitsOfSpan caption={`${title}, most time first`} waits={data.waits ?? []} />
    </>
  );
}

interface Response {
  readonly name: string;
  readonly ms: number | null;
}

function addedResponses({ report, chart, nextFigure }: AddedProps, data: AddedData): ReactNode {
  const { responses = null } = data;
  if (responses === null) return <Empty>Response times were not measured.</Empty>;
  const title = addedChartTitle(chart, clockOrigin(report.origin));
  const lanes = ownLanes(report, chart, data);
  const { count, meanMs, p50Ms, p95Ms, p99Ms } = responses;
  return (
    <>
      {lanes !== null && <LanesFigure {...lanes} title={title} number={nextFigure()} />}
      <DataTable<Response>
        caption={`${title}, of ${countOf(Math.round(count), "transaction")}`}
        rows={[
          { name: "Mean", ms: meanMs },
          { name: "p50", ms: p50Ms },
          { name: "p95", ms: p95Ms },
          { name: "p99", ms: p99Ms },
        ]}
        empty="No transaction ended in this span."
        columns={[
          words("Response time", ({ name }) => name),
          figures("Value", "ms", ({ ms }) => ms, formatReadable),
        ]}
      />
    </>
  );
}

function addedPhases({ report, chart, nextFigure }: AddedProps): ReactNode {
  const view = { startMs: chart.fromMs, endMs: Math.max(chart.toMs, chart.fromMs + 1) };
  const phases = report.phases.filter(
    ({ snapshot, startMs, endMs }) =>
      snapshot !== null && overlaps({ startMs, endMs: (endMs ?? report.endMs) + 1 }, view),
  );
  if (phases.length === 0) return <Empty>No snapshot was being created in this span.</Empty>;
  return (
    <PhasesFigure
      {...{ report, view, phases }}
      title={addedChartTitle(chart, clockOrigin(report.origin))}
      asOf={report.creations.flatMap(({ asOfMs }) => asOfMs ?? [])}
      number={nextFigure()}
    />
  );
}
