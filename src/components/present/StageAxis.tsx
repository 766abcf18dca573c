/** The time below a picture of a presentation, and the playhead through it. */
import type { ReactNode } from "react";
import { cssVar } from "../../../app/theme/tokens.ts";
import styles from "./Stage.module.css";
import type { StagePlane } from "./stage-plane.ts";
import { stageTextWidth, textHeight } from "./stage-text.ts";

export const axisHeight = textHeight + 10;

interface StageAxisProps {
  readonly plane: StagePlane;
  /** Where the axis lies; its labels are below it. */
  readonly y: number;
}

export function StageAxis({ plane, y }: StageAxisProps): ReactNode {
  const { left, plotWidth, width, ticks } = plane;
  return (
    <g>
      <line
        stroke={cssVar("border")}
        strokeWidth={2}
        x1={left}
        x2={left + plotWidth}
        y1={y}
        y2={y}
      />
      {ticks.map(({ atMs, label }) => {
        const x = plane.x(atMs);
        const half = stageTextWidth(label) / 2;
        return (
          <g key={atMs}>
            <line stroke={cssVar("border")} strokeWidth={2} x1={x} x2={x} y1={y} y2={y + 8} />
            <text
              className={styles.tick}
              x={Math.min(Math.max(x, half), width - half)}
              y={y + textHeight + 4}
              textAnchor="middle"
            >
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface PlayheadLineProps {
  readonly plane: StagePlane;
  readonly atMs: number;
  /** At the newest moment of a run under way. */
  readonly isNow: boolean;
  readonly top: number;
  readonly bottom: number;
}

export function PlayheadLine({ plane, atMs, isNow, top, bottom }: PlayheadLineProps): ReactNode {
  if (atMs < plane.view.startMs || atMs > plane.view.endMs) return null;
  const x = plane.x(atMs);
  return (
    <line
      data-playhead={isNow ? "now" : "playhead"}
      stroke={cssVar(isNow ? "accent" : "error")}
      strokeWidth={2}
      x1={x}
      x2={x}
      y1={top}
      y2={bottom}
    />
  );
}
