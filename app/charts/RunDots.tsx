/** A value of each run as a dot, a row a side, with the box from the first to the third quartile. */
import type { ReactNode } from "react";
import { sideRole } from "../domain/comparison/side-role.ts";
import { quantile } from "../domain/statistics/quantiles.ts";
import { cssVar } from "../theme/tokens.ts";
import { CutText } from "./CutText.tsx";
import { Drawing } from "./Drawing.tsx";
import { round } from "./plane.ts";
import { sideColour } from "./side-look.ts";
import { formatTick } from "./tick-text.ts";
import { valueScale } from "./value-scale.ts";

export interface DottedSide {
  readonly name: string;
  /** Place among the sides. */
  readonly side: number;
  readonly values: readonly number[];
}

interface RunDotsProps {
  /** Unique in the document. */
  readonly id: string;
  /** "throughput, transactions/s". */
  readonly what: string;
  readonly rows: readonly DottedSide[];
}

const width = 400;
const plot = { left: 92, right: 388 };
const rowHeight = 40;
const top = 6;
/** Characters that a name has room for. */
const nameRoom = 13;

export function RunDots({ id, what, rows }: RunDotsProps): ReactNode {
  const all = rows.flatMap(({ values }) => values);
  if (all.length === 0) return null;
  const { from, to, step, ticks } = valueScale(all);
  const x = (value: number): number =>
    round(plot.left + ((value - from) / (to - from)) * (plot.right - plot.left));
  const bottom = top + rows.length * rowHeight;
  return (
    <Drawing
      id={id}
      title={`Each run’s ${what}`}
      description={`A dot a run, a row each for ${rows.map(({ name }) => name).join(", ")}.`}
      width={width}
      height={bottom + 22}
    >
      {ticks.map((tick, place) => (
        <g key={tick}>
          <line stroke={cssVar("grid")} x1={x(tick)} x2={x(tick)} y1={top} y2={bottom} />
          {place % (ticks.length > 6 ? 2 : 1) === 0 && (
            <text
              className="tick"
              x={x(tick)}
              y={bottom + 14}
              // Half of the last one would leave the drawing.
              textAnchor={place === ticks.length - 1 ? "end" : "middle"}
            >
              {formatTick(tick, step)}
            </text>
          )}
        </g>
      ))}
      {rows.map((row, place) => (
        <Row key={row.name} {...row} x={x} y={top + (place + 0.5) * rowHeight} />
      ))}
    </Drawing>
  );
}

interface RowProps {
  readonly name: string;
  readonly values: readonly number[];
  readonly side: number;
  readonly y: number;
  x(value: number): number;
}

/** Of fewer values there are no quarters. */
const fewestForBox = 5;

function Row({ name, values, side, y, x }: RowProps): ReactNode {
  const colour = sideColour(side);
  const [first, middle, third] = [0.25, 0.5, 0.75].map((share) => x(quantile(values, share)));
  return (
    <g data-side={name}>
      <text className="tick" x={0} y={y - 3}>
        {sideRole(side)}
      </text>
      <text className="name" x={0} y={y + 11}>
        <CutText text={name} most={nameRoom} />
      </text>
      {values.length >= fewestForBox && first !== undefined && third !== undefined && (
        <g fill="none" stroke={colour}>
          <rect x={first} y={y - 13} width={Math.max(third - first, 1)} height={16} />
          <line strokeWidth={2.5} x1={middle} x2={middle} y1={y - 13} y2={y + 3} />
        </g>
      )}
      {values.map((value, run) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run is known by its place
        <circle key={run} cx={x(value)} cy={y + 10} r={2.5} fill={colour} />
      ))}
    </g>
  );
}
