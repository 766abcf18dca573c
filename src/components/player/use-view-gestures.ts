/**
 * What the pointer does to a view of time: the wheel and a pinch zoom about the pointer, a drag
 * pans, a drag with Shift chooses a span, a tap chooses a moment. Positions are px from the left
 * edge of the plot.
 */
import {
  type DOMAttributes,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { type Span, spanBetween } from "../../../app/domain/timeline/span.ts";
import { panBy, toTime, zoomAbout } from "../../../app/domain/timeline/viewport.ts";

export interface ViewGestures {
  readonly extent: Span;
  readonly view: Span;
  /** Width of the plot, px. */
  readonly width: number;
  onView(view: Span): void;
  /** `y` from the top of the plot, px; null where the pointer is not. */
  onHover(atMs: number | null, y: number | null): void;
  /** `y` from the top of the plot, px. */
  onTap(atMs: number, y: number): void;
  onSpan?: ((span: Span) => void) | undefined;
  /** True where the wheel should scroll what surrounds the plot. */
  scrolls?: (() => boolean) | undefined;
}

/** How far a pointer may move and still have tapped, px. */
const tapPixels = 4;
const wheelFactor = 1.0015;
/** A wheel that jumps must not lose the place; this much zooms by half. */
const mostTurned = 270;

interface Drag {
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  readonly startView: Span;
  readonly choosing: boolean;
  moved: boolean;
}

interface Pinch {
  readonly distance: number;
  readonly centre: number;
  readonly startView: Span;
}

type Handlers = Required<
  Pick<
    DOMAttributes<HTMLElement>,
    "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel" | "onPointerLeave"
  >
>;

export function useViewGestures(
  plot: RefObject<HTMLElement | null>,
  gestures: ViewGestures,
): Handlers {
  const latest = useRef(gestures);
  useLayoutEffect(() => {
    latest.current = gestures;
  });
  const drag = useRef<Drag | null>(null);
  const pinch = useRef<Pinch | null>(null);
  const pointers = useRef(new Map<number, number>());

  useWheel(plot, latest);

  const position = (event: PointerEvent<HTMLElement>) => {
    const box = plot.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const timeAt = (x: number): number => toTime(latest.current.view, latest.current.width, x);

  function movePinch(): void {
    const { extent, width, onView } = latest.current;
    const [a, b] = [...pointers.current.values()];
    if (a === undefined || b === undefined || pinch.current === null) return;
    const { distance, centre, startView } = pinch.current;
    const factor = distance / Math.max(Math.abs(a - b), 1);
    const zoomed = zoomAbout(extent, startView, factor, toTime(startView, width, centre));
    const shift = toTime(zoomed, width, centre) - toTime(zoomed, width, (a + b) / 2);
    onView(panBy(extent, zoomed, shift));
  }

  function moveDrag(current: Drag, x: number): void {
    const { extent, width, onView, onSpan } = latest.current;
    const from = toTime(current.startView, width, current.startX);
    const to = toTime(current.startView, width, x);
    if (current.choosing) onSpan?.(spanBetween(from, to));
    else onView(panBy(extent, current.startView, from - to));
  }

  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      const { x, y } = position(event);
      pointers.current.set(event.pointerId, x);
      event.currentTarget.setPointerCapture(event.pointerId);
      const startView = latest.current.view;
      if (pointers.current.size === 2) {
        const [a = 0, b = 0] = [...pointers.current.values()];
        pinch.current = { distance: Math.max(Math.abs(a - b), 1), centre: (a + b) / 2, startView };
        drag.current = null;
        return;
      }
      const choosing = event.shiftKey && latest.current.onSpan !== undefined;
      drag.current = {
        pointerId: event.pointerId,
        startX: x,
        startY: y,
        startView,
        choosing,
        moved: false,
      };
    },
    onPointerMove(event) {
      const { x, y } = position(event);
      if (pointers.current.has(event.pointerId)) pointers.current.set(event.pointerId, x);
      if (pinch.current !== null) return movePinch();
      const current = drag.current;
      if (current !== null && current.pointerId === event.pointerId) {
        const distance = Math.hypot(x - current.startX, y - current.startY);
        current.moved ||= distance > tapPixels;
        if (current.moved) moveDrag(current, x);
      }
      latest.current.onHover(timeAt(x), y);
    },
    onPointerUp(event) {
      const current = drag.current;
      pointers.current.delete(event.pointerId);
      if (pointers.current.size < 2) pinch.current = null;
      drag.current = null;
      if (current === null || current.moved || current.pointerId !== event.pointerId) return;
      latest.current.onTap(timeAt(current.startX), current.startY);
    },
    onPointerCancel(event) {
      pointers.current.delete(event.pointerId);
      pinch.current = null;
      drag.current = null;
    },
    onPointerLeave(event) {
      // A finger that lifts leaves too; the crosshair it placed stays to be read.
      if (event.pointerType === "mouse") latest.current.onHover(null, null);
    },
  };
}

/** React listens to the wheel passively, so that the page would scroll as well. */
function useWheel(plot: RefObject<HTMLElement | null>, latest: RefObject<ViewGestures>): void {
  useEffect(() => {
    const element = plot.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      const { extent, view, width, onView, scrolls } = latest.current;
      const pinched = event.ctrlKey || event.metaKey;
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!pinched && !sideways && scrolls?.() === true) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      if (sideways && !pinched) {
        const pixels = (event.deltaX === 0 ? event.deltaY : event.deltaX) * unit;
        onView(panBy(extent, view, toTime(view, width, pixels) - view.startMs));
        return;
      }
      // A pinch on a touchpad arrives as a wheel with Ctrl and small steps.
      const turned = event.deltaY * unit * (pinched ? 6 : 1);
      const factor = wheelFactor ** Math.min(Math.max(turned, -mostTurned), mostTurned);
      const x = event.clientX - element.getBoundingClientRect().left;
      onView(zoomAbout(extent, view, factor, toTime(view, width, x)));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [plot, latest]);
}
