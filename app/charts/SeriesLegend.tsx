/** Which series of a chart is which: right of its heading where there is room, else in rows below it. */
import type { ReactNode } from "react";
import { CutText } from "./CutText.tsx";
import { type LegendEntry, noneOff } from "./chart-reading.ts";
import { textWidth } from "./text-width.ts";

interface LegendRoom {
  readonly left: number;
  readonly right: number;
  /** Where the heading ends: a legend beside it leaves it free. */
  readonly headingEnd: number;
  /** The height of the chart, without a legend. */
  readonly height: number;
}

export interface SeriesLegendPlaces {
  readonly entries: readonly LegendEntry[];
  /** What is added to the chart's height. */
  readonly height: number;
}

const headingY = 14;
/** High enough to be pressed. */
export const legendRow = 24;
const signWidth = 20;
const beforeName = 6;
const between = 16;
const entryWidth = (name: string): number => signWidth + beforeName + textWidth(name);

/** One series needs no name. */
export function legendPlaces(
  names: readonly string[],
  { left, right, headingEnd, height }: LegendRoom,
): SeriesLegendPlaces {
  if (names.length < 2) return { entries: [], height: 0 };
  const widths = names.map((name) => Math.min(entryWidth(name), right - left));
  const all = widths.reduce((sum, width) => sum + width + between, -between);
  const besideLeft = Math.max(headingEnd + 24, right - all);
  const isBeside = besideLeft + all <= right;
  let [x, row] = [isBeside ? besideLeft : left, 0];
  const entries = names.map((name, at) => {
    const width = widths[at] ?? 0;
    if (!isBeside && x > left && x + width > right) [x, row] = [left, row + 1];
    const y = headingY + (isBeside ? 0 : height + row * legendRow);
    const entry = { at, name, x, y, width };
    x += width + between;
    return entry;
  });
  return { entries, height: isBeside ? 0 : (row + 1) * legendRow + 4 };
}

interface SeriesLegendProps {
  readonly entries: readonly LegendEntry[];
  /** Those that are not drawn. */
  readonly off?: ReadonlySet<number> | undefined;
  /** What the series looks like: 20 units wide, around `y`. */
  sign(series: number, x: number, y: number): ReactNode;
}

export const SeriesLegend = ({ entries, off = noneOff, sign }: SeriesLegendProps): ReactNode =>
  entries.map(({ at, name, x, y, width }) => (
    <g key={at} {...(off.has(at) ? { opacity: 0.45, "data-off": "" } : {})}>
      {sign(at, x, y - 4)}
      <text
        className="name"
        x={x + signWidth + beforeName}
        y={y}
        textDecoration={off.has(at) ? "line-through" : undefined}
      >
        <CutText text={name} room={width - signWidth - beforeName + 0.1} />
      </text>
    </g>
  ));
