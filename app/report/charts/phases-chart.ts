/** Where the time of one creation went: its phases as rows, to scale, with what each took. */

import { phaseNames } from "../../contract/phase.ts";
import type { ReportCreation, ReportPhase } from "../../contract/report.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { html, type Markup } from "../html/markup.ts";
import { durationOfPhase } from "../phase-text.ts";
import {
  chartWidth,
  gridLines,
  plotLeft,
  plotRight,
  round,
  type TimePlane,
  timeAxis,
  timePlane,
} from "./plane.ts";

const rowHeight = 18;
const barHeight = 10;
const top = 4;
const axisHeight = 22;
/** Right of the plot stand the durations. */
const barsRight = plotRight - 84;

/** Instants have no row: `open` comes with the end of the checkpoint, `complete` with that of undo. */
const rows = phaseNames.filter((name) => name !== "open" && name !== "complete");

export interface PhasesSource {
  readonly origin: string;
  /** How far it is known. */
  readonly endMs: number;
  readonly phases: readonly ReportPhase[];
}

export function phasesChart(source: PhasesSource, creation: ReportCreation, id: string): Markup {
  const until = creation.endMs ?? source.endMs;
  const plane = timePlane(
    source.origin,
    creation.startMs,
    Math.max(until, creation.startMs + 1),
    barsRight,
  );
  const own = phasesOf(source, creation);
  const bottom = top + rows.length * rowHeight;
  const { asOfMs } = creation;
  return html`<svg role="img" aria-labelledby="${id}-t ${id}-d" viewBox="0 0 ${chartWidth} ${bottom + axisHeight}">
<title id="${id}-t">Phases of the creation of ${creation.snapshot}</title>
<desc id="${id}-d">${describe(own, plane)}</desc>
${gridLines(plane, top, bottom)}
${rows.map((name, index) => {
  const y = top + index * rowHeight;
  const phase = own.find((candidate) => candidate.name === name);
  return html`<g><line class="grid" x1="${plotLeft}" x2="${plotRight}" y1="${y + rowHeight}" y2="${y + rowHeight}"/>
<text class="tick" x="${plotLeft - 8}" y="${y + 13}" text-anchor="end">${phaseTerm(name).title}</text>
${phase === undefined ? null : phaseBar(phase, plane, y)}</g>`;
})}
${timeAxis(plane, bottom)}
${asOfMs === null ? null : html`<line class="as-of" x1="${plane.x(asOfMs)}" x2="${plane.x(asOfMs)}" y1="0" y2="${bottom}"/>`}</svg>`;
}

const phasesOf = ({ phases }: PhasesSource, { snapshot, startMs, endMs }: ReportCreation) =>
  phases.filter(
    (phase) =>
      phase.snapshot === snapshot &&
      phase.startMs >= startMs &&
      phase.startMs <= (endMs ?? Number.POSITIVE_INFINITY),
  );

/** At least a hair wide: a phase of milliseconds must be seen in a creation of minutes. */
function phaseBar(phase: ReportPhase, plane: TimePlane, y: number): Markup {
  const left = plane.x(phase.startMs);
  const width = Math.max(1.5, round(plane.x(phase.endMs ?? plane.toMs) - left));
  const y0 = y + (rowHeight - barHeight) / 2;
  const shape = html`x="${left}" y="${y0}" width="${width}" height="${barHeight}"`;
  return html`<rect class="phase ${phase.name}" ${shape}/>
${hatched.has(phase.name) ? html`<rect class="pattern ${phase.name}" ${shape}/>` : null}
<text class="value" x="${plotRight}" y="${y + 13}" text-anchor="end">${durationOfPhase(phase)}</text>`;
}

/** Neighbours of like colour are told by pattern as well. */
const hatched: ReadonlySet<string> = new Set(["redo", "undo"]);

const describe = (phases: readonly ReportPhase[], plane: TimePlane): string =>
  phases
    .filter(({ instant }) => !instant)
    .map(
      (phase) =>
        `${phaseTerm(phase.name).title} from ${plane.clock(phase.startMs)}: ${durationOfPhase(phase)}`,
    )
    .join("; ");
