/** Where one looks on the map, and what keys, wheel and pointer make of it. Every change is another place. */
import {
  closestLevel,
  type Extent2D,
  extentLevel,
  farthestLevel,
  gridOfAll,
  type PageGrid,
  type PageStretch,
  pageGrid,
  pagesPerRow,
  rectangleBetween,
  showing,
  stretchesOf,
  zoomedAbout,
} from "./page-grid.ts";

export interface MapPlace {
  /** Null: the level at which all of the file is seen. */
  readonly level: number | null;
  readonly firstPage: number;
  /** Page under the cursor; null: it is nowhere. */
  readonly cursorPage: number | null;
  /** Where the rectangle began that goes to the cursor. */
  readonly anchorPage: number | null;
  /** Pages of the rectangle, in ascending order; empty: there is none. */
  readonly marked: readonly PageStretch[];
}

export const wholeFile: MapPlace = {
  level: null,
  firstPage: 0,
  cursorPage: null,
  anchorPage: null,
  marked: [],
};

export function gridAt(place: MapPlace, filePages: number, room: Extent2D): PageGrid {
  const { level, firstPage } = place;
  return level === null
    ? gridOfAll(filePages, room)
    : pageGrid({ level, firstPage, filePages, room });
}

const at = (place: MapPlace, { level, firstPage }: PageGrid): MapPlace => ({
  ...place,
  level,
  firstPage,
});

/** The cursor on a page, and the page on the screen; with `marks` a rectangle goes from where it was. */
export function toPage(
  place: MapPlace,
  grid: PageGrid,
  room: Extent2D,
  wanted: number,
  marks = false,
): MapPlace {
  const page = Math.min(Math.max(wanted, 0), grid.filePages - 1);
  const shown = showing(grid, page, room);
  const there = shown === grid ? place : at(place, shown);
  if (!marks) return { ...there, cursorPage: page, anchorPage: null, marked: [] };
  const anchorPage = place.anchorPage ?? place.cursorPage ?? page;
  const marked = stretchesOf(grid, rectangleBetween(grid, anchorPage, page));
  return { ...there, cursorPage: page, anchorPage, marked };
}

/** The cursor on a page in the middle of the screen, near enough to tell extents apart. */
export function goneTo(place: MapPlace, grid: PageGrid, room: Extent2D, page: number): MapPlace {
  const level = Math.min(grid.level, extentLevel);
  const { filePages } = grid;
  const there = pageGrid({ level, firstPage: page, filePages, room });
  const above = Math.floor(there.rows / 2) * pagesPerRow(there);
  const middle = pageGrid({ level, firstPage: Math.max(0, page - above), filePages, room });
  return { ...at(place, middle), cursorPage: page, anchorPage: null };
}

/** Closer by a positive number of levels, about a page. */
export function zoomed(
  place: MapPlace,
  grid: PageGrid,
  room: Extent2D,
  closer: number,
  about = place.cursorPage ?? grid.firstPage,
): MapPlace {
  const level = Math.min(Math.max(grid.level - closer, closestLevel), farthestLevel);
  const page = Math.min(Math.max(about, 0), grid.filePages - 1);
  return level === grid.level ? place : at(place, zoomedAbout(grid, level, page, room));
}

export function scrolled(place: MapPlace, grid: PageGrid, room: Extent2D, rows: number): MapPlace {
  const firstPage = Math.max(0, grid.firstPage + rows * pagesPerRow(grid));
  const { level, filePages } = grid;
  const there = pageGrid({ level, firstPage, filePages, room });
  return there.firstPage === grid.firstPage ? place : at(place, there);
}

export interface MapKey {
  readonly key: string;
  readonly shift: boolean;
  readonly control: boolean;
}

/** Null: not a key of the map. */
export function placeByKey(
  place: MapPlace,
  grid: PageGrid,
  room: Extent2D,
  { key, shift, control }: MapKey,
): MapPlace | null {
  if (key === "+" || key === "=") return zoomed(place, grid, room, 1);
  if (key === "-") return zoomed(place, grid, room, -1);
  if (key === "0") return { ...place, level: null, firstPage: 0 };
  if (key === "Escape") {
    return place.marked.length === 0 ? null : { ...place, anchorPage: null, marked: [] };
  }
  const step = stepOf(key, grid, room);
  // The first key shows where the cursor is.
  const from = place.cursorPage ?? grid.firstPage;
  if (step !== null) {
    const page = place.cursorPage === null ? from : from + step;
    return toPage(place, grid, room, page, shift);
  }
  const row = Math.floor(from / pagesPerRow(grid)) * pagesPerRow(grid);
  if (key === "Home") return toPage(place, grid, room, control ? 0 : row, shift);
  if (key === "End") {
    const end = control ? grid.filePages - 1 : row + pagesPerRow(grid) - grid.pagesPerCell;
    return toPage(place, grid, room, end, shift);
  }
  return null;
}

function stepOf(key: string, grid: PageGrid, room: Extent2D): number | null {
  const row = pagesPerRow(grid);
  const screen = Math.max(1, Math.floor(room.height / grid.cellPx) - 1) * row;
  switch (key) {
    case "ArrowLeft":
      return -grid.pagesPerCell;
    case "ArrowRight":
      return grid.pagesPerCell;
    case "ArrowUp":
      return -row;
    case "ArrowDown":
      return row;
    case "PageUp":
      return -screen;
    case "PageDown":
      return screen;
    default:
      return null;
  }
}

/** "(1:8519530)" or "8519530" as one writes a page; null: no page of this file. */
export function pageInput(text: string, file: { id: number; pages: number }): number | null {
  const written = /^\s*(?:\(?\s*(\d+)\s*:)?\s*([\d,\s]+?)\s*\)?\s*$/.exec(text);
  if (written === null) return null;
  const [, ofFile, digits] = written;
  if (ofFile !== undefined && Number(ofFile) !== file.id) return null;
  const page = Number((digits ?? "").replaceAll(/[,\s]/g, ""));
  return Number.isSafeInteger(page) && page < file.pages ? page : null;
}
