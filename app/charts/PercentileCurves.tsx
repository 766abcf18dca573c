/**
 * Response times by percentile, a curve a side. Across, each step leaves a tenth of the transactions
 * beyond it: p90, p99, p99.9; upwards a step is a factor, since tails are times of a median.
 */
import type { ReactNode } from "react";
import { sideRole } from "../domain/comparison/side-role.ts";
import { formatExact, formatNumber, readableDigits } from "../domain/format/numbers.ts";
import { valueText } from "../domain/statistics/metric.ts";
import { cssVar } from "../theme/tokens.ts";
import { type ChartReading, noneOff } from "./chart-reading.ts";
import { Drawing } from "./Drawing.tsx";
import { round } from "./plane.ts";
import { legendPlaces, SeriesLegend } from "./SeriesLegend.tsx";
import { sideSign } from "./series-sign.tsx";
import { sideStroke } from "./side-look.ts";
import { textWidth } from "./text-width.ts";

export interface PercentileCurve {
  readonly name: string;
  /** Place among the sides. */
  readonly side: number;
  readonly points: readonly { readonly percent: number; readonly ms: number }[];
}

interface PercentilesShown {
  readonly curves: readonly PercentileCurve[];
  /** Curves that are switched off. */
  readonly off?: ReadonlySet<number> | undefined;
  /** User units. */
  readonly width?: number | undefined;
}

const size = { width: 400, height: 232 };
const [top, bottom] = [26, 206];

/** The percentiles that the axis across names. */
const namedPercentiles = [50, 90, 99, 99.9, 99.99];
const farthest = 4;
/** Tenfolds of transactions that a percentile leaves below it. */
const distance = (percent: number): number => -Math.log10(1 - percent / 100);

/** Round values from below the least to above the most: 1, 2 and 5 of each tenfold. */
function ticksFor(least: number, most: number): readonly number[] {
  const from = Math.floor(Math.log10(least));
  const to = Math.ceil(Math.log10(most)) + 1;
  const all = Array.from({ length: to - from + 1 }, (_, step) =>
    [1, 2, 5].map((digit) => digit * 10 ** (from + step)),
  ).flat();
  const first = all.findLastIndex((tick) => tick <= least);
  const last = all.findIndex((tick) => tick >= most);
  return all.slice(Math.max(first, 0), Math.max(last, first + 1) + 1);
}

const tickText = (tick: number): string => formatNumber(tick, tick >= 1 ? 0 : readableDigits(tick));

/** Null: nothing was measured. */
function layPercentiles({ curves, off = noneOff, width = size.width }: PercentilesShown) {
  const seen = curves.flatMap((curve, at) => (off.has(at) ? [] : [{ ...curve, at }]));
  const values = seen.flatMap(({ points }) => points.map(({ ms }) => ms)).filter((ms) => ms > 0);
  if (values.length === 0) return null;
  const ticks = ticksFor(Math.min(...values), Math.max(...values));
  const [least, most] = [ticks[0] ?? 1, ticks.at(-1) ?? 10];
  // Where there are many tenfolds the ones alone are named.
  const named = ticks.length > 9 ? ticks.filter((tick) => Math.log10(tick) % 1 === 0) : ticks;
  const plot = {
    left: Math.max(...named.map((tick) => textWidth(tickText(tick)))) + 10,
    right: width - 8,
  };
  const role = (side: number) => (curves.length === 2 ? `${sideRole(side)}: ` : "");
  const legend = legendPlaces(
    curves.map(({ name, side }) => `${role(side)}${name}`),
    { left: plot.left, right: plot.right, headingEnd: 0, height: size.height },
  );
  const x = (percent: number) =>
    round(plot.left + (distance(percent) / farthest) * (plot.right - plot.left));
  const y = (ms: number) => {
    const share = Math.log(Math.max(ms, least) / least) / Math.log(most / least);
    return round(bottom - share * (bottom - top));
  };
  const height = size.height + legend.height;
  const percentiles = percentilesIn(x, plot.right);
  return { ...{ width, height, plot, named, percentiles, legend, x, y }, curves: seen };
}

/** Between the names of two percentiles, px. */
const percentileGap = 6;

interface PlacedPercentile {
  readonly percent: number;
  readonly at: number;
  /** Where its name begins; null: it would touch the next one's. */
  readonly left: number | null;
}

/** From the highest down: the tail is what one looks for. */
function percentilesIn(x: (percent: number) => number, right: number): PlacedPercentile[] {
  let free = right;
  return namedPercentiles.toReversed().map((percent) => {
    const width = textWidth(`p${percent}`);
    const left = Math.min(x(percent) - width / 2, right - width);
    const fits = left + width <= free;
    if (fits) free = left - percentileGap;
    return { percent, at: x(percent), left: fits ? left : null };
  });
}

/** The sign of a curve, by its place among all. */
const signOf =
  (curves: readonly PercentileCurve[]) =>
  (at: number, x: number, y: number): ReactNode =>
    sideSign(curves[at]?.side ?? 0, x, y);

export function PercentileCurves({
  id,
  ...shown
}: PercentilesShown & {
  /** Unique in the document. */
  readonly id: string;
}): ReactNode {
  const layout = layPercentiles(shown);
  if (layout === null) return null;
  const { plot, named, legend, x, y, width, height } = layout;
  const names = shown.curves.map(({ name }) => name).join(", ");
  return (
    <Drawing
      id={id}
      title="Response time by percentile"
      description={`A curve each for ${names}, in ms, on a logarithmic axis.`}
      width={width}
      height={height}
    >
      <SeriesLegend entries={legend.entries} off={shown.off} sign={signOf(shown.curves)} />
      {named.map((tick) => (
        <g key={tick}>
          <line stroke={cssVar("grid")} x1={plot.left} x2={plot.right} y1={y(tick)} y2={y(tick)} />
          <text className="tick" x={plot.left - 6} y={y(tick) + 4} textAnchor="end">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {layout.percentiles.map(({ percent, at, left }) => (
        <g key={percent}>
          <line stroke={cssVar("grid")} x1={at} x2={at} y1={top} y2={bottom} />
          {left !== null && (
            <text className="tick" x={round(left)} y={bottom + 16}>
              {`p${percent}`}
            </text>
          )}
        </g>
      ))}
      {layout.curves.map(({ name, side, points }) => (
        <polyline
          key={side}
          {...sideStroke(side)}
          data-side={name}
          points={points.map(({ percent, ms }) => `${x(percent)},${y(ms)}`).join(" ")}
        />
      ))}
    </Drawing>
  );
}

export function readPercentiles(shown: PercentilesShown): ChartReading | null {
  const layout = layPercentiles(shown);
  if (layout === null) return null;
  const percents = (curves: readonly PercentileCurve[]) =>
    [...new Set(curves.flatMap(({ points }) => points.map(({ percent }) => percent)))].sort(
      (a, b) => a - b,
    );
  const msOf = ({ points }: PercentileCurve, wanted: number) =>
    points.find(({ percent }) => percent === wanted)?.ms ?? null;
  return {
    ...{ width: layout.width, height: layout.height, along: "x", line: [top, bottom] },
    stops: percents(layout.curves).map((percent) => ({
      at: layout.x(percent),
      heading: `p${formatExact(percent, 3)}`,
      values: layout.curves.flatMap((curve) => {
        const ms = msOf(curve, percent);
        if (ms === null) return [];
        const place = { x: layout.x(percent), y: layout.y(ms) };
        return [
          { ...place, series: curve.at, name: curve.name, value: valueText("milliseconds", ms) },
        ];
      }),
    })),
    legend: layout.legend.entries,
    table: [
      ["Percentile", ...shown.curves.map(({ name }) => `${name}, ms`)],
      ...percents(shown.curves).map((percent) => [
        percent,
        ...shown.curves.map((curve) => msOf(curve, percent)),
      ]),
    ],
    sign: signOf(shown.curves),
  };
}
