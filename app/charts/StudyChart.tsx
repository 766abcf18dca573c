/**
 * A metric of a study over what the study varies: of each point a dot a run, the median with its interval,
 * and a line through the medians; of several parameters a line each.
 */

import type { ReactNode } from "react";
import type { Metric } from "../contract/metric.ts";
import type { MetricResult, StudyLine } from "../contract/study-results.ts";
import { intervalsText } from "../domain/statistics/interval.ts";
import { metricHeading } from "../domain/statistics/metric.ts";
import type { StudyFigure } from "../domain/studies/study-figure.ts";
import { cssVar } from "../theme/tokens.ts";
import { Drawing } from "./Drawing.tsx";
import { axisUnit, metricTick } from "./metric-axis.ts";
import { SeriesLegend } from "./SeriesLegend.tsx";
import { isPrinted, paperMark, seriesSign, studyLook } from "./series-sign.tsx";
import { sideColour, sideStroke } from "./side-look.ts";
import {
  layStudy,
  type PlacedPoint,
  type PlacedSeries,
  type StudyLayout,
  type StudyShown,
} from "./study-layout.ts";
import { fittingText, textWidth } from "./text-width.ts";

interface StudyChartProps extends StudyShown {
  /** Unique in the document. */
  readonly id: string;
}

export function StudyChart({ id, ...shown }: StudyChartProps): ReactNode {
  const layout = layStudy(shown);
  if (layout === null) return null;
  const { result, figure, off } = shown;
  const { metric, line } = result;
  const { plot, legend, width, height } = layout;
  const { title } = figure;
  return (
    <Drawing
      id={id}
      title={`${metric.name} over ${title}`}
      description={`${describe(result, figure)} The table has the values.`}
      width={width}
      height={height}
    >
      <text className="lane-title" x={plot.left} y={14}>
        {metricHeading(metric.name)} <tspan className="unit">{axisUnit(metric)}</tspan>
      </text>
      <SeriesLegend entries={legend.entries} off={off} sign={seriesSign(figure)} />
      <ValueGrid {...{ layout, metric }} />
      <PointTicks {...{ layout, figure }} />
      <text className="tick" x={plot.right} y={height - legend.height - 4} textAnchor="end">
        {title}
      </text>
      {figure.isScaled && line !== null && <Trend {...{ line, figure, layout }} />}
      {layout.series.map((series) => (
        <Series key={series.at} series={series} y={layout.y} />
      ))}
    </Drawing>
  );
}

interface ValueGridProps {
  readonly layout: StudyLayout;
  readonly metric: Metric;
}

const ValueGrid = ({ layout: { plot, scale, y }, metric }: ValueGridProps): ReactNode =>
  scale.ticks.map((tick) => (
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

interface PointTicksProps {
  readonly layout: StudyLayout;
  readonly figure: StudyFigure;
}

/** Where there are many points, those have a label that leave room for each other. */
function PointTicks({ layout: { plot, x }, figure: { ticks } }: PointTicksProps): ReactNode {
  const share = (plot.right - plot.left) / Math.max(ticks.length, 1);
  const room = ticks.length > 1 ? Math.max(share - 6, 60) : plot.right - plot.left;
  let free = Number.NEGATIVE_INFINITY;
  return ticks.map((tick) => {
    const text = fittingText(tick.text, room);
    const half = textWidth(text) / 2;
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
            {text !== tick.text && <title>{tick.text}</title>}
            {text}
          </text>
        )}
      </g>
    );
  });
}

interface SeriesProps {
  readonly series: PlacedSeries;
  y(value: number): number;
}

function Series({ series: { at, name, points }, y }: SeriesProps): ReactNode {
  return (
    <g data-series={name}>
      {!isPrinted({ points }) && (
        <polyline
          {...sideStroke(studyLook(at))}
          points={points.map((point) => `${point.x},${point.y}`).join(" ")}
        />
      )}
      {points.map((point) => (
        <Point key={point.point} {...point} colour={sideColour(studyLook(at))} yOf={y} />
      ))}
    </g>
  );
}

interface PointProps extends PlacedPoint {
  readonly colour: string;
  yOf(value: number): number;
}

function Point({ point, x, y, result, center, source, colour, yOf }: PointProps): ReactNode {
  const { interval } = center;
  return (
    <g data-point={point}>
      {result.values.map((value, run) =>
        value === null ? null : (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a run is known by its place
            key={run}
            cx={x - 9}
            cy={yOf(value)}
            r={2}
            fill={colour}
            fillOpacity={0.55}
          />
        ),
      )}
      {interval !== null && (
        <path
          stroke={colour}
          strokeWidth={1.5}
          d={`M${x} ${yOf(interval.low)}V${yOf(interval.high)}M${x - 4} ${yOf(interval.low)}H${x + 4}M${x - 4} ${yOf(interval.high)}H${x + 4}`}
        />
      )}
      {source === "printed" ? paperMark(x, y) : <circle fill={colour} cx={x} cy={y} r={4} />}
    </g>
  );
}

interface TrendProps {
  readonly line: StudyLine;
  readonly figure: StudyFigure;
  readonly layout: StudyLayout;
}

/** The line through the medians, where something is claimed of it. */
function Trend({ line, figure: { ticks }, layout: { x, y, scale } }: TrendProps): ReactNode {
  const { slope, intercept, claim } = line;
  const [first, last] = [ticks[0]?.x, ticks.at(-1)?.x];
  if (claim === "none" || first === undefined || last === undefined) return null;
  const within = (value: number) => Math.min(Math.max(value, scale.from), scale.to);
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
