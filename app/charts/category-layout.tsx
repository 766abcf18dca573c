/** Where bars of categories are put, and what they answer there. */
import type { ReactNode } from "react";
import type { Center } from "../contract/comparison.ts";
import type { MetricResult } from "../contract/study-results.ts";
import { bareText, metricHeading, valueText } from "../domain/statistics/metric.ts";
import type { FigurePoint, StudyFigure } from "../domain/studies/study-figure.ts";
import { cssVar } from "../theme/tokens.ts";
import { type ChartReading, noneOff } from "./chart-reading.ts";
import { axisUnit, metricScale } from "./metric-axis.ts";
import { chartWidth, round } from "./plane.ts";
import { legendPlaces, type SeriesLegendPlaces } from "./SeriesLegend.tsx";
import { isPrinted, studyLook } from "./series-sign.tsx";
import { sideColour } from "./side-look.ts";
import { furtherOf, type StudyShown, studyPoints } from "./study-layout.ts";
import { textWidth } from "./text-width.ts";
import type { ValueScale } from "./value-scale.ts";

export interface PlacedBar {
  readonly series: number;
  readonly name: string;
  readonly point: number;
  readonly center: Center;
  readonly runs: number;
  readonly source: FigurePoint["source"];
  readonly top: number;
  /** Right of it and of its interval. */
  readonly text: string;
}

export interface PlacedCategory {
  readonly name: string;
  readonly middle: number;
  readonly bars: readonly PlacedBar[];
}

export interface CategoryLayout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  /** Where the plot lies. */
  readonly top: number;
  readonly bottom: number;
  readonly scale: ValueScale;
  readonly legend: SeriesLegendPlaces;
  readonly categories: readonly PlacedCategory[];
  x(value: number): number;
}

export const barHeight = 12;
const [top, betweenBars, betweenGroups] = [30, 2, 10];
const barStep = barHeight + betweenBars;
const axisRoom = 24;
/** The share of the width that names may take: where they need more, they are cut. */
const mostOfNames = 0.45;
const beforeValue = 6;

type Bar = Omit<PlacedBar, "top">;

/** Null: nothing was measured. */
export function layCategories(shown: StudyShown): CategoryLayout | null {
  const { result, figure, off = noneOff, width = chartWidth } = shown;
  const { metric } = result;
  const found = figure.ticks.map(({ x, text }) => ({
    name: text,
    bars: barsAt(result, figure, x).filter(({ series }) => !off.has(series)),
  }));
  const all = found.flatMap(({ bars }) => bars);
  if (all.length === 0) return null;
  const scale = metricScale(metric, [0, ...all.flatMap(({ center }) => endsOf(center))]);
  const names = Math.max(...found.map(({ name }) => textWidth(name))) + 16;
  const left = Math.min(names, width * mostOfNames);
  const right = width - Math.max(...all.map(({ text }) => textWidth(text))) - beforeValue - 2;
  let y = top;
  const categories = found.map(({ name, bars }) => {
    const begin = y;
    const height = Math.max(bars.length, 1) * barStep;
    y += height + betweenGroups;
    const placed = bars.map((bar, at) => ({ ...bar, top: begin + at * barStep }));
    return { name, middle: begin + height / 2, bars: placed };
  });
  const heading = `${metricHeading(metric.name)} ${axisUnit(metric)}`;
  const legend = legendPlaces(
    figure.series.map(({ name }) => name),
    { left: 0, right: width, headingEnd: textWidth(heading, "semibold"), height: y + axisRoom },
  );
  return {
    ...{ width, height: y + axisRoom + legend.height, left, top, bottom: y, scale, legend },
    categories,
    x: (value) => round(left + ((value - scale.from) / (scale.to - scale.from)) * (right - left)),
  };
}

/** Bars of what was measured alone: what a category has none of takes no room. */
const barsAt = ({ metric, points }: MetricResult, { series }: StudyFigure, tick: number): Bar[] =>
  series.flatMap(({ name, points: places }, at) =>
    places.flatMap(({ point, x, source }) => {
      const measured = x === tick ? points[point] : undefined;
      if (!measured?.center) return [];
      // Repeats could tell nothing of what was given.
      const { center: own, runs } = measured;
      const center = source === "given" ? { ...own, interval: null } : own;
      const text = `${bareText(metric.unit, center.value)}${source === "given" ? ", given" : ""}`;
      return [{ series: at, name, point, center, runs, source, text }];
    }),
  );

export const endsOf = ({ value, interval }: Center): number[] =>
  interval === null ? [value] : [value, interval.low, interval.high];

/** Filled is what runs came to; an outline in no series' colour is what a paper prints, and a dashed one what was given to a run. */
export const barLook = (series: number, source: FigurePoint["source"]) =>
  source === undefined
    ? { fill: sideColour(studyLook(series)) }
    : {
        fill: cssVar("surface"),
        stroke: source === "printed" ? cssVar("text-1") : sideColour(studyLook(series)),
        strokeDasharray: source === "given" ? "3 2" : undefined,
      };

/** The sign of a whole series, where all of it is one. */
export const barSign =
  ({ series: all }: StudyFigure) =>
  (series: number, x: number, y: number): ReactNode => {
    return (
      <rect
        {...barLook(series, isPrinted(all[series]) ? "printed" : undefined)}
        x={x + 2}
        y={y - 5}
        width={16}
        height={10}
      />
    );
  };

export function readCategories(shown: StudyShown): ChartReading | null {
  const layout = layCategories(shown);
  if (layout === null) return null;
  const { unit } = shown.result.metric;
  return {
    ...{ width: layout.width, height: layout.height, along: "y", line: null },
    stops: layout.categories.map(({ name, middle, bars }) => ({
      ...{ at: middle, heading: name },
      values: bars.map(({ series, name: of, center, source, runs, top: barTop }) => ({
        ...{ series, name: of, x: layout.x(center.value), y: barTop + barHeight / 2 },
        value: valueText(unit, center.value),
        further: furtherOf(unit, center, source, runs),
      })),
    })),
    legend: layout.legend.entries,
    table: studyPoints(shown),
    sign: barSign(shown.figure),
  };
}
