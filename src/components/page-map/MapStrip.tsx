/** All of a file as a strip, with a frame around what the map shows; a press or a drag goes there. */
import { type PointerEvent, type ReactNode, useCallback } from "react";
import type { MapCounts } from "../../../app/domain/page-map/map-counts.ts";
import type { MapPlace } from "../../../app/domain/page-map/map-place.ts";
import { type Extent2D, type PageGrid, pageGrid } from "../../../app/domain/page-map/page-grid.ts";
import styles from "./PageMap.module.css";
import { PaintedCanvas } from "./PaintedCanvas.tsx";
import { paintStrip } from "./paint-map.ts";
import type { ScaledInk } from "./use-ink.ts";

interface MapStripProps {
  readonly grid: PageGrid;
  readonly counts: MapCounts<PageGrid> | null;
  readonly ink: ScaledInk | null;
  readonly room: Extent2D;
  readonly width: number;
  readonly filePages: number;
  readonly place: MapPlace;
  readonly onPlace: (place: MapPlace) => void;
}

export function MapStrip(props: MapStripProps): ReactNode {
  const { grid, counts, ink, room, width, filePages, place, onPlace } = props;
  const { height } = room;
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      if (counts === null || ink === null) return;
      paintStrip(context, counts.strip, { width, height, filePages }, ink.ink);
    },
    [counts, ink, width, height, filePages],
  );
  function goTo(event: PointerEvent<HTMLElement>): void {
    const { top } = event.currentTarget.getBoundingClientRect();
    const middle = ((event.clientY - top) / height) * filePages;
    const shown = grid.cells * grid.pagesPerCell;
    const firstPage = Math.max(0, middle - shown / 2);
    const there = pageGrid({ level: grid.level, firstPage, filePages, room });
    onPlace({ ...place, level: there.level, firstPage: there.firstPage });
  }
  const toPx = (page: number): number => (page / filePages) * height;
  const top = toPx(grid.firstPage);
  const frame = Math.max(4, Math.min(height, toPx(grid.cells * grid.pagesPerCell)));
  return (
    <div
      className={styles.strip}
      style={{ width }}
      // The cursor of the map says all of it in words, and goes everywhere.
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) goTo(event);
      }}
    >
      <PaintedCanvas {...{ width, height, paint }} scale={ink?.scale ?? 1} />
      <span
        className={styles.frame}
        style={{ top: Math.min(top, height - frame), height: frame }}
      />
    </div>
  );
}
