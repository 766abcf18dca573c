/** Which series of a chart is which: right of its heading where there is room, else in rows below it. */
import type { ReactNode } from "react";
import { textWidth } from "./plane.ts";

interface LegendEntry {
  /** Index among the series. */
  readonly at: number;
  readonly name: string;
  readonly x: number;
  /** Of the text's base line. */
  readonly y: number;
}

interface LegendRoom {
  readonly left: number;
  readonly right: number;
  /** Of the chart, without a legend. */
  readonly height: number;
}

export interface SeriesLegendPlaces {
  readonly entries: readonly LegendEntry[];
  /** What is added to the chart's height. */
  readonly height: number;
}

/** Of the heading, which a legend beside it leaves free. */
const headingWidth = 180;
const headingY = 14;
const rowHeight = 18;
/** Of an entry: its sign, its name, which may be all in capitals, and room before the next one. */
const entryWidth = (name: string): number => 1.25 * textWidth(name) + 44;

/** One series needs no name. */
export function legendPlaces(
  names: readonly string[],
  { left, right, height }: LegendRoom,
): SeriesLegendPlaces {
  if (names.length < 2) return { entries: [], height: 0 };
  const besideLeft = left + headingWidth;
  const room = (right - besideLeft) / names.length;
  if (names.every((name) => entryWidth(name) <= room)) {
    const beside = (name: string, at: number) => ({
      at,
      name,
      x: besideLeft + at * room,
      y: headingY,
    });
    return { entries: names.map(beside), height: 0 };
  }
  let [x, row] = [left, 0];
  const entries = names.map((name, at) => {
    const width = entryWidth(name);
    if (x > left && x + width > right) [x, row] = [left, row + 1];
    const entry = { at, name, x, y: height + row * rowHeight + headingY };
    x += width;
    return entry;
  });
  return { entries, height: (row + 1) * rowHeight + 8 };
}

interface SeriesLegendProps {
  readonly places: SeriesLegendPlaces;
  /** What the series looks like: 20 units wide, around `y`. */
  sign(series: number, x: number, y: number): ReactNode;
}

export const SeriesLegend = ({ places, sign }: SeriesLegendProps): ReactNode =>
  places.entries.map(({ at, name, x, y }) => (
    <g key={name}>
      {sign(at, x, y - 4)}
      <text className="name" x={x + 26} y={y}>
        {name}
      </text>
    </g>
  ));
