/** A value of each run as a dot, a row a side, with the box from the first to the third quartile. */
import type { ReactNode } from "react";
import { sideRole } from "../domain/comparison/side-role.ts";
import { formatNumber, formatReadable } from "../domain/format/numbers.ts";
import { quantile } from "../domain/statistics/quantiles.ts";
import { cssVar } from "../theme/tokens.ts";
import { CutText } from "./CutText.tsx";
import { type ChartReading, noneOff, type ReadValue } from "./chart-reading.ts";
import { Drawing } from "./Drawing.tsx";
import { round } from "./plane.ts";
import { sideColour } from "./side-look.ts";
import { textWidth } from "./text-width.ts";
import { formatTick } from "./tick-text.ts";
import { valueScale } from "./value-scale.ts";

export interface DottedSide {
  readonly name: string;
  /** Place among the sides. */
  readonly side: number;
  readonly values: readonly number[];
}

interface RunsShown {
  /** "throughput". */
  readonly what: string;
  /** "transactions/s". */
  readonly unit: string;
  readonly rows: readonly DottedSide[];
  /** Rows that are switched off. */
  readonly off?: ReadonlySet<number> | undefined;
  /** User units. */
  readonly width?: number | undefined;
}

const usualWidth = 400;
const rowHeight = 40;
const top = 6;
/** The share of the width that names may take: where they need more, they are cut. */
const mostOfNames = 0.35;

/** Null: nothing was measured. */
function layRuns({ rows, off = noneOff, width = usualWidth }: RunsShown) {
  const seen = rows.filter((_, at) => !off.has(at));
  const all = seen.flatMap(({ values }) => values);
  if (all.length === 0) return null;
  const scale = valueScale(all);
  const names = Math.max(...rows.map(({ name }) => textWidth(name))) + 16;
  const plot = { left: Math.min(names, mostOfNames * width), right: width - 12 };
  const x = (value: number): number =>
    round(plot.left + ((value - scale.from) / (scale.to - scale.from)) * (plot.right - plot.left));
  const bottom = top + rows.length * rowHeight;
  const widest = Math.max(...scale.ticks.map((tick) => textWidth(formatTick(tick, scale.step))));
  const between = (plot.right - plot.left) / Math.max(scale.ticks.length - 1, 1);
  return {
    ...{ width, height: bottom + 22, plot, bottom, scale, x },
    /** Ticks that have room have a label: every one, or every second. */
    every: Math.max(1, Math.ceil((widest + 8) / between)),
    rows: rows.map((row, at) => ({ ...row, at, y: top + (at + 0.5) * rowHeight })),
  };
}

export function RunDots({
  id,
  ...shown
}: RunsShown & {
  /** Unique in the document. */
  readonly id: string;
}): ReactNode {
  const layout = layRuns(shown);
  if (layout === null) return null;
  const { what, unit, off = noneOff } = shown;
  const { scale, plot, bottom, x, every } = layout;
  return (
    <Drawing
      id={id}
      title={`Each run’s ${what}, ${unit}`}
      description={`A dot a run, a row each for ${shown.rows.map(({ name }) => name).join(", ")}.`}
      width={layout.width}
      height={layout.height}
    >
      {scale.ticks.map((tick, place) => (
        <g key={tick}>
          <line stroke={cssVar("grid")} x1={x(tick)} x2={x(tick)} y1={top} y2={bottom} />
          {place % every === 0 && (
            <text
              className="tick"
              x={x(tick)}
              y={bottom + 14}
              // Half of the last one would leave the drawing.
              textAnchor={place === scale.ticks.length - 1 ? "end" : "middle"}
            >
              {formatTick(tick, scale.step)}
            </text>
          )}
        </g>
      ))}
      {layout.rows.map((row) => (
        <Row key={row.at} {...row} {...{ x, plot }} isOff={off.has(row.at)} />
      ))}
    </Drawing>
  );
}

interface RowProps extends DottedSide {
  readonly y: number;
  readonly plot: { readonly left: number };
  readonly isOff: boolean;
  x(value: number): number;
}

/** Fewer values have no quarters. */
const fewestForBox = 5;
const quartiles = [0.25, 0.5, 0.75] as const;

function Row({ name, values, side, y, x, plot, isOff }: RowProps): ReactNode {
  const colour = sideColour(side);
  const [first, middle, third] = quartiles.map((share) => x(quantile(values, share)));
  return (
    <g data-side={name} {...(isOff ? { opacity: 0.45 } : {})}>
      <text className="tick" x={0} y={y - 3}>
        {sideRole(side)}
      </text>
      <text className="name" x={0} y={y + 11} textDecoration={isOff ? "line-through" : undefined}>
        <CutText text={name} room={plot.left - 12} />
      </text>
      {!isOff && values.length >= fewestForBox && first !== undefined && third !== undefined && (
        <g fill="none" stroke={colour}>
          <rect x={first} y={y - 13} width={Math.max(third - first, 1)} height={16} />
          <line strokeWidth={2.5} x1={middle} x2={middle} y1={y - 13} y2={y + 3} />
        </g>
      )}
      {!isOff &&
        values.map((value, run) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a run is known by its place
          <circle key={run} cx={x(value)} cy={y + 10} r={2.5} fill={colour} />
        ))}
    </g>
  );
}

const dotSign = (side: number, x: number, y: number): ReactNode => (
  <circle cx={x + 10} cy={y} r={3.5} fill={sideColour(side)} />
);

export function readRuns(shown: RunsShown): ChartReading | null {
  const layout = layRuns(shown);
  if (layout === null) return null;
  const { unit, off = noneOff } = shown;
  const { x, plot } = layout;
  const valuesOf = ({ at, values, y }: (typeof layout.rows)[number]): readonly ReadValue[] => {
    const told = (name: string, value: number): ReadValue => ({
      ...{ series: at, name, x: x(value), y: y + 10 },
      value: `${formatReadable(value)} ${unit}`.trim(),
    });
    const [first, middle, third] = quartiles.map((share) => quantile(values, share));
    return [
      { ...told("Median", middle ?? Number.NaN), further: `${formatNumber(values.length)} runs` },
      ...(values.length >= fewestForBox
        ? [told("First quartile", first ?? Number.NaN), told("Third quartile", third ?? Number.NaN)]
        : []),
      told("Least", Math.min(...values)),
      told("Most", Math.max(...values)),
    ];
  };
  return {
    ...{ width: layout.width, height: layout.height, along: "y", line: null },
    stops: layout.rows
      .filter(({ at, values }) => !off.has(at) && values.length > 0)
      .map((row) => ({
        at: row.y,
        heading: `${sideRole(row.side)}: ${row.name}`,
        values: valuesOf(row),
      })),
    legend: layout.rows.map(({ at, name, y }) => ({
      ...{ at, name: `${sideRole(shown.rows[at]?.side ?? 0)}: ${name}`, x: 0, y: y + 4 },
      width: plot.left - 8,
    })),
    table: [
      ["Side", "Name", "Run", [shown.what, unit].filter(Boolean).join(", ")],
      ...shown.rows.flatMap(({ name, side, values }) =>
        values.map((value, run) => [sideRole(side), name, run + 1, value]),
      ),
    ],
    sign: (series, left, y) => dotSign(shown.rows[series]?.side ?? 0, left, y),
  };
}
