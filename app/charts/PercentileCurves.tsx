/**
 * Response times by percentile, a curve a side. Across, each step leaves a tenth of the transactions
 * beyond it: p90, p99, p99.9; upwards a step is a factor, since tails are times of a median.
 */
import type { ReactNode } from "react";
import { sideRole } from "../domain/comparison/side-role.ts";
import { formatNumber, readableDigits } from "../domain/format/numbers.ts";
import { cssVar } from "../theme/tokens.ts";
import { CutText } from "./CutText.tsx";
import { Drawing } from "./Drawing.tsx";
import { round } from "./plane.ts";
import { sideStroke } from "./side-look.ts";

export interface PercentileCurve {
  readonly name: string;
  /** Place among the sides. */
  readonly side: number;
  readonly points: readonly { readonly percent: number; readonly ms: number }[];
}

interface PercentileCurvesProps {
  /** Unique in the document. */
  readonly id: string;
  readonly curves: readonly PercentileCurve[];
}

const size = { width: 400, height: 232 };
const plot = { left: 48, right: 392, top: 26, bottom: 206 };

/** Of the axis across. */
const namedPercentiles = [50, 90, 99, 99.9, 99.99];
const farthest = 4;
/** Tenfolds of transactions that a percentile leaves below it. */
const distance = (percent: number): number => -Math.log10(1 - percent / 100);
const across = (percent: number): number =>
  round(plot.left + (distance(percent) / farthest) * (plot.right - plot.left));

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

export function PercentileCurves({ id, curves }: PercentileCurvesProps): ReactNode {
  const values = curves.flatMap(({ points }) => points.map(({ ms }) => ms)).filter((ms) => ms > 0);
  if (values.length === 0) return null;
  const ticks = ticksFor(Math.min(...values), Math.max(...values));
  const [bottom, top] = [ticks[0] ?? 1, ticks.at(-1) ?? 10];
  const y = (ms: number): number => {
    const share = Math.log(Math.max(ms, bottom) / bottom) / Math.log(top / bottom);
    return round(plot.bottom - share * (plot.bottom - plot.top));
  };
  // Of many tenfolds the ones alone are named.
  const named = ticks.length > 9 ? ticks.filter((tick) => Math.log10(tick) % 1 === 0) : ticks;
  return (
    <Drawing
      id={id}
      title="Response time by percentile"
      description={`A curve each for ${curves.map(({ name }) => name).join(", ")}, in ms, on a logarithmic axis.`}
      {...size}
    >
      <Legend curves={curves} />
      {named.map((tick) => (
        <g key={tick}>
          <line stroke={cssVar("grid")} x1={plot.left} x2={plot.right} y1={y(tick)} y2={y(tick)} />
          <text className="tick" x={plot.left - 6} y={y(tick) + 4} textAnchor="end">
            {formatNumber(tick, tick >= 1 ? 0 : readableDigits(tick))}
          </text>
        </g>
      ))}
      {namedPercentiles.map((percent) => (
        <g key={percent}>
          <line
            stroke={cssVar("grid")}
            x1={across(percent)}
            x2={across(percent)}
            y1={plot.top}
            y2={plot.bottom}
          />
          <text
            className="tick"
            x={across(percent)}
            y={plot.bottom + 16}
            textAnchor={percent === 99.99 ? "end" : "middle"}
          >
            {`p${percent}`}
          </text>
        </g>
      ))}
      {curves.map(({ name, side, points }) => (
        <polyline
          key={side}
          {...sideStroke(side)}
          data-side={name}
          points={points.map(({ percent, ms }) => `${across(percent)},${y(ms)}`).join(" ")}
        />
      ))}
    </Drawing>
  );
}

/** Names with a piece of their line, one beside the other as far as there is room; of two, which is the base. */
function Legend({ curves }: Pick<PercentileCurvesProps, "curves">): ReactNode {
  const room = (plot.right - plot.left) / Math.max(curves.length, 1);
  return curves.map(({ name, side }, place) => {
    const left = plot.left + place * room;
    const role = curves.length === 2 ? `${sideRole(side)} ` : "";
    const most = Math.floor((room - 32) / 6.1) - role.length;
    return (
      <g key={side}>
        <line {...sideStroke(side)} x1={left} x2={left + 20} y1={9} y2={9} />
        <text className="name" x={left + 26} y={13}>
          <tspan className="unit">{role}</tspan>
          <CutText text={name} most={most} />
        </text>
      </g>
    );
  });
}
