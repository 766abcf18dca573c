/**
 * All of the time there is, below the charts that show a part of it: phases as stripes, and a brush over
 * what is visible. The brush is dragged to move the view and by its edges to zoom; a drag beside it begins
 * another one; a double click shows all.
 */
import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef } from "react";
import { tintsOf } from "../../../app/charts/bar-layout.ts";
import { bandColour, isSpan } from "../../../app/charts/phase-colour.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { lengthOf, type Span, spanBetween } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import {
  extentOf,
  panBy,
  toPixels,
  toTime,
  zoomAbout,
} from "../../../app/domain/timeline/viewport.ts";
import { plotWidth } from "./lane-geometry.ts";
import { useLaneView } from "./lane-view-context.tsx";
import styles from "./OverviewStrip.module.css";
import { useSize } from "./use-size.ts";

const height = 20;
/** Within so much of its edge a drag moves the edge, px. */
const edge = 6;
/** A brush that is not wider is no view, px. */
const narrowest = 4;

interface Drag {
  readonly part: "all" | "start" | "end" | "new";
  readonly fromX: number;
  readonly view: Span;
}

export function OverviewStrip({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const { view, gutter, setView, fit, mark } = useLaneView();
  const [box, size] = useSize<HTMLDivElement>();
  const track = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const width = plotWidth(size.width, gutter);
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const x = (atMs: number): number => toPixels(extent, width, atMs);
  const [left, right] = [Math.max(x(view.startMs), 0), Math.min(x(view.endMs), width)];

  function move(current: Drag, toX: number): void {
    const by = toTime(extent, width, toX) - toTime(extent, width, current.fromX);
    const { startMs, endMs } = current.view;
    const next =
      current.part === "all"
        ? panBy(extent, current.view, by)
        : current.part === "start"
          ? spanBetween(startMs + by, endMs)
          : current.part === "end"
            ? spanBetween(startMs, endMs + by)
            : spanBetween(toTime(extent, width, current.fromX), toTime(extent, width, toX));
    if (toPixels(extent, width, next.endMs) - toPixels(extent, width, next.startMs) >= narrowest) {
      setView(next);
    }
  }

  function partAt(at: number): Drag["part"] {
    if (Math.abs(at - left) <= edge) return "start";
    if (Math.abs(at - right) <= edge) return "end";
    return at > left && at < right ? "all" : "new";
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = viewByKey(event.key, extent, view);
    if (next === null) return;
    event.preventDefault();
    setView(next);
  }

  const at = (clientX: number): number =>
    clientX - (track.current?.getBoundingClientRect().left ?? 0);
  return (
    <div ref={box} className={styles.overview}>
      <div className={styles.name} style={{ width: gutter }} aria-hidden="true">
        Overview
      </div>
      <div
        ref={track}
        className={styles.track}
        style={{ width }}
        role="slider"
        tabIndex={0}
        aria-label="Visible time"
        aria-valuemin={Math.round(extent.startMs)}
        aria-valuemax={Math.round(extent.endMs)}
        aria-valuenow={Math.round(view.startMs)}
        aria-valuetext={`${formatMomentOf(timeline, view.startMs)} to ${formatMomentOf(timeline, view.endMs)}`}
        onKeyDown={onKeyDown}
        onDoubleClick={fit}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const fromX = at(event.clientX);
          drag.current = { part: partAt(fromX), fromX, view };
        }}
        onPointerMove={(event) => {
          if (drag.current !== null) move(drag.current, at(event.clientX));
        }}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
      >
        <Stripes {...{ timeline, extent, width }} />
        {mark !== null && (
          <span className={styles.mark} data-mark={mark.name} style={{ left: x(mark.atMs) }} />
        )}
        <span className={styles.outside} style={{ left: 0, width: left }} />
        <span className={styles.outside} style={{ left: right, width: width - right }} />
        <span className={styles.brush} style={{ left, width: Math.max(right - left, 2) }} />
      </div>
    </div>
  );
}

const panShare = 0.1;
const zoomIn = 0.8;

/** Null: not a key of the strip. */
function viewByKey(key: string, extent: Span, view: Span): Span | null {
  const length = lengthOf(view);
  const middle = (view.startMs + view.endMs) / 2;
  switch (key) {
    case "ArrowLeft":
      return panBy(extent, view, -panShare * length);
    case "ArrowRight":
      return panBy(extent, view, panShare * length);
    case "PageDown":
      return panBy(extent, view, length);
    case "PageUp":
      return panBy(extent, view, -length);
    case "ArrowUp":
      return zoomAbout(extent, view, zoomIn, middle);
    case "ArrowDown":
      return zoomAbout(extent, view, 1 / zoomIn, middle);
    case "Home":
      return panBy(extent, view, extent.startMs - view.startMs);
    case "End":
      return panBy(extent, view, extent.endMs - view.endMs);
    default:
      return null;
  }
}

interface StripesProps {
  readonly timeline: Timeline;
  readonly extent: Span;
  readonly width: number;
}

const Stripes = memo(function Stripes({ timeline, extent, width }: StripesProps): ReactNode {
  const spans = timeline.bands.filter(isSpan);
  return (
    <svg className={styles.stripes} width={width} height={height} aria-hidden="true">
      {tintsOf(spans, extent, width, timeline.endMs, bandColour).map(
        ({ band, left, width: wide }) => (
          <rect
            key={band.id}
            x={left}
            width={Math.max(wide, 1)}
            y={5}
            height={height - 10}
            fill={bandColour(band)}
          />
        ),
      )}
      {timeline.asOf.map(({ snapshot, atMs }) => {
        const at = Math.round(toPixels(extent, width, atMs)) + 0.5;
        return <line key={`${snapshot}/${atMs}`} x1={at} x2={at} y1={0} y2={height} />;
      })}
    </svg>
  );
});
