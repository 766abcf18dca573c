/** Both files as cells, under one cursor: by pointer, wheel and keys. */
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { cellState } from "../../../app/domain/page-map/cell-state.ts";
import type { MapCounts } from "../../../app/domain/page-map/map-counts.ts";
import {
  type MapPlace,
  placeByKey,
  scrolled,
  toPage,
  zoomed,
} from "../../../app/domain/page-map/map-place.ts";
import { stateWords, stretchWords } from "../../../app/domain/page-map/map-words.ts";
import {
  cellAt,
  cellOf,
  type Extent2D,
  type PageGrid,
  pagesOf,
  pagesPerRow,
} from "../../../app/domain/page-map/page-grid.ts";
import { type PagedFile, pageBytes } from "../../../app/domain/page-map/push-log.ts";
import type { LogSpan } from "../../../app/domain/page-map/span-counts.ts";
import styles from "./PageMap.module.css";
import { PaintedCanvas } from "./PaintedCanvas.tsx";
import { paintCells, type Side } from "./paint-map.ts";
import type { ScaledInk } from "./use-ink.ts";
import type { OwnedCells } from "./use-owned-cells.ts";

interface MapSurfaceProps {
  readonly label: string;
  readonly file: PagedFile;
  readonly grid: PageGrid;
  readonly counts: MapCounts<PageGrid> | null;
  readonly ink: ScaledInk | null;
  readonly room: Extent2D;
  readonly newest: LogSpan;
  /** Whose the extents are at the moment that is shown. */
  readonly owned: OwnedCells;
  /** True: owners are drawn, not only told. */
  readonly showsOwners: boolean;
  readonly place: MapPlace;
  readonly onPlace: (place: MapPlace) => void;
  /** Stands in the place of the first file, to be measured. */
  readonly children: ReactNode;
}

/** A drag that is shorter is a click, px. */
const tapPixels = 4;

export function MapSurface(props: MapSurfaceProps): ReactNode {
  const { label, file, grid, counts, place, onPlace, room, owned } = props;
  const surface = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const dragFrom = useRef<{ x: number; y: number; page: number; moved: boolean } | null>(null);
  const latest = useRef({ grid, place, room, onPlace });
  latest.current = { grid, place, room, onPlace };
  useWheel(surface, latest);

  const pointed = hovered ?? place.cursorPage;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const { key, shiftKey: shift, ctrlKey: control } = event;
    const next = placeByKey(place, grid, room, { key, shift, control });
    if (next === null) return;
    event.preventDefault();
    onPlace(next);
  }
  return (
    <div className={styles.both}>
      <Offsets height={room.height} grid={grid} />
      <div
        ref={surface}
        className={styles.surface}
        role="slider"
        tabIndex={0}
        aria-label={`Cursor on ${label}`}
        aria-valuemin={0}
        aria-valuemax={file.pages - 1}
        aria-valuenow={place.cursorPage ?? grid.firstPage}
        aria-valuetext={
          place.cursorPage === null ? "nowhere" : cellWords(file, counts, owned, place.cursorPage)
        }
        aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + -"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          const page = event.button === 0 ? pageUnder(event, surface.current, grid) : null;
          if (page === null) return;
          event.currentTarget.focus();
          event.currentTarget.setPointerCapture(event.pointerId);
          dragFrom.current = { x: event.clientX, y: event.clientY, page, moved: false };
          onPlace(toPage(place, grid, room, page, event.shiftKey));
        }}
        onPointerMove={(event) => {
          const from = dragFrom.current;
          const page = pageUnder(event, surface.current, grid);
          setHovered(page);
          if (from === null || page === null) return;
          from.moved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > tapPixels;
          if (from.moved) {
            onPlace(toPage({ ...place, anchorPage: from.page }, grid, room, page, true));
          }
        }}
        onPointerUp={() => {
          dragFrom.current = null;
        }}
        onPointerCancel={() => {
          dragFrom.current = null;
        }}
        onPointerLeave={() => setHovered(null)}
      >
        <Canvas {...props} side="source" />
        {props.children}
        <Canvas {...props} side="sparse" />
      </div>
      <p className={styles.under} data-map-words="">
        {pointed === null
          ? "Point at a cell, or move the cursor by the arrow keys."
          : cellWords(file, counts, owned, pointed)}
      </p>
    </div>
  );
}

/** The first page of the cell at a point of the window; null: there is none. */
function pageUnder(
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  surface: HTMLElement | null,
  grid: PageGrid,
): number | null {
  for (const side of surface?.querySelectorAll("[data-side]") ?? []) {
    const { left, top, right, bottom } = side.getBoundingClientRect();
    if (clientX < left || clientX >= right || clientY < top || clientY >= bottom) continue;
    const cell = cellAt(grid, clientX - left, clientY - top);
    return cell === null ? null : pagesOf(grid, cell).firstPage;
  }
  return null;
}

function cellWords(
  file: PagedFile,
  counts: MapCounts<PageGrid> | null,
  owned: OwnedCells,
  page: number,
): string {
  const grid = counts?.wish.grid;
  const cell = grid === undefined ? null : cellOf(grid, page);
  if (counts === null || grid === undefined || cell === null) {
    return stretchWords(file, page, page + 1);
  }
  const { firstPage, endPage } = pagesOf(grid, cell);
  const state = cellState(counts.copied, counts.brushed, cell, endPage - firstPage);
  const owner = owned.wordsOf(grid, cell);
  const whose = owner === null ? "" : `; ${owner}`;
  return `${stretchWords(file, firstPage, endPage)}: ${stateWords(state)}${whose}`;
}

function Canvas({ side, ...props }: MapSurfaceProps & { readonly side: Side }): ReactNode {
  const { counts, ink, room, newest, place, owned, showsOwners } = props;
  const newestCells = useMemo(() => cellsOf(counts, newest), [counts, newest]);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      if (counts === null || ink === null) return;
      const { wish, copied, brushed } = counts;
      const owners = showsOwners && side === "source" ? owned.ofCells(wish.grid) : null;
      const scene = { grid: wish.grid, copied, brushed, newest: newestCells, owners };
      const { cursorPage, marked } = place;
      paintCells(context, side, { ...scene, cursorPage, marked }, ink.ink);
    },
    [side, counts, ink, newestCells, place, owned, showsOwners],
  );
  return (
    <div className={styles.side} data-side={side} aria-hidden="true">
      {room.width > 0 && (
        <PaintedCanvas
          width={room.width}
          height={room.height}
          scale={ink?.scale ?? 1}
          paint={paint}
        />
      )}
    </div>
  );
}

/** More rings than these tell nothing. */
const mostRings = 256;

function cellsOf(counts: MapCounts<PageGrid> | null, { from, to }: LogSpan): ReadonlySet<number> {
  const cells = new Set<number>();
  if (counts === null || to === from) return cells;
  const { log, target } = counts.wish;
  for (let index = to - 1; index >= Math.max(from, to - 4 * mostRings); --index) {
    if (log.targets[index] !== target || cells.size >= mostRings) continue;
    const cell = cellOf(counts.wish.grid, log.pages[index] ?? 0);
    if (cell !== null) cells.add(cell);
  }
  return cells;
}

interface OffsetsProps {
  readonly grid: PageGrid;
  readonly height: number;
}

/** Where rows lie in the file: those of whose label all can be read. */
function Offsets({ grid, height }: OffsetsProps): ReactNode {
  const every = Math.max(1, Math.ceil(leastLabelPx / grid.cellPx));
  const rows = Array.from(
    { length: Math.ceil(grid.rows / every) },
    (_, index) => index * every,
  ).filter((row) => row * grid.cellPx + labelHeight <= height);
  return (
    <div className={styles.offsets} aria-hidden="true">
      {rows.map((row) => (
        <span key={row} style={{ top: row * grid.cellPx }}>
          {formatBytes((grid.firstPage + row * pagesPerRow(grid)) * pageBytes)}
        </span>
      ))}
    </div>
  );
}

const leastLabelPx = 48;
const labelHeight = 16;

/** Of a wheel or a touchpad, for a row or a level, px. */
const pixelsPerRow = 33;
const pixelsPerLevel = 100;

/** React listens to wheels passively, so that none could be kept from scrolling or zooming the page. */
function useWheel(
  surface: { readonly current: HTMLElement | null },
  latest: {
    readonly current: Pick<MapSurfaceProps, "grid" | "place" | "room" | "onPlace">;
  },
): void {
  useEffect(() => {
    const element = surface.current;
    let turned = 0;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { grid, place, room, onPlace } = latest.current;
      const step = event.ctrlKey ? pixelsPerLevel : pixelsPerRow;
      turned += event.deltaY;
      const steps = Math.trunc(turned / step);
      if (steps === 0) return;
      turned -= steps * step;
      if (event.ctrlKey) {
        const about = pageUnder(event, element, grid) ?? undefined;
        onPlace(zoomed(place, grid, room, -Math.sign(steps), about));
      } else {
        onPlace(scrolled(place, grid, room, steps));
      }
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [surface, latest]);
}
