/**
 * A metric of a study over what the study varies: of each point a dot a run, the median with its interval,
 * and a line through the medians; of several parameters a line each.
 */

import type { ReactNode } from "react";
import type { Metric } from "../contract/metric.ts";
import type { MetricResult, PointResult, StudyLine } from "../contract/study-results.ts";
import { cutText } from "../domain/format/cut-text.ts";
import { intervalsText } from "../domain/statistics/interval.ts";
import { metricHeading } from "../domain/statistics/metric.ts";
import type { FigureSeries, StudyFigure } from "../domain/studies/study-figure.ts";
import { cssVar } from "../theme/tokens.ts";
import { CutText } from "./CutText.tsx";
import { Drawing } from "./Drawing.tsx";
import { axisUnit, metricScale, metricTick } from "./metric-axis.ts";
import { chartWidth, round, textWidth } from "./plane.ts";
import { legendPlaces, SeriesLegend } from "./SeriesLegend.tsx";
import { sideColour, sideStroke } from "./side-look.ts";
import type { ValueScale } from "./value-scale.ts";

interface StudyChartProps {
  /** Unique in the document. */
  readonly id: string;
  readonly result: MetricResult;
  readonly figure: StudyFigure;
}

const plot = { left: 76, right: chartWidth - 20, top: 34, bottom: 284 };
const height = 328;
/** The first series is no base here: its look is the second side's, solid. */
const lookOf = (series: number): number => series + 1;

interface Place {
  x(value: number): number;
  y(value: number): number;
}

export function StudyChart({ id, result, figure }: StudyChartProps): ReactNode {
  const { metric, points, line } = result;
  const known = points.flatMap(valuesOf);
  if (known.length === 0) return null;
  const scale = metricScale(metric, fromZero(known) ? [0, ...known] : known);
  const place = placeOf(figure, scale);
  const { title, series } = figure;
  const legend = legendPlaces(
    series.map(({ name }) => name),
    { left: plot.left, right: plot.right, height },
  );
  return (
    <Drawing
      id={id}
      title={`${metric.name} over ${title}`}
      description={`${describe(result, figure)} The table has the values.`}
      height={height + legend.height}
    >
      <text className="lane-title" x={plot.left} y={14}>
        {metricHeading(metric.name)} <tspan className="unit">{axisUnit(metric)}</tspan>
      </text>
      <SeriesLegend
        places={legend}
        sign={(at, x, y) => <line {...sideStroke(lookOf(at))} x1={x} x2={x + 20} y1={y} y2={y} />}
      />
      <ValueGrid {...{ scale, place, metric }} />
      <PointTicks {...{ figure, place }} />
      <text className="tick" x={plot.right} y={height - 4} textAnchor="end">
        {title}
      </text>
      {figure.isScaled && line !== null && <Trend {...{ line, figure, place, scale }} />}
      {series.map((one, at) => (
        <Series
          key={one.name}
          {...{ place, points }}
          series={one}
          look={lookOf(at)}
          aside={(at - (series.length - 1) / 2) * betweenSeries}
        />
      ))}
    </Drawing>
  );
}

const valuesOf = ({ values, center }: PointResult): number[] => [
  ...values.filter((value) => value !== null),
  ...(center === null ? [] : [center.value]),
  ...(center?.interval ? [center.interval.low, center.interval.high] : []),
];

/** Where values differ by their size, zero belongs to the picture; small differences of large values would be lost in it. */
const fromZero = (values: readonly number[]): boolean =>
  Math.min(...values) >= 0 && Math.min(...values) < 0.6 * Math.max(...values);

function placeOf({ ticks, isScaled }: StudyFigure, { from, to }: ValueScale): Place {
  const places = ticks.map(({ x }) => x);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const room = (plot.right - plot.left) / (isScaled ? 24 : 2 * Math.max(ticks.length, 1));
  const length = plot.right - plot.left - 2 * room;
  return {
    x: (value) =>
      round(
        last > first
          ? plot.left + room + ((value - first) / (last - first)) * length
          : (plot.left + plot.right) / 2,
      ),
    y: (value) => round(plot.bottom - ((value - from) / (to - from)) * (plot.bottom - plot.top)),
  };
}

function ValueGrid({
  scale,
  place: { y },
  metric,
}: {
  readonly scale: ValueScale;
  readonly place: Place;
  readonly metric: Metric;
}): ReactNode {
  return scale.ticks.map((tick) => (
    <g key={tick}>
      <line
        stroke={cssVar(tick === 0 ? "border" : "grid")}
        x1={plot.left}
        x2={plot.right}
        y1={y(tick)}
        y2={y(tick)}
      />
      <text className="tick" x={plot.left - 8} y={y(tick) + 4} textAnchor="end">
        {metricTick(metric, tick, scale)}
      </text>
    </g>
  ));
}

/** Of many points those have a label that leave room for each other. */
function PointTicks({
  figure: { ticks },
  place: { x },
}: {
  readonly figure: StudyFigure;
  readonly place: Place;
}): ReactNode {
  const room = (plot.right - plot.left) / Math.max(ticks.length, 1);
  const most = ticks.length > 1 ? Math.max(Math.floor(Math.max(room, 60) / 6.2), 6) : 60;
  let free = Number.NEGATIVE_INFINITY;
  return ticks.map((tick) => {
    const half = textWidth(cutText(tick.text, most)) / 2;
    const isLabelled = x(tick.x) - half >= free;
    if (isLabelled) free = x(tick.x) + half + 6;
    return (
      <g key={tick.x}>
        <line
          stroke={cssVar("border")}
          x1={x(tick.x)}
          x2={x(tick.x)}
          y1={plot.bottom}
          y2={plot.bottom + 4}
        />
        {isLabelled && (
          <text className="tick" x={x(tick.x)} y={plot.bottom + 18} textAnchor="middle">
            <CutText text={tick.text} most={most} />
          </text>
        )}
      </g>
    );
  });
}

/** Medians of lines that lie on each other are told apart by a step aside. */
const betweenSeries = 7;

interface SeriesProps {
  readonly series: FigureSeries;
  readonly points: readonly PointResult[];
  readonly look: number;
  /** User units to the right. */
  readonly aside: number;
  readonly place: Place;
}

function Series({ series, points, look, aside, place: { x, y } }: SeriesProps): ReactNode {
  const colour = sideColour(look);
  const measured = series.points.flatMap(({ point, x: across, source }) => {
    const result = points[point];
    return result?.center
      ? [{ point, left: round(x(across) + aside), result, center: result.center, source }]
      : [];
  });
  return (
    <g data-series={series.name}>
      <polyline
        {...sideStroke(look)}
        points={measured.map(({ left, center }) => `${left},${y(center.value)}`).join(" ")}
      />
      {measured.map(({ point, left, result, center, source }) => (
        <g key={point} data-point={point}>
          {result.values.map((value, run) =>
            value === null ? null : (
              <circle
                // biome-ignore lint/suspicious/noArrayIndexKey: a run is known by its place
                key={run}
                cx={left - 9}
                cy={y(value)}
                r={2}
                fill={colour}
                fillOpacity={0.55}
              />
            ),
          )}
          {center.interval !== null && (
            <path
              stroke={colour}
              strokeWidth={1.5}
              d={`M${left} ${y(center.interval.low)}V${y(center.interval.high)}M${left - 4} ${y(center.interval.low)}H${left + 4}M${left - 4} ${y(center.interval.high)}H${left + 4}`}
            />
          )}
          <circle
            {...(source === "printed"
              ? { fill: cssVar("surface"), stroke: colour, strokeWidth: 2 }
              : { fill: colour })}
            cx={left}
            cy={y(center.value)}
            r={4}
          />
        </g>
      ))}
    </g>
  );
}

/** The line through the medians, where something is claimed of it. */
function Trend({
  line: { slope, intercept, claim },
  figure: { ticks },
  place: { x, y },
  scale: { from, to },
}: {
  readonly line: StudyLine;
  readonly figure: StudyFigure;
  readonly place: Place;
  readonly scale: ValueScale;
}): ReactNode {
  const [first, last] = [ticks[0]?.x, ticks.at(-1)?.x];
  if (claim === "none" || first === undefined || last === undefined) return null;
  const within = (value: number) => Math.min(Math.max(value, from), to);
  return (
    <line
      stroke={cssVar("text-3")}
      strokeDasharray="2 4"
      x1={x(first)}
      x2={x(last)}
      y1={y(within(intercept + slope * first))}
      y2={y(within(intercept + slope * last))}
    />
  );
}

function describe({ points }: MetricResult, { series }: StudyFigure): string {
  const places = series.flatMap((one) => one.points).filter(({ source }) => source === undefined);
  const measured = places.filter(({ point }) => points[point]?.center != null).length;
  const lines =
    series.length > 1 ? ` A line each for ${series.map(({ name }) => name).join("; ")}.` : "";
  const intervals = intervalsText(points.map(({ center }) => center?.interval ?? null));
  return `Medians with ${intervals} of ${measured} of ${places.length} points, and a dot a run.${lines}`;
}
