/** One lane: a counter over time on its own scale, from zero. */
import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { Lane } from "../../domain/timeline/lanes.ts";
import { html, type Markup } from "../html/markup.ts";
import { numberText } from "../text.ts";
import type { Step } from "./lanes-source.ts";
import { plotLeft, plotRight, round, type TimePlane } from "./plane.ts";

interface Vertex {
  readonly x: number;
  readonly value: number | null;
}

/** Both ends of each step that is in the plane, in the unit of the lane. */
function verticesOf(steps: readonly Step[], lane: Lane, plane: TimePlane): Vertex[] {
  const vertices: Vertex[] = [];
  for (const { fromMs, toMs, value: measured } of steps) {
    if (toMs <= plane.fromMs || fromMs >= plane.toMs) continue;
    const value = measured === null ? null : measured * lane.scale;
    vertices.push({ x: plane.x(fromMs), value }, { x: plane.x(toMs), value });
  }
  return vertices;
}

/** Decimals that tell two neighbouring ticks apart. */
const tickDigits = (step: number): number => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));

export function lanePlot(
  steps: readonly Step[],
  lane: Lane,
  plane: TimePlane,
  { top, height }: { readonly top: number; readonly height: number },
): Markup {
  const vertices = verticesOf(steps, lane, plane);
  const highest = vertices.reduce((most, { value }) => Math.max(most, value ?? 0), 0);
  const bottom = top + height;
  // A lane without a value still has a scale, so that zero reads as zero and not as a missing chart.
  const y = scaleLinear()
    .domain([0, highest > 0 ? highest : 1])
    .nice(2)
    .range([bottom, top]);
  const ticks = y.ticks(2);
  const digits = tickDigits((ticks[1] ?? 1) - (ticks[0] ?? 0));
  const height0 = (vertex: Vertex) => round(y(vertex.value ?? 0));
  const defined = ({ value }: Vertex) => value !== null;
  const path = line<Vertex>(({ x }) => x, height0).defined(defined)(vertices);
  const filled = area<Vertex>(({ x }) => x, bottom, height0).defined(defined)(vertices);
  return html`${ticks.map(
    (tick) =>
      html`<line class="${tick === 0 ? "axis" : "grid"}" x1="${plotLeft}" x2="${plotRight}" y1="${round(y(tick))}" y2="${round(y(tick))}"/>
<text class="tick" x="${plotLeft - 8}" y="${round(y(tick)) + 4}" text-anchor="end">${numberText(tick, digits)}</text>`,
  )}
${lane.filled && filled !== null ? html`<path class="fill ${lane.colour}" d="${filled}"/>` : null}
${path === null ? null : html`<path class="line ${lane.colour}" data-lane="${lane.id}" d="${path}"/>`}`;
}
