/** One lane: what it is, its axis, its plot, and its values at the crosshair and now. */
import { memo, type ReactNode } from "react";
import { columnOf, type Lane, lastValue, valueAt } from "../../../app/domain/timeline/lanes.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { largestIn } from "../../../app/domain/timeline/thin.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { cssVar } from "../../theme/tokens.ts";
import { formatReadable } from "../format/numbers.ts";
import { LaneLegend } from "./LaneLegend.tsx";
import { LanePlot } from "./LanePlot.tsx";
import styles from "./LaneStack.module.css";
import { laneScale, toY } from "./lane-scale.ts";

interface LaneRowProps {
  readonly lane: Lane;
  readonly series: Timeline["series"];
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  readonly cursorMs: number | null;
  /** Of the second column of values: now, or the playhead. */
  readonly markMs: number | null;
  readonly live: boolean;
}

export const LaneRow = memo(function LaneRow(props: LaneRowProps): ReactNode {
  const { lane, series, view, width, height, cursorMs, markMs, live } = props;
  const largest = largestIn(series.timeMs, columnOf(lane, series), view) * lane.scale;
  const scale = laneScale(largest);
  const atCursor = cursorMs === null ? null : valueAt(lane, series, cursorMs);
  const atMark = live
    ? lastValue(lane, series)
    : markMs === null
      ? null
      : valueAt(lane, series, markMs);
  return (
    <div className={styles.lane} style={{ height }} data-lane-row={lane.id}>
      <LaneLegend lane={lane} step={scale.ticks[1]} height={height} />
      <div className={styles.plotCell}>
        <LanePlot {...{ lane, series, view, width, height, scale }} />
        {cursorMs !== null && atCursor !== null && (
          <span
            className={styles.dot}
            style={{
              left: toPixels(view, width, cursorMs),
              top: toY(scale, height, atCursor),
              background: cssVar(lane.colour),
            }}
          />
        )}
      </div>
      <div className={styles.values}>
        <span className={styles.atCursor} data-value="cursor">
          {cursorMs === null ? "" : formatReadable(atCursor)}
        </span>
        <span className={styles.atMark} data-value={live ? "now" : "playhead"}>
          {markMs === null ? "" : formatReadable(atMark)}
        </span>
      </div>
    </div>
  );
});
