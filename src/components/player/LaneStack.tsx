/**
 * Lanes over one time axis, each in its own unit, with the phases behind all of them. The same for a
 * run under way and a recorded one: it shows a timeline and says what the user did to the view.
 */
import { TableRegular } from "@fluentui/react-icons";
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from "react";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import type { Lane } from "../../../app/domain/timeline/lanes.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { offsetTicks, timeTicks } from "../../../app/domain/timeline/time-ticks.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../app/domain/timeline/viewport.ts";
import { LaneBackdrop } from "./LaneBackdrop.tsx";
import { LaneHeader } from "./LaneHeader.tsx";
import { LaneOverlay, type SteadyStart } from "./LaneOverlay.tsx";
import { LaneRow } from "./LaneRow.tsx";
import styles from "./LaneStack.module.css";
import { LaneTable } from "./LaneTable.tsx";
import { axisHeight, gutters, headerHeight, laneHeight, overlayTop } from "./lane-geometry.ts";
import { TimeAxis } from "./TimeAxis.tsx";
import { useLaneCursor } from "./use-lane-cursor.ts";
import { useSize } from "./use-size.ts";
import { useViewGestures } from "./use-view-gestures.ts";

export interface LaneStackProps {
  /** What it shows, for who cannot see it: "Counters of run 4". */
  readonly label: string;
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  readonly view: Span;
  readonly cursorMs: number | null;
  readonly cursorLocked: boolean;
  /** Of a run under way: a line, and a column of values. */
  readonly nowMs?: number | null;
  /** What that moment is called: of a run that has ended, its end. */
  readonly nowName?: "now" | "end";
  /** Of a replay: likewise. */
  readonly playheadMs?: number | null;
  readonly selectedSpan?: Span | null;
  /** Where its steady state begins; null: it has none, or nobody looked for it. */
  readonly steadyFromMs?: number | null;
  /** Of the timeline that is laid over this one, by its own clock. */
  readonly overlaySteadyFromMs?: number | null;
  /** Of a comparison: its columns are base and new at the crosshair, not crosshair and playhead. */
  readonly bySide?: boolean;
  /** Top left, such as the choice of lanes. */
  readonly corner?: ReactNode;
  /** Bottom right, beside the axis, such as the way back to now. */
  readonly axisEnd?: ReactNode;
  onView(view: Span): void;
  onCursor(atMs: number | null): void;
  onToggleLock(): void;
  /** A tap or Enter. Without it they lock the crosshair. */
  onSeek?: ((atMs: number) => void) | undefined;
  /** Of a run under way: what End does instead of moving the crosshair. */
  onEnd?: (() => void) | undefined;
  /** A drag with Shift. */
  onSpan?: ((span: Span) => void) | undefined;
}

const sizes = {
  "--lanes-left": `${gutters.left}px`,
  "--lanes-right": `${gutters.right}px`,
  "--lanes-header": `${headerHeight}px`,
  "--lanes-axis": `${axisHeight}px`,
} as CSSProperties;

export function LaneStack(props: LaneStackProps): ReactNode {
  const { label, timeline, lanes, view, cursorMs, cursorLocked, corner } = props;
  const { nowMs = null, nowName = "now", playheadMs = null, selectedSpan = null } = props;
  const { steadyFromMs = null, overlaySteadyFromMs = null, bySide = false } = props;
  const [scroller, room] = useSize<HTMLDivElement>();
  const plot = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);

  const width = Math.max(room.width - gutters.left - gutters.right, 0);
  const height = laneHeight(room.height, lanes.length);
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const { originMs, endMs, zeroMs } = timeline;
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
    onView: props.onView,
    onHover: (atMs) => props.onCursor(atMs),
    onTap: (atMs) => (props.onSeek === undefined ? props.onToggleLock() : props.onSeek(atMs)),
    onSpan: props.onSpan,
    scrolls: () => {
      const element = scroller.current;
      return element !== null && element.scrollHeight > element.clientHeight + 1;
    },
  });
  const cursor = useLaneCursor({ ...props, nowMs, playheadMs });
  const overlay = useMemo(
    () =>
      timeline.overlay === null
        ? null
        : { series: timeline.overlay.timeline.series, shiftMs: timeline.overlay.shiftMs },
    [timeline.overlay],
  );
  const live = nowMs !== null;
  const markMs = nowMs ?? playheadMs;

  return (
    <section className={styles.stack} style={sizes} aria-label={label}>
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
      </div>
      <div className={styles.header}>
        <LaneHeader {...{ timeline, view, width, steadyFromMs }} />
      </div>
      <div className={styles.heads}>
        {bySide ? (
          <SideHeads {...{ cursorMs, cursorLocked, timeline }} />
        ) : (
          <>
            <ColumnHead
              name={cursorLocked ? "locked" : "cursor"}
              atMs={cursorMs}
              timeline={timeline}
            />
            <ColumnHead name={live ? nowName : "playhead"} atMs={markMs} timeline={timeline} />
          </>
        )}
      </div>
      <div className={styles.scroller} ref={scroller} data-lanes>
        <div className={styles.rows}>
          <div className={styles.behind}>
            <LaneBackdrop
              bands={timeline.bands}
              endMs={timeline.endMs}
              height={height * lanes.length}
              {...{ hatched, ticks, view, width }}
            />
          </div>
          {lanes.map((lane) => (
            <LaneRow
              key={lane.id}
              series={timeline.series}
              {...{ lane, view, width, height, cursorMs, markMs, live, overlay, bySide }}
            />
          ))}
          <div
            ref={plot}
            className={styles.surface}
            role="slider"
            tabIndex={0}
            aria-label={`Crosshair in ${label}`}
            aria-valuemin={Math.round(view.startMs)}
            aria-valuemax={Math.round(view.endMs)}
            aria-valuenow={cursor.valueNow}
            aria-valuetext={cursor.valueText}
            onKeyDown={cursor.onKeyDown}
            {...gestures}
          />
        </div>
        {asTable && <LaneTable timeline={timeline} lanes={lanes} view={view} />}
      </div>
      {!asTable && (
        <div className={styles.over}>
          <LaneOverlay
            height={room.height + headerHeight - overlayTop}
            {...{ timeline, view, width, cursorMs, nowMs, playheadMs, selectedSpan, steadyStarts }}
          />
        </div>
      )}
      <AxisTitle title={timeline.timeTitle} asTable={asTable} onTable={setAsTable} />
      <div className={styles.axis}>
        <TimeAxis
          {...{ originMs, endMs, zeroMs }}
          {...{ ticks, view, width, cursorMs, nowMs, nowName, playheadMs }}
        />
        {props.axisEnd}
      </div>
    </section>
  );
}

interface AxisTitleProps {
  readonly title: string;
  readonly asTable: boolean;
  onTable(asTable: boolean): void;
}

function AxisTitle({ title, asTable, onTable }: AxisTitleProps): ReactNode {
  const help = "Show the lanes as a table";
  return (
    <div className={styles.axisTitle}>
      {title}
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
    </div>
  );
}

interface ColumnHeadProps {
  readonly name: string;
  readonly atMs: number | null;
  readonly timeline: Timeline;
}

function ColumnHead({ name, atMs, timeline }: ColumnHeadProps): ReactNode {
  return (
    <div className={styles.head}>
      <div>{name}</div>
      <div className={styles.headTime}>{atMs === null ? "" : formatMomentOf(timeline, atMs)}</div>
    </div>
  );
}

/** The columns of a comparison, and the moment of both. */
function SideHeads({
  cursorMs,
  cursorLocked,
  timeline,
}: Pick<LaneStackProps, "cursorMs" | "cursorLocked" | "timeline">): ReactNode {
  const at = cursorMs === null ? "" : formatMomentOf(timeline, cursorMs);
  return (
    <>
      <div>base</div>
      <div>new</div>
      <div className={styles.headOfBoth}>
        {cursorMs === null ? "at the crosshair" : `${cursorLocked ? "locked at" : "at"} ${at}`}
      </div>
    </>
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
