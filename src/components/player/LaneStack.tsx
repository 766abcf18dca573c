/**
 * Lanes over one time axis, each in its own unit, with the phases behind all of them. They are alike for a
 * run under way and a recorded one: it shows a timeline and says what the user did to the view.
 */
import { TableRegular } from "@fluentui/react-icons";
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from "react";
import type { Lane } from "../../../app/domain/timeline/lanes.ts";
import type { AxisCounter } from "../../../app/domain/timeline/one-axis.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { offsetTicks, timeTicks } from "../../../app/domain/timeline/time-ticks.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../app/domain/timeline/viewport.ts";
import { LaneBackdrop } from "./LaneBackdrop.tsx";
import type { LaneExpectation } from "./LaneExpected.tsx";
import { LaneHeader } from "./LaneHeader.tsx";
import type { LaneArranging } from "./LaneMenu.tsx";
import { LaneOverlay, type SteadyStart } from "./LaneOverlay.tsx";
import { LaneRow } from "./LaneRow.tsx";
import styles from "./LaneStack.module.css";
import { LaneTable } from "./LaneTable.tsx";
import {
  axisHeight,
  headerHeight,
  laneHeight,
  overlayTop,
  plotWidth,
  rightMargin,
} from "./lane-geometry.ts";
import { useLaneView } from "./lane-view-context.tsx";
import { OneAxisChart } from "./OneAxisChart.tsx";
import { TimeAxis } from "./TimeAxis.tsx";
import { useLaneCursor } from "./use-lane-cursor.ts";
import { useSize } from "./use-size.ts";
import { useViewGestures } from "./use-view-gestures.ts";

export interface LaneStackProps {
  /** What it shows, for who cannot see it: "Counters of run 4". */
  readonly label: string;
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  /** Where its steady state begins; null: it has none, or nobody looked for it. */
  readonly steadyFromMs?: number | null;
  /** From when on the timeline that is laid over this one is steady, by its own clock. */
  readonly overlaySteadyFromMs?: number | null;
  /** True in a comparison: its values are base and new at the crosshair, not crosshair and mark. */
  readonly bySide?: boolean;
  /** The names of phases, acts and as-of lines; without it something above the lanes has them. */
  readonly hasHeader?: boolean;
  /** Counters on one axis in the place of the lanes; empty: the lanes. */
  readonly onOneAxis?: readonly AxisCounter[];
  /** By the menus of their names; without it the lanes are as they are. */
  readonly arranging?: LaneArranging | undefined;
  /** What one expects of a lane; without it nothing was drawn. */
  readonly expectedOf?: ((laneId: string) => LaneExpectation | null) | undefined;
  /** Top left, such as the choice of lanes. */
  readonly corner?: ReactNode;
  /** Bottom right, beside the axis, such as the way back to now. */
  readonly axisEnd?: ReactNode;
}

const noCounters: readonly AxisCounter[] = [];

export function LaneStack(props: LaneStackProps): ReactNode {
  const { label, timeline, lanes, corner } = props;
  const { steadyFromMs = null, overlaySteadyFromMs = null, bySide = false } = props;
  const { hasHeader = true, onOneAxis = noCounters } = props;
  const isOneAxis = onOneAxis.length > 0;
  // What a reader of the crosshair or of the table is told: what is drawn.
  const told = isOneAxis ? onOneAxis.map(({ lane }) => lane) : lanes;
  const laneView = useLaneView();
  const { view, cursorMs, mark, selectedSpan, moments = null, gutter } = laneView;
  const [scroller, room] = useSize<HTMLDivElement>();
  const plot = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);

  const width = plotWidth(room.width, gutter);
  const height = laneHeight(room.height, lanes.length);
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const { originMs, endMs, zeroMs } = timeline;
  const nowMs = mark === null || mark.name === "playhead" ? null : mark.atMs;
  const playheadMs = mark?.name === "playhead" ? mark.atMs : null;
  const ticks = useMemo(
    () =>
      zeroMs === undefined ? timeTicks(view, originMs, width) : offsetTicks(view, zeroMs, width),
    [view, originMs, zeroMs, width],
  );
  const hatched = useMemo(
    () => leftOut(timeline, nowMs, steadyFromMs),
    [timeline, nowMs, steadyFromMs],
  );
  const steadyStarts = useMemo(
    () => steadyStartsOf(timeline, steadyFromMs, overlaySteadyFromMs),
    [timeline, steadyFromMs, overlaySteadyFromMs],
  );

  const gestures = useViewGestures(plot, {
    extent,
    view,
    width,
    onView: laneView.setView,
    onHover: (atMs) => laneView.pointAt(atMs),
    onTap: (atMs) => (laneView.seek === undefined ? laneView.toggleLock() : laneView.seek(atMs)),
    onSpan: laneView.selectSpan,
    scrolls: () => {
      const element = scroller.current;
      return element !== null && element.scrollHeight > element.clientHeight + 1;
    },
  });
  const cursor = useLaneCursor(timeline, told, laneView);
  const overlay = useMemo(
    () =>
      timeline.overlay === null
        ? null
        : { series: timeline.overlay.timeline.series, shiftMs: timeline.overlay.shiftMs },
    [timeline.overlay],
  );
  const tableToggle = <TableToggle asTable={asTable} onTable={setAsTable} />;
  const sizes = {
    "--lanes-left": `${gutter}px`,
    "--lanes-right": `${rightMargin}px`,
    "--lanes-header": `${hasHeader ? headerHeight : 0}px`,
    "--lanes-axis": `${axisHeight}px`,
  } as CSSProperties;
  const linesTop = hasHeader ? overlayTop : 0;

  return (
    <section className={styles.stack} style={sizes} aria-label={label}>
      {hasHeader && (
        <>
          <div className={styles.corner}>
            {corner}
            {timeline.overlay !== null && (
              <div className={styles.overlayName} title={timeline.overlay.name}>
                <svg aria-hidden="true">
                  <line x1={0} x2={20} y1={1} y2={1} />
                </svg>
                {timeline.overlay.name}
              </div>
            )}
            {tableToggle}
          </div>
          <div className={styles.header}>
            <LaneHeader {...{ timeline, view, width, steadyFromMs }} />
          </div>
        </>
      )}
      <div className={styles.scroller} ref={scroller} data-lanes>
        <div className={styles.rows}>
          <div className={styles.behind}>
            <LaneBackdrop
              bands={timeline.bands}
              endMs={timeline.endMs}
              height={isOneAxis ? room.height : height * lanes.length}
              {...{ hatched, ticks, view, width }}
            />
          </div>
          {isOneAxis ? (
            <OneAxisChart
              counters={onOneAxis}
              height={room.height}
              {...{ timeline, view, gutter, width, cursorMs }}
            />
          ) : (
            lanes.map((lane) => (
              <LaneRow
                key={lane.id}
                series={timeline.series}
                {...{ lane, view, width, height, cursorMs, mark, overlay, bySide }}
                cursorLocked={laneView.cursorLocked}
                arranging={props.arranging ?? null}
                expected={props.expectedOf?.(lane.id) ?? null}
                clock={timeline}
              />
            ))
          )}
          <div
            ref={plot}
            className={styles.surface}
            data-plot
            role="slider"
            tabIndex={0}
            // Where there is a playhead, keys are of that.
            data-takes-focus={laneView.seek === undefined ? "" : undefined}
            aria-label={`Crosshair in ${label}`}
            aria-valuemin={Math.round(view.startMs)}
            aria-valuemax={Math.round(view.endMs)}
            aria-valuenow={cursor.valueNow}
            aria-valuetext={cursor.valueText}
            onKeyDown={cursor.onKeyDown}
            {...gestures}
          />
        </div>
        {asTable && <LaneTable timeline={timeline} lanes={told} view={view} />}
      </div>
      {!asTable && (
        <div className={styles.over} style={{ top: linesTop }}>
          <LaneOverlay
            lanesTop={hasHeader ? headerHeight - overlayTop : 0}
            height={room.height + (hasHeader ? headerHeight - overlayTop : 0)}
            {...{ timeline, view, width, cursorMs, nowMs, playheadMs, selectedSpan, steadyStarts }}
            moments={moments}
          />
        </div>
      )}
      <div className={styles.axisTitle}>
        <span title={timeline.timeTitle}>{timeline.timeTitle}</span>
        {!hasHeader && tableToggle}
      </div>
      <div className={styles.axis}>
        <TimeAxis
          {...{ originMs, endMs, zeroMs }}
          {...{ ticks, view, width, cursorMs, nowMs, playheadMs }}
          nowName={mark?.name === "end" ? "end" : "now"}
        />
        {props.axisEnd}
      </div>
    </section>
  );
}

interface TableToggleProps {
  readonly asTable: boolean;
  onTable(asTable: boolean): void;
}

function TableToggle({ asTable, onTable }: TableToggleProps): ReactNode {
  const help = "Show the lanes as a table";
  return (
    <button
      type="button"
      className={styles.tableToggle}
      aria-pressed={asTable}
      aria-label={help}
      title={help}
      onClick={() => onTable(!asTable)}
    >
      <TableRegular fontSize={16} aria-hidden />
    </button>
  );
}

/** Warm-up, which no statistic counts, what is not steady after it, and what a run under way has yet to do. */
function leftOut(
  timeline: Timeline,
  nowMs: number | null,
  steadyFromMs: number | null,
): readonly Span[] {
  const { warmupEndMs, plannedEndMs } = timeline;
  const warmup = { startMs: 0, endMs: warmupEndMs };
  const ahead = { startMs: nowMs ?? 0, endMs: plannedEndMs ?? 0 };
  return [
    ...(warmupEndMs > 0 ? [warmup] : []),
    ...(steadyFromMs !== null && steadyFromMs > warmupEndMs
      ? [{ startMs: warmupEndMs, endMs: steadyFromMs }]
      : []),
    ...(nowMs !== null && ahead.endMs > nowMs ? [ahead] : []),
  ];
}

function steadyStartsOf(
  { overlay }: Timeline,
  ownMs: number | null,
  overlayMs: number | null,
): readonly SteadyStart[] {
  return [
    ...(ownMs === null ? [] : [{ atMs: ownMs, ofOverlay: false }]),
    ...(overlayMs === null || overlay === null
      ? []
      : [{ atMs: overlayMs + overlay.shiftMs, ofOverlay: true }]),
  ];
}
