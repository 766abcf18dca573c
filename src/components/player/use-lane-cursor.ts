/** The crosshair by keyboard, and in words. */
import type { KeyboardEvent } from "react";
import { formatReadable } from "../../../app/domain/format/numbers.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import type { LaneView } from "../../../app/domain/timeline/lane-view.ts";
import { inEngine, type Lane, pointAt, valueAt } from "../../../app/domain/timeline/lanes.ts";
import { clampTo, type Span } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";

/** Points, or bars, that a step with Shift, or a page, passes. */
export const longStep = 10;

interface LaneCursor {
  readonly valueNow: number;
  readonly valueText: string;
  onKeyDown(event: KeyboardEvent): void;
}

export function useLaneCursor(
  timeline: Timeline,
  lanes: readonly Lane[],
  laneView: LaneView,
): LaneCursor {
  const { view, cursorMs, mark } = laneView;
  const atMs = clampTo(view, cursorMs ?? mark?.atMs ?? view.endMs);
  return {
    valueNow: Math.round(atMs),
    valueText: cursorMs === null ? "nowhere" : inWords(timeline, lanes, cursorMs),
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter") {
        if (laneView.seek === undefined) laneView.toggleLock();
        else laneView.seek(atMs);
      } else if (event.key === "Escape" && cursorMs !== null) {
        if (laneView.cursorLocked) laneView.toggleLock();
        laneView.pointAt(null);
      } else if (event.key === "End" && laneView.toEnd !== undefined) {
        laneView.toEnd();
      } else {
        const next = nextPlace(event.key, event.shiftKey, timeline, view, atMs);
        if (next === null) return;
        laneView.pointAt(clampTo(view, next));
      }
      // Handled here: the shortcuts of the screen must not see it.
      event.preventDefault();
    },
  };
}

function nextPlace(
  key: string,
  long: boolean,
  { series }: Timeline,
  view: Span,
  atMs: number,
): number | null {
  const point = pointAt(series, atMs);
  const step = long ? longStep : 1;
  const timeAt = (index: number): number =>
    series.timeMs[Math.min(Math.max(index, 0), series.timeMs.length - 1)] ?? atMs;
  switch (key) {
    case "ArrowLeft":
      return timeAt(point - step);
    case "ArrowRight":
      return (series.timeMs[point] ?? atMs) > atMs
        ? timeAt(point + step - 1)
        : timeAt(point + step);
    case "Home":
      return view.startMs;
    case "End":
      return view.endMs;
    default:
      return null;
  }
}

function inWords(timeline: Timeline, lanes: readonly Lane[], atMs: number): string {
  const { overlay } = timeline;
  const values = lanes.map((lane) => {
    const own = `${lane.title}: ${amount(lane, valueAt(lane, timeline.series, atMs))}`;
    if (overlay === null) return own;
    const over = valueAt(inEngine(lane), overlay.timeline.series, atMs - overlay.shiftMs);
    return `${own}, in ${overlay.name} ${amount(lane, over)}`;
  });
  return [formatMomentOf(timeline, atMs), ...values].join(", ");
}

const amount = ({ unit }: Lane, value: number | null): string =>
  value === null ? "no value" : `${formatReadable(value)} ${unit}`;
