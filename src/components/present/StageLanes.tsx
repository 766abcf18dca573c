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
          {bracketsOf(timeline.bands.filter(isCreation), plane, atMs).map((bracket) => (
            <CreationBracket key={bracket.id} {...bracket} />
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

interface Bracket {
  readonly id: string;
  readonly snapshot: string | null;
  readonly start: number;
  readonly end: number;
  /** Empty where it would lie over that of the bracket before. */
  readonly text: string;
  readonly middle: number;
}

const between = 16;

function bracketsOf(
  creations: readonly Band[],
  { x, view, left, plotWidth, width }: StagePlane,
  atMs: number,
): readonly Bracket[] {
  const within = (at: number) => Math.min(Math.max(at, left), left + plotWidth);
  let takenTo = Number.NEGATIVE_INFINITY;
  return creations.flatMap(({ id, snapshot, startMs, endMs: knownMs }) => {
    const endMs = Math.min(knownMs ?? atMs, atMs);
    if (startMs >= atMs || startMs > view.endMs || endMs < view.startMs) return [];
    const [start, end] = [within(x(startMs)), within(x(endMs))];
    const full = cutToWidth(`creation of ‘${snapshot}’`, plotWidth);
    const half = stageTextWidth(full) / 2;
    const middle = Math.min(Math.max((start + end) / 2, left + half), width - half);
    const text = middle - half < takenTo ? "" : full;
    if (text !== "") takenTo = middle + half + between;
    return { id, snapshot, start, end, text, middle };
  });
}

const stem = 8;

/** "creation of ‘s1’", over the time that it took. */
function CreationBracket({ snapshot, start, end, text, middle }: Bracket): ReactNode {
  const y = namesHeight - stem;
  return (
    <g data-creation={snapshot}>
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
