/** Size on disk of each snapshot over time; several share one plot, told apart by dash and name. */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { Report } from "../../contract/report.ts";
import { byteUnit, inUnit } from "../../domain/format/bytes.ts";
import { html, type Markup } from "../html/markup.ts";
import { numberText } from "../text.ts";
import {
  chartWidth,
  gridLines,
  plotLeft,
  plotRight,
  round,
  textWidth,
  timeAxis,
  timePlane,
} from "./plane.ts";

const top = 22;
const height = 120;
const bottom = top + height;

type Size = Report["snapshotSizes"][number];

export function sizeChart(report: Report, id: string): Markup {
  const { snapshotSizes, run } = report;
  const plane = timePlane(run.origin, 0, run.engineMs);
  const largest = Math.max(
    1,
    ...snapshotSizes.flatMap(({ points }) => points.map(({ sizeOnDiskBytes }) => sizeOnDiskBytes)),
  );
  const unit = byteUnit(largest);
  const y = scaleLinear([0, inUnit(largest, unit)], [bottom, top]).nice(4);
  const place = ({ points }: Size) =>
    points.map((point) => ({
      x: plane.x(point.atMs),
      y: round(y(inUnit(point.sizeOnDiskBytes, unit))),
    }));
  const path = line<{ x: number; y: number }>(
    (point) => point.x,
    (point) => point.y,
  );
  const names = snapshotSizes.map(({ snapshot }) => snapshot).join(", ");
  return html`<svg role="img" aria-labelledby="${id}-t ${id}-d" viewBox="0 0 ${chartWidth} ${bottom + 22}">
<title id="${id}-t">Size on disk of the snapshots over the run</title>
<desc id="${id}-d">Size on disk in ${unit} over time, one line each for ${names}.</desc>
<text class="lane-title" x="${plotLeft}" y="12">Size on disk <tspan class="unit">${unit}</tspan></text>
${gridLines(plane, top, bottom)}
${y.ticks(4).map(
  (tick) =>
    html`<line class="grid" x1="${plotLeft}" x2="${plotRight}" y1="${round(y(tick))}" y2="${round(y(tick))}"/>
<text class="tick" x="${plotLeft - 8}" y="${round(y(tick)) + 4}" text-anchor="end">${numberText(tick, y.ticks(4).some((value) => value % 1 !== 0) ? 1 : 0)}</text>`,
)}
${snapshotSizes.map((size, index) => {
  const d = path(place(size));
  return d === null
    ? null
    : html`<path class="line data-snapshot-writes dash-${index % 4}" data-snapshot="${size.snapshot}" d="${d}"/>`;
})}
${legend(snapshotSizes)}
${timeAxis(plane, bottom)}</svg>`;
}

/** Beside the title, each name with a piece of its line. */
function legend(sizes: readonly Size[]): Markup | null {
  if (sizes.length < 2) return null;
  let x = plotLeft + 130;
  const entries = sizes.flatMap(({ snapshot }, index) => {
    const left = x;
    x += 36 + textWidth(snapshot) + 14;
    // What does not fit is named in the table of the snapshots.
    return x > plotRight
      ? []
      : [
          html`<line class="line data-snapshot-writes dash-${index % 4}" x1="${left}" x2="${left + 30}" y1="8" y2="8"/>
<text class="name" x="${left + 36}" y="12">${snapshot}</text>`,
        ];
  });
  return html`${entries}`;
}
