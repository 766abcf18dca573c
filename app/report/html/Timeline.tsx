/** What happened when: a row for each creation and each kind of activity that there was, and the marks. */
import type { ReactNode } from "react";
import { BarsChart, type ChartMark } from "../../charts/BarsChart.tsx";
import type { PlacedBar } from "../../charts/bar-layout.ts";
import { type PlacedMark, severeFrom } from "../../charts/mark-layout.ts";
import { activityNames, phaseNames } from "../../contract/phase.ts";
import type { Report, ReportLog, ReportPhase } from "../../contract/report.ts";
import { countOf, formatNumber } from "../../domain/format/numbers.ts";
import { formatClock } from "../../domain/format/times.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { bandsOf } from "../bands.ts";
import { durationOfPhase, phaseLabel } from "../phase-text.ts";
import { ChartFigure } from "./ChartFigure.tsx";

/** More creations than these share the last of their rows. */
const creationRows = 6;

interface TimelineRow {
  /** Stands left of the row, which has room for few characters. */
  readonly label: string;
  /** The whole of it, for a reader who cannot see the figure. */
  readonly title: string;
  readonly phases: readonly ReportPhase[];
}

const ofCreation: ReadonlySet<string> = new Set(phaseNames);

/** A creation that breaks off before the snapshot starts up has files, and no name. */
const isOfUnnamed = ({ name, database }: ReportPhase): boolean =>
  database === null && name !== "checkpoint" && ofCreation.has(name);

export function timelineRows({ phases, creations }: Report): readonly TimelineRow[] {
  const drawn = phases.filter(({ name }) => name !== "complete" && name !== "open");
  const inCreations = drawn.filter(
    ({ snapshot, name }) => snapshot !== null && ofCreation.has(name),
  );
  const own = [...new Set(creations.map(({ snapshot }) => snapshot))].slice(0, creationRows);
  const others = inCreations.filter(({ snapshot }) => snapshot !== null && !own.includes(snapshot));
  const inCreation = new Set(inCreations);
  const activities = drawn.filter((phase) => !inCreation.has(phase));
  return [
    ...own.map((name) => ({
      label: name,
      title: `Creation of ${name}`,
      phases: inCreations.filter(({ snapshot }) => snapshot === name),
    })),
    { label: "Creations", title: "Other creations", phases: others },
    {
      label: "Unnamed",
      title: "Creations whose snapshot the log does not name",
      phases: activities.filter(isOfUnnamed),
    },
    ...(["checkpoint", ...activityNames] as const).map((name) => ({
      label: phaseLabel(name),
      title: phaseTerm(name).title,
      phases: activities.filter((phase) => phase.name === name),
    })),
  ].filter((row) => row.phases.length > 0);
}

interface TimelineProps {
  readonly report: Report;
  readonly log: ReportLog;
  readonly number: number;
}

export function Timeline({ report, log, number }: TimelineProps): ReactNode {
  const { span, origin, creations } = report;
  const originMs = clockOrigin(origin);
  const clock = (atMs: number) => formatClock(originMs, atMs);
  const rows = timelineRows(report);
  const asOf = creations.flatMap(({ asOfMs }) => asOfMs ?? []);
  const dashed =
    asOf.length > 0
      ? "Dashed: as-of line, left of which what was committed is in the snapshot. "
      : "";
  const told = rows.map(({ title, phases }) => `${title}: ${formatNumber(phases.length)}`);
  return (
    <ChartFigure
      number={number}
      caption={`What happened when, to scale; rows are there only where something is. Triangles: errors, filled from severity ${severeFrom} on; rings: other moments. ${dashed}The tables below and the CSV have the data.`}
      chart={
        <BarsChart
          id={`figure-${number}-chart`}
          title="Timeline"
          description={`From ${clock(span.fromMs)} to ${clock(span.toMs)}. Bars by row: ${told.join("; ")}. ${countOf(log.marks.length, "mark")}.`}
          view={{ startMs: span.fromMs, endMs: span.toMs }}
          {...{ originMs, asOf }}
          rows={rows.map(({ label, phases }) => ({ label, bands: bandsOf(phases) }))}
          phasesShareRow
          marks={log.marks.toSorted((a, b) => a.atMs - b.atMs)}
          barTitle={(bar) => barTitle(bar, clock)}
          marksTitle={(marks) => marksTitle(marks, clock)}
        />
      }
    />
  );
}

function barTitle({ band, count, span }: PlacedBar, clock: (atMs: number) => string): string {
  const { phase, startMs, endMs } = band;
  if (phase === null) return "";
  const { title } = phaseTerm(phase);
  if (count > 1) return `${title}: ${formatNumber(count)} from ${clock(span.startMs)} on`;
  const of = band.snapshot ?? band.database ?? null;
  const durationMs = endMs === null ? null : endMs - startMs;
  const lasted = durationOfPhase({
    ...band,
    name: phase,
    durationMs,
    figures: { ...band.figures },
  });
  return `${title}${of === null ? "" : ` of ${of}`} at ${clock(startMs)}: ${lasted}`;
}

const marksTitle = (
  { mark, count, span }: PlacedMark<ChartMark>,
  clock: (atMs: number) => string,
): string =>
  count === 1
    ? `${mark.title} at ${clock(mark.atMs)}`
    : `${formatNumber(count)} marks from ${clock(span.startMs)} on, worst: ${mark.title}`;
