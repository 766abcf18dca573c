/** Lanes over time as a figure, with the data behind it. */
import type { ReactNode } from "react";
import { DataTable, Figure } from "../../charts/DataTable.tsx";
import { LanesChart } from "../../charts/LanesChart.tsx";
import type { AddedData, Report, ReportCreation, ReportSamples } from "../../contract/report.ts";
import { type AddedChart, maxReportLanes } from "../../contract/report-edits.ts";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { steadyFromMs } from "../../contract/steady-state.ts";
import { steadySentence } from "../../domain/comparison/steady-throughput.ts";
import { countOf } from "../../domain/format/numbers.ts";
import { formatClock, formatTidyDuration } from "../../domain/format/times.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { lanesOfCounters } from "../../domain/timeline/counter-lanes.ts";
import { type Lane, lanesOf, responseLaneId, standardLanes } from "../../domain/timeline/lanes.ts";
import { overlaps, type Span } from "../../domain/timeline/span.ts";
import { bandsOf } from "../bands.ts";
import { ChartFigure } from "./ChartFigure.tsx";
import { rightAligned, words } from "./columns.tsx";

/** More lanes than these do not fit a page. */
const lanesDrawn = maxReportLanes;
/** More acts than these are told by their table alone. */
const actsNamed = 8;

/** What users notice stands together: throughput, then response time. */
const noticedFirst: readonly Lane[] = [
  ...standardLanes.filter(({ id }) => id === "transactionsPerSecond"),
  ...standardLanes.filter(({ id }) => id === responseLaneId),
  ...standardLanes.filter(({ id }) => id !== "transactionsPerSecond" && id !== responseLaneId),
];

interface LanesOf {
  readonly report: Report;
  readonly samples: ReportSamples;
  readonly title: string;
  readonly view: Span;
  readonly lanes: readonly Lane[];
  /** Counters that are measured and not drawn. */
  readonly hidden: number;
}

/** Over the whole of a report; null where nothing was measured. */
export function wholeLanes(report: Report): LanesOf | null {
  const { run, log, samples, span } = report;
  const view = { startMs: span.fromMs, endMs: Math.max(span.toMs, span.fromMs + 1) };
  if (run !== null) {
    return { report, samples, title: "The whole run", view, lanes: noticedFirst, hidden: 0 };
  }
  const measured = samples.lanes.filter(({ values }) => values.some((value) => value !== null));
  if (log === null || measured.length === 0) return null;
  const ids = new Set(measured.map(({ id }) => id));
  const lanes = lanesOfCounters(log.counters)
    .filter(({ id }) => ids.delete(id))
    .slice(0, lanesDrawn);
  const hidden = measured.length - lanes.length;
  return { report, samples, title: "Counters over time", view, lanes, hidden };
}

/** Lanes of a chart that was added, over its own span; null where the recording has none of its lanes. */
export function addedLanes(
  report: Report,
  { fromMs, toMs, lanes: ids }: AddedChart,
  { samples, counters }: AddedData,
): Omit<LanesOf, "title"> | null {
  if (samples === null) return null;
  const ofFiles = lanesOfCounters([...countersOf(report), ...counters]);
  const shown =
    report.run === null
      ? ids.flatMap((id) => ofFiles.find((lane) => lane.id === id) ?? [])
      : lanesOf(ids).map(asColumn);
  if (shown.length === 0) return null;
  const view = { startMs: fromMs, endMs: Math.max(toMs, fromMs + 1) };
  return { report, samples, view, lanes: shown, hidden: 0 };
}

/** What a chart that was added has samples of, over its span; null where there are none. */
export function ownLanes(
  report: Report,
  { fromMs, toMs }: AddedChart,
  { samples }: AddedData,
): Omit<LanesOf, "title"> | null {
  if (samples === null) return null;
  const view = { startMs: fromMs, endMs: Math.max(toMs, fromMs + 1) };
  const shown = lanesOf(samples.lanes.map(({ id }) => id)).map(asColumn);
  return { report, samples, view, lanes: shown, hidden: 0 };
}

/** The samples of a report have waits as columns among the others. */
const asColumn = ({ waitType, ...lane }: Lane): Lane => lane;

const countersOf = ({ log }: Report) => log?.counters ?? [];

/** A creation is shown with at least so many samples on either side of it. */
const samplesAround = 10;

/** Around a creation; null where nothing was measured there. */
export function lanesAround(report: Report, creation: ReportCreation): LanesOf | null {
  const whole = wholeLanes(report);
  if (whole === null) return null;
  const endMs = creation.endMs ?? report.endMs;
  const intervalMs = report.scenario?.sampleIntervalMs ?? 0;
  const around = Math.max(endMs - creation.startMs, samplesAround * intervalMs);
  const view = {
    startMs: Math.max(0, creation.startMs - around),
    endMs: Math.min(report.endMs, endMs + around),
  };
  const title = `During the creation of ${creation.snapshot}`;
  return { ...whole, title, view };
}

export function LanesFigure(props: LanesOf & { readonly number: number }): ReactNode {
  const { report, samples, title, view, lanes, number } = props;
  const { creations, acts, run } = report;
  const rows = rowsWithin(samples.timeMs, view);
  const asOf = creations.flatMap(({ asOfMs }) => asOfMs ?? []);
  const dashed = asOf.some((atMs) => atMs >= view.startMs && atMs <= view.endMs)
    ? " Dashed: as-of line, left of which what was committed is in the snapshot."
    : "";
  const shown = new Set(lanes.map(({ id }) => id));
  const columns = samples.lanes.filter(({ id }) => shown.has(id));
  const caption = `Data of figure ${number}`;
  return (
    <ChartFigure
      number={number}
      caption={`${title}. ${pointsText(props)}${dashed} Data behind it: ${countOf(rows.length, "point")}, below.`}
      chart={
        <LanesChart
          id={`figure-${number}-chart`}
          {...{ title, view, lanes, asOf }}
          description={describe(report, lanes, view)}
          originMs={clockOrigin(report.origin)}
          series={seriesOf(samples)}
          bands={bandsOf(report.phases).filter(({ snapshot }) => snapshot !== null)}
          names={[
            ...creations
              .filter(({ startMs, endMs }) =>
                overlaps({ startMs, endMs: (endMs ?? view.endMs) + 1 }, view),
              )
              .map(({ snapshot, startMs }) => ({ text: `◆ ${snapshot}`, atMs: startMs })),
            ...namesOfActs(acts, view),
          ]}
          warmupEndMs={run?.warmupMs ?? 0}
          steadyFromMs={run === null ? null : steadyFromMs(run.steady)}
        />
      }
    >
      <details>
        <summary>{caption}</summary>
        <DataTable<number>
          caption={`${caption}: end of each point's span, and its values with every digit`}
          rows={rows}
          empty="Nothing was recorded in this span."
          columns={[
            words("Clock", (row) =>
              formatClock(clockOrigin(report.origin), samples.timeMs[row] ?? 0),
            ),
            rightAligned(run === null ? "From origin" : "Engine time", "ms", (row) => (
              <Exactly value={samples.timeMs[row] ?? null} />
            )),
            ...columns.map(({ title: head, unit, values }) =>
              rightAligned<number>(head, unit, (row) => <Exactly value={values[row] ?? null} />),
            ),
          ]}
        />
      </details>
    </ChartFigure>
  );
}

export const Exactly = ({ value }: { readonly value: number | null }): ReactNode => (
  <Figure value={value} text={String(value)} />
);

/**
 * A creation is named by its snapshot; the act that asked for it would say the same again. What stands for no T-SQL
 * is how somebody watched: it did nothing to the run.
 */
const namesOfActs = (acts: Report["acts"], { startMs, endMs }: Span) =>
  acts
    .filter(
      ({ atMs, label, outcome, tsql }) =>
        tsql !== undefined &&
        !(outcome === "applied" && label.startsWith("create snapshot")) &&
        atMs >= startMs &&
        atMs <= endMs,
    )
    .slice(0, actsNamed)
    .map(({ atMs, label, outcome }) => ({
      text: outcome === "refused" ? `◇ ${label} (refused)` : `◆ ${label}`,
      atMs,
    }));

/** What a point is: one sample, or the mean of some. */
function pointsText({ samples, report: { scenario }, hidden }: LanesOf): string {
  const of = scenario === null ? "" : ` of ${formatTidyDuration(scenario.sampleIntervalMs)}`;
  const merged =
    samples.samplesPerPoint <= 1
      ? `Each step is a sample${of}.`
      : `Each step is the mean of at most ${countOf(samples.samplesPerPoint, "sample")}${of}${scenario === null ? "." : "; the CSV has all of them."}`;
  if (scenario !== null) return merged;
  return `${merged} Where a line is interrupted, the files have no value.${hidden > 0 ? ` ${countOf(hidden, "further counter")}: see the table.` : ""}`;
}

const rowsWithin = (timeMs: readonly number[], { startMs, endMs }: Span): number[] =>
  timeMs.flatMap((atMs, row) =>
    atMs > startMs && (row === 0 ? 0 : (timeMs[row - 1] ?? 0)) < endMs ? row : [],
  );

/** The samples of a report as the columns that lanes are drawn from. */
function seriesOf({ timeMs, samplesPerPoint, lanes }: Report["samples"]): Series {
  const counters = Object.fromEntries(
    lanes.map(({ id, values }) => [id, Float64Array.from(values, (value) => value ?? Number.NaN)]),
  );
  return {
    timeMs: Float64Array.from(timeMs),
    samplesPerPoint,
    counters,
    waits: {},
    p99Ms: counters[responseLaneId] ?? new Float64Array(),
  };
}

/** What a reader who cannot see the chart gets; the table below it has the values. */
function describe(report: Report, lanes: readonly Lane[], view: Span): string {
  const originMs = clockOrigin(report.origin);
  const shown = lanes.map(({ title, unit }) => `${title} (${unit})`).join(", ");
  const span = `from ${formatClock(originMs, view.startMs)} to ${formatClock(originMs, view.endMs)}`;
  const told = report.phases
    .filter(
      ({ snapshot, instant, startMs, endMs }) =>
        snapshot !== null &&
        !instant &&
        startMs <= view.endMs &&
        (endMs ?? view.endMs) >= view.startMs,
    )
    .slice(0, 20)
    .map(({ snapshot, name, startMs, durationMs }) => {
      const length = durationMs === null ? "not ended" : formatTidyDuration(durationMs);
      return `${snapshot}: ${phaseTerm(name).title} at ${formatClock(originMs, startMs)}, ${length}`;
    });
  const warmup = (report.run?.warmupMs ?? 0) > view.startMs ? " The warm-up is hatched." : "";
  const steady = report.run === null ? "" : ` ${steadySentence(report.run.steady)}`;
  return `Lanes over time ${span}: ${shown}.${warmup}${steady} ${told.join("; ")}`.trim();
}
