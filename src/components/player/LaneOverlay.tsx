/** Lines across all lanes: acts, as-of, now, playhead, crosshair, and the chosen span. */
import { memo, type ReactNode } from "react";
import type { Moments } from "../../../app/domain/timeline/lane-view.ts";
import { lengthOf, type Span } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { type Moment, momentsOf } from "./act-labels.ts";
import { placeBookmarks } from "./bookmark-labels.ts";
import styles from "./LaneStack.module.css";

/** Where a steady state begins, by the clock of the lanes. */
export interface SteadyStart {
  readonly atMs: number;
  /** Whether it is of the timeline that is laid over the lanes. */
  readonly ofOverlay: boolean;
}

interface LaneOverlayProps {
  readonly timeline: Timeline;
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  /** Only acts and as-of lines reach above it, up to their names; the others would cross those of phases. */
  readonly lanesTop: number;
  readonly cursorMs: number | null;
  readonly nowMs: number | null;
  readonly playheadMs: number | null;
  readonly selectedSpan: Span | null;
  readonly steadyStarts: readonly SteadyStart[];
  readonly moments: Moments | null;
}

export const LaneOverlay = memo(function LaneOverlay(props: LaneOverlayProps): ReactNode {
  const { timeline, view, width, height, lanesTop, cursorMs, nowMs, playheadMs, selectedSpan } =
    props;
  const x = (atMs: number): number => toPixels(view, width, atMs);
  const line = (
    key: string,
    className: string | undefined,
    atMs: number | null,
    top = lanesTop,
  ) => {
    if (atMs === null || atMs < view.startMs || atMs > view.endMs) return null;
    const at = Math.round(x(atMs)) + 0.5;
    return <line key={key} className={className} x1={at} x2={at} y1={top} y2={height} />;
  };
  return (
    <svg className={styles.overlay} width={width} height={height} aria-hidden="true">
      {selectedSpan !== null && (
        <rect
          className={styles.selected}
          x={x(selectedSpan.startMs)}
          width={Math.max(x(selectedSpan.endMs) - x(selectedSpan.startMs), 1)}
          y={lanesTop}
          height={Math.max(height - lanesTop, 0)}
        />
      )}
      {timeline.bookmarks?.map(({ id, fromMs, toMs }) =>
        toMs === null || toMs < view.startMs || fromMs > view.endMs ? null : (
          <rect
            key={id}
            className={styles.bookmarked}
            data-bookmark={id}
            x={x(fromMs)}
            width={Math.max(x(toMs) - x(fromMs), 1)}
            y={lanesTop}
            height={Math.max(height - lanesTop, 0)}
          />
        ),
      )}
      {props.moments !== null && (
        <path
          className={styles.moments}
          data-moments=""
          d={momentsPath(props.moments, view, width)}
          transform={`translate(0 ${lanesTop}) scale(1 ${Math.max(height - lanesTop, 0)})`}
        />
      )}
      {props.steadyStarts.map(({ atMs, ofOverlay }) =>
        line(`steady/${ofOverlay}`, ofOverlay ? styles.steadyOverlay : styles.steady, atMs),
      )}
      {momentsOf(timeline).map(({ id, atMs, outcome }) => line(id, lineOf[outcome], atMs, 0))}
      {placeBookmarks(timeline.bookmarks ?? [], view, width).map(({ id, text, left }) => (
        <text key={`text/${id}`} className={styles.bookmarkText} x={left} y={height - 12}>
          {text}
        </text>
      ))}
      {line("now", styles.now, nowMs)}
      {line("cursor", styles.crosshair, cursorMs)}
      {line("playhead", styles.playhead, playheadMs)}
      {timeline.asOf.map(({ snapshot, atMs }) =>
        line(`as-of/${snapshot}/${atMs}`, styles.asOf, atMs, 0),
      )}
    </svg>
  );
});

const lineOf: Readonly<Record<Moment["outcome"], string | undefined>> = {
  applied: styles.actLine,
  refused: styles.actLine,
  lost: styles.lostLine,
  planned: styles.plannedLine,
  bookmark: styles.bookmarkLine,
};

/** A block, one high, for each run of parts in which something happened: never narrower than a pixel. */
function momentsPath({ span, counts }: Moments, view: Span, width: number): string {
  const partMs = lengthOf(span) / counts.length;
  const x = (part: number): number => toPixels(view, width, span.startMs + part * partMs);
  let path = "";
  for (let from = 0; from < counts.length; ++from) {
    if (counts[from] === 0) continue;
    let to = from + 1;
    while ((counts[to] ?? 0) > 0) ++to;
    const [left, right] = [Math.max(x(from), 0), Math.min(x(to), width)];
    if (right > 0 && left < width) {
      path += `M${left.toFixed(1)} 0h${Math.max(right - left, 1).toFixed(1)}v1H${left.toFixed(1)}z`;
    }
    from = to;
  }
  return path;
}
