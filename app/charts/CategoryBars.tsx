/**
 * Medians of categories as bars from zero, with their intervals as whiskers: a group of bars a category, whose
 * name stands left of it whole. Between categories is nothing that a line could go through.
 */

import type { ReactNode } from "react";
import type { Center } from "../contract/comparison.ts";
import type { Metric } from "../contract/metric.ts";
import type { MetricResult } from "../contract/study-results.ts";
import { intervalsText } from "../domain/statistics/interval.ts";
import { bareText, metricHeading } from "../domain/statistics/metric.ts";
import type { FigurePoint, StudyFigure } from "../domain/studies/study-figure.ts";
import { cssVar } from "../theme/tokens.ts";
import { Drawing } from "./Drawing.tsx";
import { axisUnit, metricScale, metricTick } from "./metric-axis.ts";
import { chartWidth, round, textWidth } from "./plane.ts";
import { legendPlaces, SeriesLegend } from "./SeriesLegend.tsx";
import { sideColour } from "./side-look.ts";
import type { ValueScale } from "./value-scale.ts";

interface CategoryBarsProps {
  /** Unique in the document. */
  readonly id: string;
  readonly result: MetricResult;
  readonly figure: StudyFigure;
}

interface Bar {
  readonly series: number;
  readonly name: string;
  readonly point: number;
  readonly center: Center;
  readonly source: FigurePoint["source"];
}

interface Category {
  readonly name: string;
  readonly bars: readonly Bar[];
}

const [top, barHeight, betweenBars, betweenGroups] = [30, 12, 2, 10];
const barStep = barHeight + betweenBars;
/** Behind the longest bar, for its value. */
const valueRoom = 90;
/** The first series is no base here. */
const colourOf = (series: number): string => sideColour(series + 1);

/** Filled is what runs came to; an outline is what a paper prints, and a dashed one what was given to a run. */
const barLook = (series: number, source: FigurePoint["source"]) =>
  source === undefined
    ? { fill: colourOf(series) }
    : {
        fill: cssVar("surface"),
        stroke: colourOf(series),
        strokeDasharray: source === "given" ? "3 2" : undefined,
      };

export function CategoryBars({ id, result, figure }: CategoryBarsProps): ReactNode {
  const { metric } = result;
  const categories = categoriesOf(result, figure);
  const bars = categories.flatMap((category) => category.bars);
  if (bars.length === 0) return null;
  const scale = metricScale(metric, [0, ...bars.flatMap(({ center }) => endsOf(center))]);
  const left = Math.max(...categories.map(({ name }) => textWidth(name))) + 16;
  const right = chartWidth - valueRoom;
  const x = (value: number): number =>
    round(left + ((value - scale.from) / (scale.to - scale.from)) * (right - left));
  const tops = topsOf(categories);
  const bottom = tops.at(-1) ?? top;
  const names = figure.series.map(({ name }) => name);
  const legend = legendPlaces(names, { left: 0, right: chartWidth, height: bottom + 24 });
  const by = figure.title === "" ? "" : ` by ${figure.title}`;
  return (
    <Drawing
      id={id}
      title={`${metric.name}${by}`}
      description={`Bars of medians, with ${intervalsText(bars.map(({ center }) => center.interval))} where there are several repeats: ${categories.map(({ name }) => name).join("; ")}. The table has the values.`}
      height={bottom + 24 + legend.height}
    >
      <text className="lane-title" x={0} y={14}>
        {metricHeading(metric.name)} <tspan className="unit">{axisUnit(metric)}</tspan>
      </text>
      <SeriesLegend
        places={legend}
        sign={(series, from, middle) => (
          <rect
            {...barLook(series, signSource(figure.series[series]))}
            x={from + 4}
            y={middle - 6}
            width={16}
            height={barHeight}
          />
        )}
      />
      <ValueLines {...{ metric, scale, x, bottom }} />
      {categories.map((category, at) => (
        <Group key={category.name} {...{ category, metric, x, left }} top={tops[at] ?? top} />
      ))}
    </Drawing>
  );
}

/** Bars of what was measured alone: what a category has none of takes no room. */
const categoriesOf = (
  { points }: MetricResult,
  { ticks, series }: StudyFigure,
): readonly Category[] =>
  ticks.map((tick) => ({
    name: tick.text,
    bars: series.flatMap(({ name, points: places }, at) =>
      places.flatMap(({ point, x, source }) => {
        const center = x === tick.x ? points[point]?.center : null;
        // Of what was given there is nothing that repeats could tell.
        const shown = center && source === "given" ? { ...center, interval: null } : center;
        return shown ? [{ series: at, name, point, center: shown, source }] : [];
      }),
    ),
  }));

/** Of a whole series, where all of it is one. */
const signSource = (series: StudyFigure["series"][number] | undefined): FigurePoint["source"] =>
  series?.points.every(({ source }) => source === "printed") ? "printed" : undefined;

const endsOf = ({ value, interval }: Center): number[] =>
  interval === null ? [value] : [value, interval.low, interval.high];

/** Of each group, and where the last one ends. */
function topsOf(categories: readonly Category[]): readonly number[] {
  const tops = [top];
  for (const { bars } of categories) {
    tops.push((tops.at(-1) ?? top) + Math.max(bars.length, 1) * barStep + betweenGroups);
  }
  return tops;
}

interface ValueLinesProps {
  readonly metric: Metric;
  readonly scale: ValueScale;
  readonly bottom: number;
  x(value: number): number;
}

const ValueLines = ({ metric, scale, bottom, x }: ValueLinesProps): ReactNode =>
  scale.ticks.map((tick) => (
    <g key={tick}>
      <line
        stroke={cssVar(tick === 0 ? "border" : "grid")}
        x1={x(tick)}
        x2={x(tick)}
        y1={top - 4}
        y2={bottom}
      />
      <text className="tick" x={x(tick)} y={bottom + 16} textAnchor="middle">
        {metricTick(metric, tick, scale)}
      </text>
    </g>
  ));

interface GroupProps {
  readonly category: Category;
  readonly metric: Metric;
  readonly left: number;
  readonly top: number;
  x(value: number): number;
}

function Group({
  category: { name, bars },
  metric: { unit },
  left,
  top: y,
  x,
}: GroupProps): ReactNode {
  const middle = y + (Math.max(bars.length, 1) * barStep) / 2;
  return (
    <g data-category={name}>
      <text className="name" x={left - 8} y={middle + 3} textAnchor="end">
        {name}
      </text>
      {bars.length === 0 && (
        <text className="tick" x={x(0) + 6} y={middle + 3}>
          not measured
        </text>
      )}
      {bars.map(({ series, name: of, point, center, source }, at) => {
        const barTop = y + at * barStep;
        return (
          <g key={point} data-series={of} data-point={point}>
            <rect
              {...barLook(series, source)}
              x={Math.min(x(0), x(center.value))}
              y={barTop}
              width={round(Math.abs(x(center.value) - x(0)))}
              height={barHeight}
            />
            <Whisker {...{ center, x }} y={barTop + barHeight / 2} />
            <text className="tick" x={x(Math.max(...endsOf(center))) + 6} y={barTop + 10}>
              {`${bareText(unit, center.value)}${source === "given" ? ", given" : ""}`}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface WhiskerProps {
  readonly center: Center;
  readonly y: number;
  x(value: number): number;
}

function Whisker({ center: { interval }, x, y }: WhiskerProps): ReactNode {
  if (interval === null || interval.low === interval.high) return null;
  const [low, high] = [x(interval.low), x(interval.high)];
  const d = `M${low} ${y}H${high}M${low} ${y - 3}V${y + 3}M${high} ${y - 3}V${y + 3}`;
  return (
    <g fill="none" data-interval="">
      {/* Told apart from whatever colour the bar has. */}
      <path stroke={cssVar("surface")} strokeWidth={3} d={d} />
      <path stroke={cssVar("text-1")} d={d} />
    </g>
  );
}
