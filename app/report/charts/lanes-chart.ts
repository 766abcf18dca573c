/**
 * The lanes of a run over one time axis, with the phases of creations behind them and the as-of lines
 * above everything.
 */
import type { ReportPhase } from "../../contract/report.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import type { Lane } from "../../domain/timeline/lanes.ts";
import { html, type Markup } from "../html/markup.ts";
import { durationText } from "../text.ts";
import { chartHeader } from "./chart-header.ts";
import { lanePlot } from "./lane-plot.ts";
import type { LanesSource } from "./lanes-source.ts";
import { chartWidth, gridLines, plotLeft, type TimePlane, timeAxis, timePlane } from "./plane.ts";

const laneTitle = 16;
const laneHeight = 34;
const laneGap = 6;
const axisHeight = 22;

export interface LanesChart {
  /** Unique in the document. */
  readonly id: string;
  readonly title: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export function lanesChart(source: LanesSource, chart: LanesChart): Markup {
  const plane = timePlane(source.origin, chart.fromMs, chart.toMs);
  const phases = source.phases.filter(
    ({ startMs, endMs, snapshot }) => snapshot !== null && plane.shows(startMs, endMs),
  );
  const asOf = source.creations.flatMap(({ asOfMs }) =>
    asOfMs !== null && plane.shows(asOfMs, asOfMs) ? asOfMs : [],
  );
  const header = chartHeader(source, plane, asOf);
  const lanesTop = header.height;
  const lanesBottom = lanesTop + source.lanes.length * (laneTitle + laneHeight + laneGap);
  const height = lanesBottom + axisHeight;
  const laneTop = (index: number) => lanesTop + index * (laneTitle + laneHeight + laneGap);
  return html`<svg role="img" aria-labelledby="${chart.id}-t ${chart.id}-d" viewBox="0 0 ${chartWidth} ${height}">
<title id="${chart.id}-t">${chart.title}</title>
<desc id="${chart.id}-d">${describe(source, plane, phases)}</desc>
${warmupHatch(source, plane, lanesTop, lanesBottom)}
${phases.map((phase) => phaseBand(phase, plane, lanesTop, lanesBottom))}
${gridLines(plane, lanesTop, lanesBottom)}
${header.markup}
${source.lanes.map((lane, index) => {
  const top = laneTop(index);
  return lanePlot(source.stepsOf(lane.id), lane, plane, {
    top: top + laneTitle,
    height: laneHeight,
  });
})}
${timeAxis(plane, lanesBottom)}
${asOf.map((asOfMs) => {
  const x = plane.x(asOfMs);
  return html`<line class="as-of" x1="${x}" x2="${x}" y1="${header.flagBottom(x)}" y2="${lanesBottom}"/>`;
})}
${source.lanes.map((lane, index) => titleOf(lane, laneTop(index)))}
${header.flags}</svg>`;
}

/** Drawn over the lines, with a rim that keeps them off the words. */
const titleOf = ({ title, unit, colour }: Lane, top: number): Markup =>
  html`<rect class="swatch ${colour}" x="${plotLeft}" y="${top + 7}" width="12" height="3"/>
<text class="lane-title" x="${plotLeft + 18}" y="${top + 12}">${title} <tspan class="unit">${unit}</tspan></text>`;

function phaseBand(phase: ReportPhase, plane: TimePlane, top: number, bottom: number): Markup {
  const left = plane.x(phase.startMs);
  if (phase.instant) {
    return html`<line class="instant" x1="${left}" x2="${left}" y1="${top}" y2="${bottom}"/>`;
  }
  const width = plane.x(phase.endMs ?? plane.toMs) - left;
  return html`<rect class="band ${phase.name}" x="${left}" y="${top}" width="${width}" height="${bottom - top}"/>`;
}

function warmupHatch(
  { warmupMs }: LanesSource,
  plane: TimePlane,
  top: number,
  bottom: number,
): Markup | null {
  if (warmupMs <= plane.fromMs) return null;
  const width = plane.x(warmupMs) - plotLeft;
  return html`<rect class="warmup" x="${plotLeft}" y="${top}" width="${width}" height="${bottom - top}"><title>Warm-up: in no statistic</title></rect>
<text class="warmup-text" x="${plotLeft + width - 4}" y="${top - 10}" text-anchor="end">${width > 50 ? "warm-up" : ""}</text>`;
}

/** What a reader who cannot see the chart gets; the table below it has the values. */
function describe(
  { lanes: shown, warmupMs }: LanesSource,
  plane: TimePlane,
  phases: readonly ReportPhase[],
): string {
  const lanes = shown.map(({ title, unit }) => `${title} (${unit})`).join(", ");
  const span = `from ${plane.clock(plane.fromMs)} to ${plane.clock(plane.toMs)}`;
  const told = phases
    .filter(({ instant }) => !instant)
    .slice(0, 20)
    .map(({ snapshot, name, startMs, durationMs }) => {
      const length = durationMs === null ? "not ended" : durationText(durationMs);
      return `${snapshot}: ${phaseTerm(name).title} at ${plane.clock(startMs)}, ${length}`;
    });
  const origin = warmupMs > plane.fromMs ? " The warm-up is hatched." : "";
  return `Lanes over time ${span}: ${lanes}.${origin} ${told.join("; ")}`.trim();
}
