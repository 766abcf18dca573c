/**
 * Medians of categories as bars from zero, with their intervals as whiskers: a group of bars a category, whose
 * name stands left of it whole. Between categories is nothing that a line could go through.
 */

import type { ReactNode } from "react";
import type { Center } from "../contract/comparison.ts";
import type { Metric } from "../contract/metric.ts";
import { intervalsText } from "../domain/statistics/interval.ts";
import { metricHeading } from "../domain/statistics/metric.ts";
import { cssVar } from "../theme/tokens.ts";
import { CutText } from "./CutText.tsx";
import {
  barHeight,
  barLook,
  barSign,
  type CategoryLayout,
  endsOf,
  layCategories,
  type PlacedCategory,
} from "./category-layout.tsx";
import { Drawing } from "./Drawing.tsx";
import { axisUnit, metricTick } from "./metric-axis.ts";
import { round } from "./plane.ts";
import { SeriesLegend } from "./SeriesLegend.tsx";
import type { StudyShown } from "./study-layout.ts";

interface CategoryBarsProps extends StudyShown {
  /** Unique in the document. */
  readonly id: string;
}

export function CategoryBars({ id, ...shown }: CategoryBarsProps): ReactNode {
  const layout = layCategories(shown);
  if (layout === null) return null;
  const { result, figure, off } = shown;
  const { metric } = result;
  const { categories, legend, width, height } = layout;
  const bars = categories.flatMap((category) => category.bars);
  const by = figure.title === "" ? "" : ` by ${figure.title}`;
  return (
    <Drawing
      id={id}
      title={`${metric.name}${by}`}
      description={`Bars of medians, with ${intervalsText(bars.map(({ center }) => center.interval))} where there are several repeats: ${categories.map(({ name }) => name).join("; ")}. The table has the values.`}
      width={width}
      height={height}
    >
      <text className="lane-title" x={0} y={14}>
        {metricHeading(metric.name)} <tspan className="unit">{axisUnit(metric)}</tspan>
      </text>
      <SeriesLegend entries={legend.entries} off={off} sign={barSign(figure)} />
      <ValueLines {...{ metric, layout }} />
      {categories.map((category) => (
        <Group key={category.name} {...{ category, layout }} />
      ))}
    </Drawing>
  );
}

interface ValueLinesProps {
  readonly metric: Metric;
  readonly layout: CategoryLayout;
}

const ValueLines = ({ metric, layout }: ValueLinesProps): ReactNode =>
  layout.scale.ticks.map((tick) => (
    <g key={tick}>
      <line
        stroke={cssVar(tick === 0 ? "border" : "grid")}
        x1={layout.x(tick)}
        x2={layout.x(tick)}
        y1={layout.top - 4}
        y2={layout.bottom}
      />
      <text className="tick" x={layout.x(tick)} y={layout.bottom + 16} textAnchor="middle">
        {metricTick(metric, tick, layout.scale)}
      </text>
    </g>
  ));

interface GroupProps {
  readonly category: PlacedCategory;
  readonly layout: CategoryLayout;
}

function Group({ category: { name, middle, bars }, layout: { left, x } }: GroupProps): ReactNode {
  return (
    <g data-category={name}>
      <text className="name" x={left - 8} y={middle + 3} textAnchor="end">
        <CutText text={name} room={left - 12} />
      </text>
      {bars.length === 0 && (
        <text className="tick" x={x(0) + 6} y={middle + 3}>
          not measured
        </text>
      )}
      {bars.map(({ series, name: of, point, center, source, top, text }) => (
        <g key={point} data-series={of} data-point={point}>
          <rect
            {...barLook(series, source)}
            x={Math.min(x(0), x(center.value))}
            y={top}
            width={round(Math.abs(x(center.value) - x(0)))}
            height={barHeight}
          />
          <Whisker {...{ center, x }} y={top + barHeight / 2} />
          <text className="tick" x={x(Math.max(...endsOf(center))) + 6} y={top + 10}>
            {text}
          </text>
        </g>
      ))}
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
