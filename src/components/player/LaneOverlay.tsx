/** Lines across all lanes: acts, as-of, now, playhead, crosshair, and the chosen span. */
import { memo, type ReactNode } from "react";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { momentsOf } from "./act-labels.ts";
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
      {props.steadyStarts.map(({ atMs, ofOverlay }) =>
        line(`steady/${ofOverlay}`, ofOverlay ? styles.steadyOverlay : styles.steady, atMs),
      )}
      {momentsOf(timeline).map(({ id, atMs, outcome }) =>
        line(id, outcome === "lost" ? styles.lostLine : styles.actLine, atMs, 0),
      )}
      {line("now", styles.now, nowMs)}
      {line("cursor", styles.crosshair, cursorMs)}
      {line("playhead", styles.playhead, playheadMs)}
      {timeline.asOf.map(({ snapshot, atMs }) =>
        line(`as-of/${snapshot}/${atMs}`, styles.asOf, atMs, 0),
      )}
    </svg>
  );
});
