/** The as-of line with its flag, and on which side of it what is committed is in the snapshot. */
import type { ReactNode } from "react";
import { cssVar } from "../../../app/theme/tokens.ts";
import styles from "./Stage.module.css";
import type { StagePlane } from "./stage-plane.ts";
import { stageTextWidth, textHeight, toBaseline } from "./stage-text.ts";

/** The height of the flag and the words below it. */
export const asOfHeight = 2 * textHeight + 16;

const inside = ["committed here: in the snapshot", "in the snapshot"];
const outside = ["committed here: not in the snapshot", "not in the snapshot"];
const padding = 12;

/** The fullest for which there is room. */
const fitting = (words: readonly string[], room: number): string =>
  words.find((text) => stageTextWidth(text) <= room) ?? "";

interface StageAsOfProps {
  readonly plane: StagePlane;
  readonly atMs: number;
  /** "21:56:05.46" */
  readonly clock: string;
  readonly top: number;
  readonly bottom: number;
}

export function StageAsOf({ plane, atMs, clock, top, bottom }: StageAsOfProps): ReactNode {
  const x = plane.x(atMs);
  const flag = `as of ${clock}`;
  const width = stageTextWidth(flag) + 2 * padding;
  const left = Math.min(Math.max(x - width / 2, 0), plane.width - width);
  const words = top + textHeight + 8;
  return (
    <g data-as-of>
      <line
        stroke={cssVar("as-of")}
        strokeWidth={3}
        strokeDasharray="12 8"
        x1={x}
        x2={x}
        y1={top + textHeight}
        y2={bottom}
      />
      <rect fill={cssVar("as-of")} x={left} y={top} width={width} height={textHeight + 4} rx={4} />
      <text className={styles.flag} x={left + padding} y={top + 2 + textHeight / 2 + toBaseline}>
        {flag}
      </text>
      <text
        className={styles.words}
        x={x - padding}
        y={words + textHeight / 2 + toBaseline}
        textAnchor="end"
      >
        {fitting(inside, x - padding)}
      </text>
      <text className={styles.words} x={x + padding} y={words + textHeight / 2 + toBaseline}>
        {fitting(outside, plane.width - x - padding)}
      </text>
    </g>
  );
}
