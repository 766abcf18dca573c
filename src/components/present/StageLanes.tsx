/** The lanes of a presentation, one below the other, with the creations that lie in them. */
import { memo, type ReactNode } from "react";
import { LaneBackdrop } from "../../../app/charts/LaneBackdrop.tsx";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import type { Lane } from "../../../app/domain/timeline/lanes.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import { usePlacedText } from "../player/measure-text.ts";
import styles from "./Stage.module.css";
import { axisHeight, PlayheadLine, StageAxis } from "./StageAxis.tsx";
import { type LaneUnder, StageLane } from "./StageLane.tsx";
import type { StagePlane } from "./stage-plane.ts";
import { cutToWidth, stageTextWidth, textHeight } from "./stage-text.ts";

export interface StageLanesProps {
  readonly label: string;
  readonly timeline: Pick<Timeline, "bands">;
  readonly lanes: readonly Lane[];
  readonly series: Series;
  readonly plane: StagePlane;
  readonly height: number;
  readonly atMs: number;
  readonly isNow: boolean;
  readonly under?: LaneUnder | null;
  /** The picture itself, with a time axis and names; else below the picture, which has these. */
  readonly isPicture: boolean;
}

const Backdrop = memo(LaneBackdrop);
const noSpans: readonly never[] = [];
const namesHeight = textHeight + 16;

export function StageLanes(props: StageLanesProps): ReactNode {
  const { label, timeline, lanes, series, plane, height, atMs, isNow, isPicture } = props;
  const { under = null } = props;
  usePlacedText();
  const { left, plotWidth, view, ticks } = plane;
  const top = isPicture ? namesHeight : 0;
  const bottom = height - (isPicture ? axisHeight : 0);
  const laneHeight = (bottom - top) / Math.max(lanes.length, 1);
  const shown = Math.min(Math.max(plane.x(atMs) - left, 0), plotWidth);
  return (
    <svg
      className={styles.drawing}
      width={plane.width}
      height={height}
      role="img"
      aria-label={label}
    >
      <svg
        aria-hidden="true"
        x={left}
        y={top}
        width={shown}
        height={bottom - top}
        overflow="hidden"
      >
        <Backdrop
          bands={timeline.bands}
          endMs={atMs}
          hatched={noSpans}
          hatch=""
          {...{ ticks, view }}
          width={plotWidth}
          height={bottom - top}
        />
      </svg>
      {lanes.map((lane, index) => (
        <StageLane
          key={lane.id}
          {...{ lane, series, plane, atMs, under }}
          top={top + index * laneHeight}
          height={laneHeight}
        />
      ))}
      {isPicture && (
        <>
          {timeline.bands.filter(isCreation).map((band) => (
            <CreationBracket key={band.id} {...{ band, plane, atMs }} />
          ))}
          <StageAxis plane={plane} y={bottom} />
        </>
      )}
      <PlayheadLine {...{ plane, atMs, isNow, top, bottom }} />
    </svg>
  );
}

const isCreation = ({ row, phase, snapshot }: Band): boolean =>
  row === "command" && phase === null && snapshot !== null;

interface CreationBracketProps {
  readonly band: Band;
  readonly plane: StagePlane;
  readonly atMs: number;
}

const stem = 8;

/** "creation of ‘s1’", over the time that it took. */
function CreationBracket({ band, plane, atMs }: CreationBracketProps): ReactNode {
  const { view, left, plotWidth } = plane;
  const endMs = Math.min(band.endMs ?? atMs, atMs);
  if (band.startMs >= atMs || band.startMs > view.endMs || endMs < view.startMs) return null;
  const within = (x: number) => Math.min(Math.max(x, left), left + plotWidth);
  const [start, end] = [within(plane.x(band.startMs)), within(plane.x(endMs))];
  const text = cutToWidth(`creation of ‘${band.snapshot}’`, plotWidth);
  const half = stageTextWidth(text) / 2;
  const middle = Math.min(Math.max((start + end) / 2, left + half), plane.width - half);
  const y = namesHeight - stem;
  return (
    <g data-creation={band.snapshot}>
      <path
        fill="none"
        stroke={cssVar("text-2")}
        strokeWidth={2}
        d={`M${start} ${y + stem}V${y}H${Math.max(end, start + 2)}V${y + stem}`}
      />
      <text className={styles.words} x={middle} y={textHeight - 4} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
