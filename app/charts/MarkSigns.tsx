/** Moments of a log that are worth a mark, on the page and in a report. */
import type { ReactNode } from "react";
import { formatNumber } from "../domain/format/numbers.ts";
import { cssVar } from "../theme/tokens.ts";
import type { MarkWeight, PlacedMark } from "./mark-layout.ts";
import { round } from "./plane.ts";

interface MarkSignsProps<M extends PlacedMark> {
  readonly placed: readonly M[];
  /** Left edge of the plot in the drawing. */
  readonly left: number;
  /** The top of the signs, which are 12 high. */
  readonly top: number;
  readonly isSelected?: (placed: M) => boolean;
  /** What a sign is, in words, where there is no pointer to ask with. */
  readonly titleOf?: (placed: M) => string;
}

const strokes = { event: "text-2", error: "error", severe: "error" } as const satisfies Record<
  MarkWeight,
  string
>;

/** A triangle for errors, filled where severe; a ring for the rest. Several: with their number. */
export function MarkSigns<M extends PlacedMark>(props: MarkSignsProps<M>): ReactNode {
  const { placed, left, top, isSelected, titleOf } = props;
  return placed.map((sign) => {
    const { x, count, weight, span } = sign;
    const look = {
      fill: weight === "severe" ? cssVar("error") : "none",
      stroke: cssVar(strokes[weight]),
      strokeWidth: 1.5,
      strokeLinejoin: "round",
    } as const;
    const title = titleOf?.(sign) ?? "";
    return (
      <g
        key={span.startMs}
        className={`mark ${weight}`}
        transform={`translate(${round(left + x - 6.5)} ${top})`}
      >
        {title !== "" && <title>{title}</title>}
        {weight === "event" ? (
          <circle cx={6.5} cy={6} r={4} {...look} />
        ) : (
          <path d="M6.5 1.2L12 10.8H1z" {...look} />
        )}
        {count > 1 && (
          <text x={14} y={10} fill={cssVar("text-2")}>
            {formatNumber(count)}
          </text>
        )}
        {isSelected?.(sign) === true && (
          <rect
            className="selected"
            fill="none"
            stroke={cssVar("accent")}
            strokeWidth={2}
            rx={3}
            x={-2}
            y={-2}
            width={17}
            height={16}
          />
        )}
      </g>
    );
  });
}
