/**
 * One lane: what it is, its axis, its plot, and its values at the crosshair and now. With the pointer
 * and the playhead only the values and the dot on the line change; the rest bails out by its `memo`.
 */
import { type ReactNode, useMemo } from "react";
import type { LaneOverlaySeries } from "../../../app/charts/LanePlot.tsx";
import { axisTop, toY } from "../../../app/charts/lane-scale.ts";
import { formatReadable } from "../../../app/domain/format/numbers.ts";
import {
  columnOf,
  inEngine,
  type Lane,
  lastValue,
  valueAt,
} from "../../../app/domain/timeline/lanes.ts";
import { type Span, shifted } from "../../../app/domain/timeline/span.ts";
import { largestIn } from "../../../app/domain/timeline/thin.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import { LaneLegend } from "./LaneLegend.tsx";
import { LanePlot } from "./LanePlot.tsx";
import styles from "./LaneStack.module.css";

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
  readonly overlay: LaneOverlaySeries | null;
  /** Its values are those of the base, which is laid over it, and its own, both at the crosshair. */
  readonly bySide: boolean;
}

export function LaneRow(props: LaneRowProps): ReactNode {
  const { lane, series, view, width, height, cursorMs, markMs, live, overlay, bySide } = props;
  const top = useMemo(() => {
    const largest = largestIn(series.timeMs, columnOf(lane, series), view);
    return axisTop(Math.max(largest, largestOver(lane, overlay, view)) * lane.scale);
  }, [lane, series, overlay, view]);
  const atCursor = cursorMs === null ? null : valueAt(lane, series, cursorMs);
  const atMark = live
    ? lastValue(lane, series)
    : markMs === null
      ? null
      : valueAt(lane, series, markMs);
  return (
    <div className={styles.lane} style={{ height }} data-lane-row={lane.id}>
      <LaneLegend lane={lane} top={top} height={height} />
      <div className={styles.plotCell}>
        <LanePlot {...{ lane, series, view, width, height, top, overlay }} />
        {cursorMs !== null && atCursor !== null && (
          <span
            className={styles.dot}
            style={{
              left: toPixels(view, width, cursorMs),
              top: toY(top, height, atCursor),
              background: cssVar(lane.colour),
            }}
          />
        )}
      </div>
      <div className={styles.values}>
        {bySide ? (
          <>
            <span className={styles.atMark} data-value="base">
              {cursorMs === null ? "" : overlayText(lane, overlay, cursorMs)}
            </span>
            <span className={styles.atCursor} data-value="new">
              {cursorMs === null ? "" : formatReadable(atCursor)}
            </span>
          </>
        ) : (
          <>
            <span className={styles.atCursor} data-value="cursor">
              {cursorMs === null ? "" : formatReadable(atCursor)}
              <OverlayValue lane={lane} overlay={overlay} atMs={cursorMs} />
            </span>
            <span className={styles.atMark} data-value={live ? "now" : "playhead"}>
              {markMs === null ? "" : formatReadable(atMark)}
              <OverlayValue lane={lane} overlay={overlay} atMs={markMs} />
            </span>
          </>
        )}
      </div>
    </div>
  );
}

function largestOver(lane: Lane, overlay: LaneOverlaySeries | null, view: Span): number {
  if (overlay === null) return 0;
  const { series, shiftMs } = overlay;
  return largestIn(series.timeMs, columnOf(inEngine(lane), series), shifted(view, -shiftMs));
}

interface OverlayValueProps {
  readonly lane: Lane;
  readonly overlay: LaneOverlaySeries | null;
  readonly atMs: number | null;
}

/** What the timeline that is laid over this one had at the same place. */
function OverlayValue({ lane, overlay, atMs }: OverlayValueProps): ReactNode {
  if (overlay === null || atMs === null) return null;
  return (
    <span className={styles.overlayValue} data-value="overlay">
      {overlayText(lane, overlay, atMs)}
    </span>
  );
}

const overlayText = (lane: Lane, overlay: LaneOverlaySeries | null, atMs: number): string =>
  overlay === null
    ? ""
    : formatReadable(valueAt(inEngine(lane), overlay.series, atMs - overlay.shiftMs));
