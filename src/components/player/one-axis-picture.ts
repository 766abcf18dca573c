/** Counters on one axis as a drawing that stands by itself: with the phases behind them, as-of lines and times. */
import { tintsOf } from "../../../app/charts/bar-layout.ts";
import { bandColour, isSpan } from "../../../app/charts/phase-colour.ts";
import { textWidth } from "../../../app/charts/text-width.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { holds, type Span } from "../../../app/domain/timeline/span.ts";
import { offsetTicks, timeTicks } from "../../../app/domain/timeline/time-ticks.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import { svgElement } from "../charts/drawing-files.ts";
import { axisHeight, rightMargin } from "./lane-geometry.ts";
import { phaseTitle } from "./phase-look.ts";

interface OneAxisPlace {
  readonly timeline: Timeline;
  readonly view: Span;
  readonly gutter: number;
  /** The size of the plot, px. */
  readonly width: number;
  readonly height: number;
}

/** Above the plot, of the names of phases and of the flags. */
const nameRow = 16;
const top = 2 * nameRow;

/** `lines`: as Recharts has drawn them. */
export function oneAxisPicture(lines: SVGSVGElement, place: OneAxisPlace): SVGSVGElement {
  const { timeline, view, gutter, width, height } = place;
  const bottom = top + height;
  const x = (atMs: number) => gutter + toPixels(view, width, atMs);
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", `0 0 ${gutter + width + rightMargin} ${bottom + axisHeight}`);
  const plot = svgElement("g", { transform: `translate(0 ${top})` });
  plot.append(...[...lines.children].map((child) => child.cloneNode(true)));
  picture.append(...phasesOf(place, x), plot, ...asOfLines(timeline, view, x, bottom));
  const { originMs, zeroMs } = timeline;
  const ticks =
    zeroMs === undefined ? timeTicks(view, originMs, width) : offsetTicks(view, zeroMs, width);
  for (const { atMs, label } of ticks) {
    const at = { x: x(atMs), y: bottom + nameRow, "text-anchor": "middle", class: "tick" };
    picture.append(svgElement("text", at, label));
  }
  return picture;
}

/** Where a name has no room, its colour alone is there. */
function phasesOf(
  { timeline: { bands, endMs }, view, gutter, width, height }: OneAxisPlace,
  x: (atMs: number) => number,
): readonly SVGElement[] {
  let free = 0;
  return tintsOf(bands.filter(isSpan), view, width, endMs, bandColour).flatMap((tint) => {
    const left = gutter + tint.left;
    const box = { x: left, y: top, width: tint.width, height, fill: bandColour(tint.band) };
    const band = svgElement("rect", { ...box, opacity: cssVar("band-opacity") });
    const name = tint.band.phase === null ? "" : phaseTitle(tint.band.phase);
    const begin = Math.max(x(tint.band.startMs), gutter);
    if (name === "" || begin < free || textWidth(name) > tint.width) return [band];
    free = begin + textWidth(name) + 6;
    return [band, svgElement("text", { x: begin, y: nameRow - 4, class: "tick" }, name)];
  });
}

const asOfLines = (
  timeline: Timeline,
  view: Span,
  x: (atMs: number) => number,
  bottom: number,
): readonly SVGElement[] =>
  timeline.asOf
    .filter(({ atMs }) => holds(view, atMs))
    .flatMap(({ snapshot, atMs }) => {
      const at = x(atMs);
      const text = `${snapshot} as of ${formatMomentOf(timeline, atMs)}`;
      const look = { stroke: cssVar("as-of"), "stroke-width": 1.5, "stroke-dasharray": "6 4" };
      const half = textWidth(text) / 2;
      const middle = Math.max(at, half);
      return [
        svgElement("line", { ...look, x1: at, x2: at, y1: top, y2: bottom }),
        svgElement("text", { x: middle, y: top - 4, "text-anchor": "middle", class: "name" }, text),
      ];
    });
