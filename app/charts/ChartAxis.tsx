/** The axes of a drawing that stands still. */
import type { ReactNode } from "react";
import { cssVar } from "../theme/tokens.ts";
import { axisTicks } from "./lane-scale.ts";
import { type Plane, plotLeft, round } from "./plane.ts";
import { textWidth } from "./text-width.ts";
import { formatTick } from "./tick-text.ts";

/** Room for the labels of a time axis, in user units. */
export const axisHeight = 22;

interface TimeAxisProps {
  readonly plane: Plane;
  /** Where the axis lies; its labels are below it. */
  readonly y: number;
}

export function TimeAxis({ plane, y }: TimeAxisProps): ReactNode {
  return (
    <g>
      <line stroke={cssVar("border")} x1={plotLeft} x2={plane.edge} y1={y} y2={y} />
      {plane.ticks.map(({ atMs, label }) => {
        // A label at an edge moves inwards: it must not leave the drawing.
        const half = textWidth(label) / 2;
        const x = Math.min(Math.max(plane.x(atMs), plotLeft + half), plane.edge + 10 - half);
        return (
          <text key={atMs} className="tick" x={round(x)} y={y + 14} textAnchor="middle">
            {label}
          </text>
        );
      })}
      <RowLabel y={y + 14}>Clock</RowLabel>
    </g>
  );
}

/** Left of a plot. */
export function RowLabel(props: { readonly y: number; readonly children: ReactNode }): ReactNode {
  return (
    <text className="tick" x={plotLeft - 8} y={props.y} textAnchor="end">
      {props.children}
    </text>
  );
}

interface ValueAxisProps {
  /** The highest tick. */
  readonly top: number;
  /** Place in the drawing of a value. */
  y(value: number): number;
}

/** Between the ends of a low plot is no room for a label of this height and those beside it. */
const leastBetweenLabels = 16;

export function ValueAxis({ top, y }: ValueAxisProps): ReactNode {
  const ticks = axisTicks(top);
  const isLow = Math.abs(y(top) - y(0)) < leastBetweenLabels * (ticks.length - 1);
  return ticks
    .filter((tick) => !isLow || tick === 0 || tick === top)
    .map((tick) => (
      <RowLabel key={tick} y={y(tick) + 4}>
        {formatTick(tick, top / 2)}
      </RowLabel>
    ));
}

interface TimeGridProps {
  readonly plane: Plane;
  readonly top: number;
  readonly bottom: number;
}

export const TimeGrid = ({ plane, top, bottom }: TimeGridProps): ReactNode =>
  plane.ticks.map(({ atMs }) => {
    const x = plane.x(atMs);
    return <line key={atMs} stroke={cssVar("grid")} x1={x} x2={x} y1={top} y2={bottom} />;
  });
