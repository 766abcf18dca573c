/** What happened, to scale, as far as it is shown: a row for each phase, its bar, and how long it took. */
import type { ReactNode } from "react";
import { placeBars } from "../../../app/charts/bar-layout.ts";
import { Patterns } from "../../../app/charts/Patterns.tsx";
import { PhaseBars } from "../../../app/charts/PhaseBars.tsx";
import type { PhaseName } from "../../../app/contract/phase.ts";
import { formatMomentOf, type TimelineClock } from "../../../app/domain/format/timeline-clock.ts";
import { formatDuration } from "../../../app/domain/format/times.ts";
import { phaseTerm } from "../../../app/domain/glossary/glossary.ts";
import type { Gap, PhasesPicture } from "../../../app/domain/present/step.ts";
import type { Band } from "../../../app/domain/timeline/timeline.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import { DimensionArrow } from "../player/DimensionArrow.tsx";
import { usePlacedText } from "../player/measure-text.ts";
import { type BarLabel, barLabels } from "./bar-labels.ts";
import styles from "./Stage.module.css";
import { asOfHeight, StageAsOf } from "./StageAsOf.tsx";
import { axisHeight, PlayheadLine, StageAxis } from "./StageAxis.tsx";
import { nameRoom, rightRoom, type StagePlane } from "./stage-plane.ts";
import { cutToWidth, stageTextWidth, toBaseline } from "./stage-text.ts";

export interface StagePhasesProps {
  readonly label: string;
  readonly picture: PhasesPicture;
  readonly clock: TimelineClock;
  readonly plane: StagePlane;
  readonly height: number;
  /** The moment up to which is shown. */
  readonly atMs: number;
  readonly isNow: boolean;
  /** What of that moment was told. */
  readonly told: ReadonlySet<string>;
}

const highestRow = 144;
const barShare = 0.6;
const highestBar = 60;

export function StagePhases(props: StagePhasesProps): ReactNode {
  const { label, picture, clock, plane, height, atMs, isNow, told } = props;
  usePlacedText();
  const { rows } = picture;
  const flags = picture.asOf === null && rows.length < 5 ? 8 : asOfHeight;
  const room = Math.max(height - flags - axisHeight, 0);
  const rowHeight = Math.min(room / Math.max(rows.length, 1), highestRow);
  // A few rows stand in the middle.
  const top = flags + (room - rowHeight * rows.length) / 2;
  const bottom = top + rowHeight * rows.length;
  const isShown = ({ id, startMs }: { readonly id: string; readonly startMs: number }): boolean =>
    startMs < atMs || (startMs === atMs && told.has(id));
  const bands = picture.bands.filter(isShown);
  const current = bands.findLast(({ id }) => told.has(id))?.phase ?? null;
  const asOf =
    picture.asOf !== null && isShown({ ...picture.asOf, startMs: picture.asOf.atMs })
      ? picture.asOf
      : null;
  const asOfX = asOf === null ? null : plane.x(asOf.atMs);
  // Two lines on one another would be neither.
  const isApart = asOfX === null || Math.abs(asOfX - plane.x(atMs)) > 3;
  return (
    <>
      <Patterns />
      <svg
        className={styles.drawing}
        width={plane.width}
        height={height}
        role="img"
        aria-label={label}
      >
        {isApart && <PlayheadLine {...{ plane, atMs, isNow, bottom }} top={top} />}
        {rows.map((phase, index) => (
          <Row
            key={phase}
            {...{ phase, plane, atMs, isNow, rowHeight, asOfX }}
            gaps={picture.gaps.filter(({ row, startMs }) => row === phase && startMs < atMs)}
            bands={bands.filter((band) => band.phase === phase)}
            top={top + index * rowHeight}
            isCurrent={phase === current}
          />
        ))}
        <StageAxis plane={plane} y={bottom} />
        {asOf !== null && (
          <StageAsOf
            {...{ plane, bottom }}
            atMs={asOf.atMs}
            clock={formatMomentOf(clock, asOf.atMs)}
            top={top - flags}
          />
        )}
      </svg>
    </>
  );
}

interface RowProps extends Pick<StagePhasesProps, "plane" | "atMs" | "isNow"> {
  readonly phase: PhaseName;
  /** The bands as far as they are shown. */
  readonly bands: readonly Band[];
  readonly gaps: readonly Gap[];
  /** Where the as-of line is; null: it is not shown. */
  readonly asOfX: number | null;
  readonly top: number;
  readonly rowHeight: number;
  readonly isCurrent: boolean;
}

/** No end is known yet of what goes on. */
const knownBy = (band: Band, atMs: number): Band =>
  band.endMs === null || band.endMs <= atMs ? band : { ...band, endMs: null };

function Row(props: RowProps): ReactNode {
  const { phase, bands, gaps, asOfX, plane, atMs, isNow, top, rowHeight } = props;
  const { view, left, plotWidth } = plane;
  const [first] = bands;
  const bars =
    first === undefined
      ? []
      : placeBars({
          ...{ row: first.row, view, width: plotWidth, knownEndMs: atMs },
          bands: bands.map((band) => knownBy(band, atMs)),
        });
  const middle = top + rowHeight / 2;
  const barHeight = Math.min(rowHeight * barShare, highestBar);
  const labels = barLabels(bars, {
    left,
    room: { left: 0, right: left + plotWidth + rightRoom },
    obstacles: [
      { left: 0, right: left },
      ...(asOfX === null ? [] : [{ left: asOfX - 2, right: asOfX + 2 }]),
    ],
    ...{ atMs, isNow },
  });
  return (
    <g
      data-row={phase}
      data-look={props.isCurrent ? "current" : first === undefined ? "to-come" : "begun"}
    >
      <line
        stroke={cssVar("grid")}
        x1={left}
        x2={left + plotWidth}
        y1={top + rowHeight}
        y2={top + rowHeight}
      />
      <text className={styles.name} x={0} y={middle + toBaseline}>
        {cutToWidth(phaseTerm(phase).title, nameRoom(plane))}
      </text>
      {gaps.map(({ startMs, endMs }) => (
        <Silence
          key={startMs}
          left={plane.x(startMs)}
          right={plane.x(Math.min(endMs, atMs))}
          text={endMs <= atMs ? formatDuration(endMs - startMs) : ""}
          middle={middle}
        />
      ))}
      <PhaseBars bars={bars} left={left} top={middle - barHeight / 2} height={barHeight} lozenges />
      {labels.map((one) => (
        <Label key={one.id} label={one} phase={phase} y={middle + toBaseline} />
      ))}
    </g>
  );
}

interface LabelProps {
  readonly label: BarLabel;
  readonly phase: PhaseName;
  readonly y: number;
}

const Label = ({ label: { text, left, inside }, phase, y }: LabelProps): ReactNode => (
  <text className={inside ? styles.inBar : styles.beside} data-phase={phase} x={left} y={y}>
    {text}
  </text>
);

interface SilenceProps {
  readonly left: number;
  readonly right: number;
  /** Its length, once it is over. */
  readonly text: string;
  readonly middle: number;
}

const arrowHeads = 60;

/** Nothing was logged in it. */
function Silence({ left, right, text, middle }: SilenceProps): ReactNode {
  const room = right - left;
  if (room < 14) return null;
  const width = text === "" ? 0 : stageTextWidth(text);
  const fits = width > 0 && width + arrowHeads <= room;
  return (
    <g className={styles.silence}>
      <DimensionArrow left={left} right={right} gap={fits ? width + 16 : 0} middle={middle} />
      {fits && (
        <text className={styles.words} x={left + (room - width) / 2} y={middle + toBaseline}>
          {text}
        </text>
      )}
    </g>
  );
}
