/**
 * Phases of creations, and what else a server did, to scale: a row for each, with a playhead that can
 * be dragged. What the source does not state is shown as such: bounds as ≤ and ≥, silence as an arrow
 * with its length.
 */
import { type CSSProperties, memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import { barHeightIn } from "../../../app/charts/bar-layout.ts";
import { markReach } from "../../../app/charts/mark-layout.ts";
import { Patterns } from "../../../app/charts/Patterns.tsx";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { type TimeTick, timeTicks } from "../../../app/domain/timeline/time-ticks.ts";
import {
  type AsOf,
  goesOn,
  type Mark,
  type Timeline,
} from "../../../app/domain/timeline/timeline.ts";
import { extentOf, toPixels } from "../../../app/domain/timeline/viewport.ts";
import { AsOfRow } from "./AsOfRow.tsx";
import { BarTip } from "./BarTip.tsx";
import { wordsOf } from "./bar-words.ts";
import { plotWidth, rightMargin } from "./lane-geometry.ts";
import { useLaneView } from "./lane-view-context.tsx";
import { MarkRow } from "./MarkRow.tsx";
import styles from "./PhaseChart.module.css";
import { PhaseRowView } from "./PhaseRowView.tsx";
import { PhaseTable } from "./PhaseTable.tsx";
import { Playhead } from "./Playhead.tsx";
import { barRoom, rowHeight, rowTop } from "./phase-geometry.ts";
import { creationAt } from "./phase-rows.ts";
import { TimeAxis } from "./TimeAxis.tsx";
import { type BarCursor, useBarCursor } from "./use-bar-cursor.ts";
import {
  type ChartHit,
  type ChartRows,
  idOfHit,
  rowOfHit,
  useChartRows,
} from "./use-chart-rows.ts";
import { useHover } from "./use-hover.ts";
import { useSize } from "./use-size.ts";
import { useViewGestures } from "./use-view-gestures.ts";

export interface PhaseChartProps {
  /** What it shows, for who cannot see it: "Phases of ERRORLOG". */
  readonly label: string;
  readonly timeline: Timeline;
  readonly selectedBandId: string | null;
  /** Index of the selected record. */
  readonly selectedRecord?: number | null;
  /** Moments to mark below the rows: hits of a search. */
  readonly hits?: readonly number[];
  /** Rows are lower: the window is low, or lanes are below them. */
  readonly dense?: boolean;
  /** Times below the rows; what stands below them may have an axis of its own. */
  readonly hasAxis?: boolean;
  /** Top left. */
  readonly corner?: ReactNode;
  onSelectBand(id: string | null): void;
  onSelectMark?: ((mark: Mark) => void) | undefined;
}

const noHits: readonly number[] = [];

export function PhaseChart(props: PhaseChartProps): ReactNode {
  const { label, timeline, selectedBandId, dense = false, hasAxis = true } = props;
  const { hits = noHits, selectedRecord = null } = props;
  const laneView = useLaneView();
  const { view, cursorMs, selectedSpan, gutter, mark, seek } = laneView;
  const [box, size] = useSize<HTMLElement>();
  const plot = useRef<HTMLDivElement>(null);
  const width = plotWidth(size.width, gutter);
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const chart = useChartRows({ timeline, dense, view, width });
  const { rows, names, look } = chart;
  const markMs = mark?.atMs ?? null;
  const asOf = asOfAt(timeline, markMs ?? view.endMs);
  const ticks = useMemo(
    () => timeTicks(view, timeline.originMs, width),
    [view, timeline.originMs, width],
  );
  const x = (atMs: number): number => toPixels(view, width, atMs);
  const hover = useHover(chart);
  const choose = (hit: ChartHit): void => {
    if (hit.count > 1 && laneView.selectSpan !== undefined) laneView.selectSpan(hit.span);
    else if (hit.kind === "band") props.onSelectBand(hit.band.id);
    else if (props.onSelectMark !== undefined) props.onSelectMark(hit.mark);
    else seek?.(hit.mark.atMs);
  };
  const cursor = useBarCursor({
    ...{ chart, timeline, extent, view },
    playheadMs: markMs ?? view.startMs,
    isSelected: (hit) =>
      hit.kind === "band"
        ? hit.band.id === selectedBandId
        : hit.count === 1 && hit.mark.record === selectedRecord,
    onView: laneView.setView,
    onCursor: laneView.pointAt,
    onChoose: choose,
  });

  const gestures = useViewGestures(plot, {
    extent,
    view,
    width,
    onView: laneView.setView,
    onHover: (atMs, y) => {
      laneView.pointAt(atMs);
      hover.onMove(atMs === null || y === null ? null : { x: x(atMs), y });
    },
    onSpan: laneView.selectSpan,
    onTap: (atMs, y) => {
      const hit = chart.hitAt(x(atMs), y);
      if (hit === null) return seek?.(atMs);
      cursor.goTo(hit);
      choose(hit);
    },
  });

  const sizes = {
    "--phases-left": `${gutter}px`,
    "--phases-right": `${rightMargin}px`,
  } as CSSProperties;
  return (
    <section ref={box} className={styles.chart} style={sizes} data-dense={dense} aria-label={label}>
      <div className={styles.patterns}>
        <Patterns />
      </div>
      <AsOfRow {...{ timeline, view, width }} of={asOf} corner={props.corner} />
      <div className={styles.rows}>
        <Behind {...{ ticks, selectedSpan, view, width }} />
        {rows.map((row) => (
          <PhaseRowView
            key={row.row}
            height={rowHeight(row.row, look)}
            asOf={timeline.asOf}
            open={goesOn(timeline)}
            {...{ view, width, dense, selectedBandId }}
            {...row}
          />
        ))}
        {timeline.marks.length > 0 && (
          <MarkRow
            marks={timeline.marks}
            height={rowHeight("marks", look)}
            {...{ view, width, dense, selectedRecord }}
          />
        )}
        <div
          ref={plot}
          className={styles.surface}
          data-plot
          role="slider"
          tabIndex={0}
          aria-label={`Bars in ${label}`}
          aria-valuemin={1}
          aria-valuemax={Math.max(cursor.count, 1)}
          aria-valuenow={Math.max(cursor.position, 1)}
          aria-valuetext={cursor.valueText}
          onFocus={cursor.onFocus}
          onBlur={cursor.onBlur}
          onKeyDown={cursor.onKeyDown}
          {...gestures}
        />
        <div className={styles.over} aria-hidden="true">
          {cursorMs !== null && (
            <Line className={styles.cursor} left={x(cursorMs)} {...{ width }} />
          )}
          {seek === undefined && markMs !== null && (
            <Line className={styles.now} left={x(markMs)} {...{ width }} />
          )}
          <FixedLines asOf={timeline.asOf} {...{ hits, view, width }} />
        </div>
        {hover.at !== null && (
          <BarTip
            words={wordsOf(hover.at.hit, timeline)}
            x={hover.at.x}
            y={hover.at.y}
            width={width}
          />
        )}
        <FocusedBar {...{ cursor, chart, timeline, width }} hasTip={hover.at === null} />
        {seek !== undefined && markMs !== null && (
          <Playhead
            height={rowTop(names, names.length, look)}
            onSeek={seek}
            playheadMs={markMs}
            {...{ timeline, view, width }}
          />
        )}
      </div>
      {hasAxis && (
        <div className={styles.axisRow}>
          <div className={styles.axisTitle}>{timeline.timeTitle}</div>
          <TimeAxis
            originMs={timeline.originMs}
            endMs={timeline.endMs}
            nowMs={null}
            nowName="now"
            playheadMs={seek === undefined ? null : markMs}
            {...{ ticks, view, width, cursorMs }}
          />
        </div>
      )}
      <PhaseTable timeline={timeline} />
    </section>
  );
}

/** The line of the creation that a moment is of, else the first line. */
function asOfAt(timeline: Timeline, atMs: number): AsOf | null {
  const { asOf } = timeline;
  const creation = creationAt(timeline, atMs);
  const own = asOf.find(
    (line) => line.snapshot === creation?.snapshot && line.atMs >= creation.startMs,
  );
  return own ?? asOf[0] ?? null;
}

interface FocusedBarProps {
  readonly cursor: BarCursor;
  readonly chart: ChartRows;
  readonly timeline: Timeline;
  readonly width: number;
  /** The pointer is on nothing, which would have a tip of its own. */
  readonly hasTip: boolean;
}

/** Between a bar and the ring about it, px: that of what is selected lies closer. */
const ringGap = 4;

/** Where the keyboard is: a ring about the bar, and what it is. */
function FocusedBar(props: FocusedBarProps): ReactNode {
  const { cursor, chart, timeline, width, hasTip } = props;
  const { hit, shown } = cursor;
  const ring = useRef<HTMLSpanElement>(null);
  const id = hit === null || !shown ? null : idOfHit(hit);
  useEffect(() => {
    // Rows may be more than fit.
    if (id !== null) ring.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [id]);
  if (hit === null || !shown) return null;
  const row = rowOfHit(hit);
  const top = rowTop(chart.names, chart.names.indexOf(row), chart.look);
  const room = barRoom(row, chart.look.dense);
  const { y, height } = hit.kind === "band" ? barHeightIn(hit, room) : { y: room.top, ...room };
  const [left, right] =
    hit.kind === "band" ? [hit.left, hit.right] : [hit.x - markReach, hit.x + markReach];
  return (
    <>
      <span
        ref={ring}
        className={styles.focused}
        aria-hidden="true"
        style={{
          left: left - ringGap,
          top: top + y - ringGap,
          width: right - left + 2 * ringGap,
          height: height + 2 * ringGap,
        }}
      />
      {hasTip && (
        <BarTip words={wordsOf(hit, timeline)} x={left} y={top + room.top} {...{ width }} />
      )}
    </>
  );
}

interface BehindProps {
  readonly ticks: readonly TimeTick[];
  readonly selectedSpan: Span | null;
  readonly view: Span;
  readonly width: number;
}

/** The grid of time, and the chosen span. */
const Behind = memo(function Behind(props: BehindProps): ReactNode {
  const { ticks, selectedSpan, view, width } = props;
  const x = (atMs: number): number => toPixels(view, width, atMs);
  return (
    <div className={styles.behind} aria-hidden="true">
      {ticks.map(({ atMs }) => (
        <span key={atMs} className={styles.grid} style={{ left: Math.round(x(atMs)) }} />
      ))}
      {selectedSpan !== null && (
        <span className={styles.selected} style={spanBox(selectedSpan, x)} />
      )}
    </div>
  );
});

interface FixedLinesProps {
  readonly asOf: Timeline["asOf"];
  readonly hits: readonly number[];
  readonly view: Span;
  readonly width: number;
}

/** Lines that neither the pointer nor the playhead moves. */
const FixedLines = memo(function FixedLines(props: FixedLinesProps): ReactNode {
  const { asOf, hits, view, width } = props;
  const left = (atMs: number): number => toPixels(view, width, atMs);
  return (
    <>
      {asOf.map(({ snapshot, atMs }) => (
        <Line key={`${snapshot}/${atMs}`} className={styles.asOf} left={left(atMs)} width={width} />
      ))}
      {hits.map((atMs) => (
        <Line key={atMs} className={styles.hit} left={left(atMs)} width={width} />
      ))}
    </>
  );
});

interface LineProps {
  readonly className: string | undefined;
  readonly left: number;
  readonly width: number;
}

function Line({ className, left, width }: LineProps): ReactNode {
  if (left < 0 || left > width) return null;
  return <span className={className} style={{ left: Math.round(left) }} />;
}

const spanBox = ({ startMs, endMs }: Span, x: (atMs: number) => number): CSSProperties => ({
  left: x(startMs),
  width: Math.max(x(endMs) - x(startMs), 1),
});
