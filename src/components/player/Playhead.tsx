/** The playhead: a handle and a line across all rows. Arrow keys step from event to event. */
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
} from "react";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import {
  nextEvent,
  nextPhase,
  playedSpan,
  previousEvent,
  previousPhase,
} from "../../../app/domain/timeline/playback.ts";
import { clampTo, lengthOf, type Span } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels, toTime } from "../../../app/domain/timeline/viewport.ts";
import styles from "./PhaseChart.module.css";

interface PlayheadProps {
  readonly timeline: Timeline;
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  readonly playheadMs: number;
  onSeek(atMs: number): void;
}

export function Playhead(props: PlayheadProps): ReactNode {
  const { timeline, view, width, height, playheadMs, onSeek } = props;
  const track = useRef<HTMLDivElement>(null);
  const { startMs, endMs } = playedSpan(timeline);
  const left = toPixels(view, width, playheadMs);

  function drag(event: PointerEvent): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = track.current?.getBoundingClientRect();
    onSeek(toTime(view, width, event.clientX - (box?.left ?? 0)));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = placeByKey(event, timeline, view, playheadMs);
    if (next === null) return;
    event.preventDefault();
    onSeek(clampTo({ startMs, endMs }, next));
  }

  const visible = left >= 0 && left <= width;
  return (
    <div ref={track} className={styles.playheadTrack} style={{ width, height }}>
      <div
        className={styles.playhead}
        data-visible={visible}
        style={
          {
            left: Math.round(Math.min(Math.max(left, 0), width)),
            "--rows-height": `${height}px`,
          } as CSSProperties
        }
        role="slider"
        tabIndex={0}
        aria-label="Playhead"
        aria-valuemin={Math.round(startMs)}
        aria-valuemax={Math.round(endMs)}
        aria-valuenow={Math.round(playheadMs)}
        aria-valuetext={formatMomentOf(timeline, playheadMs)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={onKeyDown}
      >
        <svg className={styles.handle} width={13} height={15} aria-hidden="true">
          <path d="M0.5 2a1.5 1.5 0 0 1 1.5-1.5h9a1.5 1.5 0 0 1 1.5 1.5v7l-6 5.5l-6-5.5z" />
        </svg>
      </div>
    </div>
  );
}

/** Null: not a key of the playhead. Where there is no event that way, one end of all. */
function placeByKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  timeline: Timeline,
  view: Span,
  atMs: number,
): number | null {
  if (ctrlKey || metaKey || altKey) return null;
  const { startMs, endMs } = playedSpan(timeline);
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return (shiftKey ? previousPhase : previousEvent)(timeline, atMs) ?? startMs;
    case "ArrowRight":
    case "ArrowUp":
      return (shiftKey ? nextPhase : nextEvent)(timeline, atMs) ?? endMs;
    case "PageDown":
      return atMs - lengthOf(view) / 10;
    case "PageUp":
      return atMs + lengthOf(view) / 10;
    case "Home":
      return startMs;
    case "End":
      return endMs;
    default:
      return null;
  }
}
