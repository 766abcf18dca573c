/** One lane of a presentation: its name, its value, its line as far as it is shown. */
import { memo, type ReactNode, useMemo } from "react";
import { LanePlot } from "../../../app/charts/LanePlot.tsx";
import { axisTop, lanePadding, toY } from "../../../app/charts/lane-scale.ts";
import { formatTick } from "../../../app/charts/tick-text.ts";
import type { Series } from "../../../app/contract/rpc/timeline-data.ts";
import { formatReadable, noValue } from "../../../app/domain/format/numbers.ts";
import { columnOf, type Lane, valueAt } from "../../../app/domain/timeline/lanes.ts";
import { largestIn } from "../../../app/domain/timeline/thin.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import styles from "./Stage.module.css";
import { nameRoom, rightRoom, type StagePlane } from "./stage-plane.ts";
import { cutToWidth, textHeight } from "./stage-text.ts";

/** The lane in another run, under the one that is shown. */
export interface LaneUnder {
  readonly series: Series;
  /** "before the change" */
  readonly name: string;
}

export interface StageLaneProps {
  readonly lane: Lane;
  readonly series: Series;
  readonly plane: StagePlane;
  readonly top: number;
  readonly height: number;
  readonly atMs: number;
  readonly under: LaneUnder | null;
}

const Line = memo(LanePlot);

/** An axis may end below its highest value by this: here it does not, a line would leave its plot. */
const roomAbove = 1.12;

export function StageLane(props: StageLaneProps): ReactNode {
  const { lane, series, plane, top, height, atMs, under } = props;
  const { view, left, plotWidth } = plane;
  const most = useMemo(
    () =>
      Math.max(
        ...[series, ...(under === null ? [] : [under.series])].map(
          (each) => largestIn(each.timeMs, columnOf(lane, each), view) * lane.scale,
        ),
      ),
    [lane, series, under, view],
  );
  const overlay = useMemo(
    () => (under === null ? null : { series: under.series, shiftMs: 0 }),
    [under],
  );
  const largest = axisTop(roomAbove * most);
  const value = formatReadable(valueAt(lane, series, atMs));
  const shown = Math.min(Math.max(plane.x(atMs) - left, 0), plotWidth);
  const valueText = value === noValue ? noValue : `${value} ${lane.unit}`;
  const right = left + plotWidth + 12;
  const atTop = top + Math.max(toY(largest, height, largest), lanePadding.top) + 8;
  return (
    <g data-lane-of={lane.id}>
      <rect fill={cssVar(lane.colour)} x={0} y={top + 10} width={14} height={6} />
      <text className={styles.name} x={22} y={top + textHeight - 8}>
        {cutToWidth(lane.title, nameRoom(plane) - 22)}
      </text>
      <text className={styles.value} x={22} y={top + 2 * textHeight - 8}>
        {cutToWidth(valueText, nameRoom(plane) - 22)}
      </text>
      <svg aria-hidden="true" x={left} y={top} width={shown} height={height} overflow="hidden">
        <g className={styles.plot}>
          <Line
            {...{ lane, series, view, height }}
            width={plotWidth}
            top={largest}
            overlay={overlay}
          />
        </g>
      </svg>
      {under !== null && height > 3 * textHeight && (
        <text className={styles.tick} x={22} y={top + 3 * textHeight - 8}>
          {cutToWidth(`dashed: ${under.name}`, nameRoom(plane) - 22)}
        </text>
      )}
      <line
        stroke={cssVar("border")}
        x1={left}
        x2={left + plotWidth}
        y1={top + height - lanePadding.bottom}
        y2={top + height - lanePadding.bottom}
      />
      {most > 0 && (
        <text className={styles.tick} x={right} y={atTop}>
          {cutToWidth(formatTick(largest, largest / 2), rightRoom - 12)}
        </text>
      )}
      <text className={styles.tick} x={right} y={top + height - lanePadding.bottom - 2}>
        0
      </text>
    </g>
  );
}
