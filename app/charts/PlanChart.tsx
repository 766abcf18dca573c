/** What a plan loses, or how long its ways back take, over the day: a line for each failure, and the target. */
import type { ReactNode } from "react";
import type { Metric } from "../contract/metric.ts";
import type { PlanCurve } from "../domain/protection-plan/plan-answer.ts";
import { wayText } from "../domain/protection-plan/plan-text.ts";
import { dayClock, durationText, failureNames } from "../domain/protection-plan/plan-words.ts";
import type { TimedWay } from "../domain/protection-plan/way-back.ts";
import { cssVar } from "../theme/tokens.ts";
import { type ChartPicture, type ChartReading, type DrawnAs, noneOff } from "./chart-reading.ts";
import { Drawing } from "./Drawing.tsx";
import { metricScale } from "./metric-axis.ts";
import { chartWidth, round } from "./plane.ts";
import { legendPlaces, SeriesLegend } from "./SeriesLegend.tsx";
import { sideSign, studyLook } from "./series-sign.tsx";
import { sideStroke } from "./side-look.ts";
import { textWidth } from "./text-width.ts";
import type { ValueScale } from "./value-scale.ts";

export interface PlanChartData {
  readonly title: string;
  readonly curves: readonly PlanCurve[];
  readonly daySeconds: number;
  /** Null: there is none. */
  readonly targetSeconds: number | null;
  /** The moment that is looked at. */
  readonly atSeconds: number;
  secondsOf(way: TimedWay): number;
}

const metric: Metric = { name: "time", unit: "duration", better: "lower" };
const [top, bottom, height] = [34, 214, 246];
const sign = (series: number, x: number, y: number): ReactNode => sideSign(studyLook(series), x, y);

export const planChart = (data: PlanChartData): ChartPicture => ({
  draw: (as) => <PlanChart {...data} {...as} />,
  read: (as) => readPlan(data, as),
});

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly scale: ValueScale;
  readonly legend: ReturnType<typeof legendPlaces>;
  x(atSeconds: number): number;
  y(seconds: number): number;
}

function layout(
  data: PlanChartData,
  { width = chartWidth, off = noneOff }: DrawnAs,
): Layout | null {
  const { curves, targetSeconds, secondsOf, daySeconds, title } = data;
  const known = curves.flatMap(({ points }, at) =>
    off.has(at) ? [] : points.flatMap(({ best }) => (best === null ? [] : 1000 * secondsOf(best))),
  );
  if (known.length === 0) return null;
  const scale = metricScale(metric, [
    0,
    ...known,
    ...(targetSeconds === null ? [] : [1000 * targetSeconds]),
  ]);
  const left = 20 + Math.max(...scale.ticks.map((tick) => textWidth(durationText(tick / 1000))));
  const right = width - 20;
  const legend = legendPlaces(
    curves.map(({ failure }) => failureNames[failure]),
    { left, right, height, headingEnd: left + textWidth(title, "semibold") },
  );
  return {
    ...{ width, height: height + legend.height, left, right, scale, legend },
    x: (at) => round(left + (at / daySeconds) * (right - left)),
    y: (seconds) =>
      round(bottom - ((1000 * seconds - scale.from) / (scale.to - scale.from)) * (bottom - top)),
  };
}

function PlanChart(props: PlanChartData & DrawnAs & { readonly id: string }): ReactNode {
  const {
    id,
    title,
    curves,
    off = noneOff,
    targetSeconds,
    atSeconds,
    daySeconds,
    secondsOf,
  } = props;
  const places = layout(props, props);
  if (places === null) return null;
  const { left, right, scale, legend, x, y, width } = places;
  return (
    <Drawing
      id={id}
      title={title}
      description={`${title} over the day, a line each for ${curves.map(({ failure }) => failureNames[failure]).join("; ")}. The table has the values.`}
      width={width}
      height={places.height}
    >
      <text className="lane-title" x={left} y={14}>
        {title}
      </text>
      <SeriesLegend entries={legend.entries} off={off} sign={sign} />
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            stroke={cssVar(tick === 0 ? "border" : "grid")}
            x1={left}
            x2={right}
            y1={y(tick / 1000)}
            y2={y(tick / 1000)}
          />
          <text className="tick" x={left - 8} y={y(tick / 1000) + 4} textAnchor="end">
            {durationText(tick / 1000)}
          </text>
        </g>
      ))}
      {dayTicks(daySeconds, right - left).map((tick) => (
        <text key={tick} className="tick" x={x(tick)} y={bottom + 18} textAnchor="middle">
          {dayClock(tick).slice(0, daySeconds > 7200 ? 5 : 8)}
        </text>
      ))}
      <line stroke={cssVar("text-3")} x1={x(atSeconds)} x2={x(atSeconds)} y1={top} y2={bottom} />
      {targetSeconds !== null && (
        <g>
          <line
            stroke={cssVar("error")}
            strokeDasharray="6 3"
            x1={left}
            x2={right}
            y1={y(targetSeconds)}
            y2={y(targetSeconds)}
          />
          <text className="name" x={right} y={y(targetSeconds) - 4} textAnchor="end">
            target {durationText(targetSeconds)}
          </text>
        </g>
      )}
      {curves.map(({ failure, points }, at) =>
        off.has(at) ? null : (
          <path
            key={failure}
            data-series={failure}
            {...sideStroke(studyLook(at))}
            {...(points.length > denseFrom ? dense : {})}
            d={pathOf(
              points.map(({ atSeconds: moment, best }) => ({
                at: x(moment),
                y: best === null ? null : y(secondsOf(best)),
              })),
            )}
          />
        ),
      )}
    </Drawing>
  );
}

/** Dashes of a line that goes up and down all the time would be noise. */
const denseFrom = 400;
const dense = { strokeWidth: 1, strokeDasharray: undefined };

/** Where there is no way back there is no line. */
function pathOf(points: readonly { readonly at: number; readonly y: number | null }[]): string {
  let isOpen = false;
  return points
    .map(({ at, y }) => {
      const step = y === null ? "" : `${isOpen ? "L" : "M"}${at} ${y}`;
      isOpen = y !== null;
      return step;
    })
    .join("");
}

const [minute, hour] = [60, 3600];
const daySteps = [
  10,
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
];

function dayTicks(daySeconds: number, room: number): number[] {
  const most = Math.max(2, Math.floor(room / 80));
  const step = daySteps.find((one) => daySeconds / one <= most) ?? 6 * hour;
  return Array.from({ length: Math.floor(daySeconds / step) + 1 }, (_, at) => at * step);
}

function readPlan(data: PlanChartData, as: DrawnAs): ChartReading | null {
  const places = layout(data, as);
  if (places === null) return null;
  const { curves, secondsOf, title } = data;
  const { width, x, y, legend } = places;
  const off = as.off ?? noneOff;
  const moments = curves[0]?.points ?? [];
  const stops = moments.map(({ atSeconds }, place) => ({
    at: x(atSeconds),
    heading: dayClock(atSeconds),
    values: curves.flatMap(({ failure, points }, series) => {
      const best = points[place]?.best ?? null;
      if (off.has(series) || best === null) return [];
      const value = secondsOf(best);
      return [
        {
          ...{ series, x: x(atSeconds), y: y(value) },
          name: failureNames[failure],
          value: durationText(value),
          further: wayText(best),
        },
      ];
    }),
  }));
  return {
    ...{ width, height: places.height, along: "x", line: [top, bottom], sign },
    stops: stops.filter(({ values }) => values.length > 0),
    legend: legend.entries,
    table: [
      ["Time", ...curves.map(({ failure }) => `${failureNames[failure]}: ${title}, s`)],
      ...moments.map(({ atSeconds }, place) => [
        dayClock(atSeconds),
        ...curves.map(({ points }) => {
          const best = points[place]?.best ?? null;
          return best === null ? null : secondsOf(best);
        }),
      ]),
    ],
  };
}
