/** Which rows of a long list are in view, and scrolling to others; see `scroll-scale.ts`. */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { RowGeometry } from "./row-geometry.ts";
import {
  afterScroll,
  placeOf,
  type ScrollPlace,
  scrollerHeight,
  scrollTo,
} from "./scroll-scale.ts";

export interface RowWindow {
  /** Half open, with some rows around those in view. */
  readonly from: number;
  readonly to: number;
  /** Those in view alone. */
  readonly firstVisible: number;
  readonly lastVisible: number;
  /** The height that rows have of the list, without its header, px. */
  readonly viewHeight: number;
  /** The height of the element that holds the rows, px. */
  readonly height: number;
  /** What is taken from the place of a row to have its place in that element, px. */
  readonly offset: number;
  onScroll(): void;
  /** auto: by as little as brings it into view. */
  scrollToRow(row: number, align: "auto" | "start"): void;
  scrollToEnd(): void;
}

/** Rows beyond both ends of the view, so that a turn of the wheel finds them there. */
const overscan = 12;

const start: ScrollPlace = { scrollTop: 0, offset: 0 };

export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  geometry: RowGeometry,
  headerHeight: number,
): RowWindow {
  const viewHeight = useViewHeight(scroller, headerHeight);
  const [place, setPlace] = useState(start);
  const current = useRef(place);
  const sizes = { listHeight: geometry.height, viewHeight };
  const latest = useRef({ sizes, geometry });
  useLayoutEffect(() => {
    latest.current = { sizes, geometry };
  });

  const goTo = useCallback((next: ScrollPlace) => {
    const before = current.current;
    if (before.scrollTop === next.scrollTop && before.offset === next.offset) return;
    current.current = next;
    setPlace(next);
  }, []);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const next = afterScroll(current.current, element.scrollTop, latest.current.sizes);
    if (next.scrollTop !== element.scrollTop) element.scrollTop = next.scrollTop;
    goTo(next);
  }, [scroller, goTo]);

  const scrollToPlace = useCallback(
    (y: number) => {
      const element = scroller.current;
      if (element === null) return;
      const next = scrollTo(y, latest.current.sizes);
      element.scrollTop = next.scrollTop;
      goTo(next);
    },
    [scroller, goTo],
  );

  const scrollToRow = useCallback(
    (row: number, align: "auto" | "start") => {
      const { geometry: rows, sizes: now } = latest.current;
      const y = placeOf(current.current);
      scrollToPlace(align === "start" ? rows.topOf(row) : rows.reveal(row, y, now.viewHeight));
    },
    [scrollToPlace],
  );
  const scrollToEnd = useCallback(
    () => scrollToPlace(latest.current.geometry.height),
    [scrollToPlace],
  );

  const y = placeOf(place);
  const visible = geometry.rowsIn(y, viewHeight, 0);
  return {
    ...geometry.rowsIn(y, viewHeight, overscan),
    firstVisible: visible.from,
    lastVisible: visible.to - 1,
    viewHeight,
    height: scrollerHeight(geometry.height),
    offset: place.offset,
    onScroll,
    scrollToRow,
    scrollToEnd,
  };
}

function useViewHeight(scroller: RefObject<HTMLElement | null>, headerHeight: number): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setHeight(Math.max(element.clientHeight - headerHeight, 0));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, headerHeight]);
  return height;
}
