/** As-of lines with their flags, drawn last: nothing may cross a flag. */
import type { ReactNode } from "react";
import { cssVar } from "../theme/tokens.ts";
import { inRows, type PlacedText, type Plane, rowsOf } from "./plane.ts";
import { textWidth } from "./text-width.ts";

const flagRow = 18;

/** Flags move into further rows before they would overlap. */
const flagsOf = (plane: Plane, asOf: readonly number[]): readonly PlacedText[] =>
  inRows(
    asOf
      .filter(plane.shows)
      .map((atMs) => ({ text: `as of ${plane.clock(atMs)}`, x: plane.x(atMs) })),
    "centre",
    plane.edge,
  );

/** The height of the flags above a plot. */
export const flagsHeight = (plane: Plane, asOf: readonly number[]): number =>
  rowsOf(flagsOf(plane, asOf)) * flagRow;

interface AsOfLinesProps {
  readonly plane: Plane;
  readonly asOf: readonly number[];
  /** The top of the flags. */
  readonly top: number;
  /** Where the lines end. */
  readonly bottom: number;
}

export function AsOfLines({ plane, asOf, top, bottom }: AsOfLinesProps): ReactNode {
  const flags = flagsOf(plane, asOf);
  return (
    <g>
      {flags.map(({ x, row }) => (
        <line
          key={x}
          className="as-of"
          stroke={cssVar("as-of")}
          strokeWidth={1.5}
          strokeDasharray="6 4"
          x1={x}
          x2={x}
          y1={top + (row + 1) * flagRow - 2}
          y2={bottom}
        />
      ))}
      {flags.map(({ text, x, left, row }) => (
        <g key={x}>
          <rect
            fill={cssVar("as-of")}
            x={left}
            y={top + row * flagRow}
            width={textWidth(text, "semibold") + 10}
            height={16}
            rx={2}
          />
          <text
            className="flag-text"
            x={left + 5 + textWidth(text, "semibold") / 2}
            y={top + row * flagRow + 12}
            textAnchor="middle"
          >
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}
