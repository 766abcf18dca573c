/**
 * What happened when: the phases of creations and the other activities as bars to scale, and a row of
 * marks. Thousands of bars that would fall on the same place are drawn as one, which says so.
 */
import type { CapturedPhase, CaptureReport } from "../../contract/capture-report.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { asOfFlags } from "../charts/as-of-flags.ts";
import {
  chartWidth,
  gridLines,
  plotLeft,
  plotRight,
  round,
  type TimePlane,
  timeAxis,
  timePlane,
} from "../charts/plane.ts";
import { html, type Markup } from "../html/markup.ts";
import { durationOfPhase } from "../phase-text.ts";
import { countText, numberText } from "../text.ts";
import { type TimelineRow, timelineRows } from "./timeline-rows.ts";

const rowHeight = 20;
const barHeight = 12;
const axisHeight = 22;
/** Bars nearer than this, in user units, cannot be told apart. */
const apart = 0.5;
const markSize = 4;

export function timelineChart(report: CaptureReport, id: string): Markup | null {
  const rows = timelineRows(report);
  const marks = report.marks.length > 0;
  if (rows.length === 0 && !marks) return null;
  const { fromMs, toMs } = report.span;
  const plane = timePlane(report.origin, fromMs, Math.max(toMs, fromMs + 1));
  const asOf = report.creations.flatMap(({ asOfMs }) =>
    asOfMs !== null && plane.shows(asOfMs, asOfMs) ? asOfMs : [],
  );
  const flags = asOfFlags(plane, asOf, 0);
  const top = flags.height + 4;
  const bottom = top + (rows.length + (marks ? 1 : 0)) * rowHeight;
  const rowTop = (index: number) => top + index * rowHeight;
  return html`<svg role="img" aria-labelledby="${id}-t ${id}-d" viewBox="0 0 ${chartWidth} ${bottom + axisHeight}">
<title id="${id}-t">Timeline</title>
<desc id="${id}-d">${describe(rows, report, plane)}</desc>
${gridLines(plane, top, bottom)}
${rows.map((row, index) => rowOf(row.label, rowTop(index), barsOf(row.phases, plane, rowTop(index))))}
${marks ? rowOf("Marks", rowTop(rows.length), marksOf(report, plane, rowTop(rows.length))) : null}
${timeAxis(plane, bottom)}
${asOf.map((asOfMs) => {
  const x = plane.x(asOfMs);
  return html`<line class="as-of" x1="${x}" x2="${x}" y1="${flags.bottomAt(x)}" y2="${bottom}"/>`;
})}
${flags.markup}</svg>`;
}

const rowOf = (label: string, top: number, content: Markup): Markup =>
  html`<g><line class="grid" x1="${plotLeft}" x2="${plotRight}" y1="${top + rowHeight}" y2="${top + rowHeight}"/>
<text class="tick" x="${plotLeft - 8}" y="${top + 14}" text-anchor="end">${label}</text>
${content}</g>`;

interface Bar {
  readonly first: CapturedPhase;
  readonly count: number;
  readonly left: number;
  readonly right: number;
}

/** At least a hair wide: what took milliseconds must be seen in a log of days. */
function barsOf(phases: readonly CapturedPhase[], plane: TimePlane, top: number): Markup {
  const bars: Bar[] = [];
  for (const phase of phases) {
    const left = plane.x(phase.startMs);
    const right = Math.max(left + 1.5, plane.x(phase.endMs ?? plane.toMs));
    const last = bars.at(-1);
    if (last !== undefined && last.first.name === phase.name && left <= last.right + apart) {
      bars[bars.length - 1] = {
        ...last,
        count: last.count + 1,
        right: Math.max(last.right, right),
      };
    } else {
      bars.push({ first: phase, count: 1, left, right });
    }
  }
  const y = top + (rowHeight - barHeight) / 2;
  return html`${bars.map(({ first, count, left, right }) => {
    const shape = html`x="${left}" y="${y}" width="${round(right - left)}" height="${barHeight}"`;
    return html`<rect class="phase ${first.name}" ${shape}><title>${barTitle(first, count, plane)}</title></rect>
${patterned.has(first.name) ? html`<rect class="pattern ${first.name}" ${shape}/>` : null}`;
  })}`;
}

/** Neighbours of like colour are told by pattern as well. */
const patterned: ReadonlySet<string> = new Set(["redo", "undo"]);

function barTitle(phase: CapturedPhase, count: number, plane: TimePlane): string {
  const title = phaseTerm(phase.name).title;
  const of = phase.snapshot ?? phase.database;
  return count > 1
    ? `${title}: ${numberText(count)} from ${plane.clock(phase.startMs)} on`
    : `${title}${of === null ? "" : ` of ${of}`} at ${plane.clock(phase.startMs)}: ${durationOfPhase(phase)}`;
}

/** From this severity on the server itself is in trouble. */
const graveSeverity = 20;

/** A diamond each, filled where it is grave; what falls on one place is one diamond. */
function marksOf({ marks }: CaptureReport, plane: TimePlane, top: number): Markup {
  const places = new Map<number, CaptureReport["marks"][number][]>();
  for (const mark of marks) {
    const place = Math.round(plane.x(mark.atMs) / markSize) * markSize;
    const known = places.get(place);
    if (known === undefined) places.set(place, [mark]);
    else known.push(mark);
  }
  const y = top + rowHeight / 2;
  return html`${[...places].map(([x, here]) => {
    const grave = here.some(({ severity }) => (severity ?? 0) >= graveSeverity);
    const [first] = here;
    const title =
      here.length === 1 && first !== undefined
        ? `${first.title} at ${plane.clock(first.atMs)}`
        : `${numberText(here.length)} marks from ${plane.clock(first?.atMs ?? 0)} on`;
    return html`<path class="mark${grave ? " grave" : ""}" d="M${x},${y - markSize}l${markSize},${markSize}l${-markSize},${markSize}l${-markSize},${-markSize}Z"><title>${title}</title></path>`;
  })}`;
}

function describe(
  rows: readonly TimelineRow[],
  { marks }: CaptureReport,
  plane: TimePlane,
): string {
  const told = rows.map(({ title, phases }) => `${title}: ${numberText(phases.length)}`);
  const span = `From ${plane.clock(plane.fromMs)} to ${plane.clock(plane.toMs)}`;
  return `${span}. Bars by row: ${told.join("; ")}. ${countText(marks.length, "mark")}.`;
}
