/**
 * One lane: its axis, its plot, and over it what it is and its values at the crosshair and now. With the
 * pointer and the playhead only the values and the dot on the line change; the rest bails out by its `memo`.
 */
import { type ReactNode, useMemo } from "react";
import type { LaneOverlaySeries } from "../../../app/charts/LanePlot.tsx";
import { axisTop, toY } from "../../../app/charts/lane-scale.ts";
import { formatReadable } from "../../../app/domain/format/numbers.ts";
import type { TimelineClock } from "../../../app/domain/format/timeline-clock.ts";
import type { ViewMark } from "../../../app/domain/timeline/lane-view.ts";
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
import { type LaneExpectation, LaneExpected, reachOf } from "./LaneExpected.tsx";
import { LaneTicks, LaneTitle } from "./LaneLegend.tsx";
import type { LaneArranging } from "./LaneMenu.tsx";
import { LanePlot } from "./LanePlot.tsx";
import styles from "./LaneStack.module.css";
import { plotTop } from "./lane-geometry.ts";

interface LaneRowProps {
  readonly lane: Lane;
  readonly series: Timeline["series"];
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  readonly cursorMs: number | null;
  readonly cursorLocked: boolean;
  readonly mark: ViewMark | null;
  readonly overlay: LaneOverlaySeries | null;
  /** Its values are those of the base, which is laid over it, and its own, both at the crosshair. */
  readonly bySide: boolean;
  readonly arranging: LaneArranging | null;
  /** What one expects of it; null: nothing was drawn. */
  readonly expected: LaneExpectation | null;
  readonly clock: TimelineClock;
}

export function LaneRow(props: LaneRowProps): ReactNode {
  const { lane, series, view, width, height, cursorMs, overlay, expected } = props;
  const reach = reachOf(expected);
  const top = useMemo(() => {
    const largest = largestIn(series.timeMs, columnOf(lane, series), view);
    const shown = Math.max(largest, largestOver(lane, overlay, view)) * lane.scale;
    return axisTop(Math.max(shown, reach));
  }, [lane, series, overlay, view, reach]);
  const atCursor = cursorMs === null ? null : valueAt(lane, series, cursorMs);
  const plotHeight = height - plotTop;
  return (
    <div className={styles.lane} style={{ height }} data-lane-row={lane.id}>
      <LaneTicks top={top} height={plotHeight} />
      <div className={styles.plotCell}>
        <LanePlot {...{ lane, series, view, width, top, overlay }} height={plotHeight} />
        {cursorMs !== null && atCursor !== null && (
          <span
            className={styles.dot}
            style={{
              left: toPixels(view, width, cursorMs),
              top: plotTop + toY(top, plotHeight, atCursor),
              background: cssVar(lane.colour),
            }}
          />
        )}
        {expected !== null && (
          <LaneExpected
            {...{ lane, expected, view, width, top }}
            clock={props.clock}
            height={plotHeight}
          />
        )}
        <div className={styles.titleLine}>
          <LaneTitle lane={lane} arranging={props.arranging} />
          <div className={styles.values}>
            {props.bySide ? <SideValues {...props} /> : <PlacedValues {...props} />}
          </div>
        </div>
      </div>
    </div>
  );
}

type ValuesProps = Pick<
  LaneRowProps,
  "lane" | "series" | "cursorMs" | "cursorLocked" | "mark" | "overlay"
>;

/** At the crosshair, and at the mark: now, or the playhead. */
function PlacedValues(props: ValuesProps): ReactNode {
  const { lane, series, cursorMs, cursorLocked, mark, overlay } = props;
  return (
    <>
      {cursorMs !== null && (
        <Value name={cursorLocked ? "locked" : "pointer"} is="cursor" strong>
          {formatReadable(valueAt(lane, series, cursorMs))}
          <OverlayValue lane={lane} overlay={overlay} atMs={cursorMs} />
        </Value>
      )}
      {mark !== null && (
        <Value name={mark.name} is={mark.name === "playhead" ? "playhead" : "now"}>
          {formatReadable(
            mark.name === "playhead" ? valueAt(lane, series, mark.atMs) : lastValue(lane, series),
          )}
          <OverlayValue lane={lane} overlay={overlay} atMs={mark.atMs} />
        </Value>
      )}
    </>
  );
}

function SideValues({ lane, series, cursorMs, overlay }: ValuesProps): ReactNode {
  if (cursorMs === null) return null;
  return (
    <>
      <Value name="base" is="base">
        {overlayText(lane, overlay, cursorMs)}
      </Value>
      <Value name="new" is="new" strong>
        {formatReadable(valueAt(lane, series, cursorMs))}
      </Value>
    </>
  );
}

interface ValueProps {
  readonly name: string;
  readonly is: string;
  readonly strong?: boolean;
  readonly children: ReactNode;
}

const Value = ({ name, is, strong = false, children }: ValueProps): ReactNode => (
  <span className={styles.value} data-strong={strong}>
    {name} <span data-value={is}>{children}</span>
  </span>
);

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
