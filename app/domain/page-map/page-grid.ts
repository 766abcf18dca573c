/**
 * Where pages lie on the map: cells in rows, at one of the levels of zoom. A level halves what the one
 * before it shows of a page: cells get smaller, then stand for eight times as many pages and are large again.
 */
import { pagesPerExtent } from "./push-log.ts";
import type { Cells } from "./span-counts.ts";

export interface ZoomLevel {
  readonly pagesPerCell: number;
  /** Side of a cell with the gap to the next one, pixels. */
  readonly cellPx: number;
}

const pageSizes = [40, 28, 20, 14, 10];
const groupSizes = [20, 14, 10];
/** Eight to this power is 16 GiB of pages: 10 by 6 cells of them are 1 TiB. */
const mostEights = 7;

/** The closest first. */
export const zoomLevels: readonly ZoomLevel[] = [
  ...pageSizes.map((cellPx) => ({ pagesPerCell: 1, cellPx })),
  ...Array.from({ length: mostEights }, (_, eights) =>
    groupSizes.map((cellPx) => ({ pagesPerCell: pagesPerExtent ** (eights + 1), cellPx })),
  ).flat(),
];

export interface Extent2D {
  readonly width: number;
  readonly height: number;
}

export interface PageGrid extends Cells {
  /** Position in `zoomLevels`. */
  readonly level: number;
  readonly cellPx: number;
  readonly columns: number;
  /** Rows that are shown, the last one perhaps in part. */
  readonly rows: number;
  readonly filePages: number;
}

export interface GridRequest {
  readonly level: number;
  /** A page that its first row is to hold. */
  readonly firstPage: number;
  readonly filePages: number;
  readonly room: Extent2D;
  /** Other than the level's. */
  readonly cellPx?: number;
}

export const closestLevel = 0;
export const farthestLevel = zoomLevels.length - 1;
const levelAt = (level: number): ZoomLevel =>
  zoomLevels[Math.min(Math.max(level, closestLevel), farthestLevel)] ?? {
    pagesPerCell: 1,
    cellPx: 40,
  };

/** Rows begin at round numbers of pages: as many columns as fit, in eights. */
function columnsIn(width: number, cellPx: number): number {
  const fitting = Math.max(1, Math.floor(width / cellPx));
  return fitting < pagesPerExtent ? fitting : fitting - (fitting % pagesPerExtent);
}

/** The grid that shows a page of a file; it never begins past the file's last screen. */
export function pageGrid({ level, firstPage, filePages, room, ...given }: GridRequest): PageGrid {
  const { pagesPerCell } = levelAt(level);
  const cellPx = given.cellPx ?? levelAt(level).cellPx;
  const columns = columnsIn(room.width, cellPx);
  const pagesPerRow = columns * pagesPerCell;
  const wholeRows = Math.max(1, Math.floor(room.height / cellPx));
  const fileRows = Math.max(1, Math.ceil(filePages / pagesPerRow));
  const lastFirst = Math.max(0, fileRows - wholeRows);
  const firstRow = Math.min(Math.max(0, Math.floor(firstPage / pagesPerRow)), lastFirst);
  const rows = Math.min(Math.ceil(room.height / cellPx), fileRows - firstRow);
  const first = firstRow * pagesPerRow;
  const left = Math.max(0, Math.ceil((filePages - first) / pagesPerCell));
  return {
    level: Math.min(Math.max(level, closestLevel), farthestLevel),
    firstPage: first,
    pagesPerCell,
    cells: Math.min(rows * columns, left),
    cellPx,
    columns,
    rows,
    filePages,
  };
}

function holdsAll({ pagesPerCell, cellPx }: ZoomLevel, filePages: number, room: Extent2D): boolean {
  const cells = columnsIn(room.width, cellPx) * Math.max(1, Math.floor(room.height / cellPx));
  return cells * pagesPerCell >= filePages;
}

/**
 * The closest level at which all of a file is seen at once; the farthest where none is. `leastPx`: so small may
 * cells be, where those of a level would be larger.
 */
export function levelOfAll(
  filePages: number,
  room: Extent2D,
  leastPx = Number.POSITIVE_INFINITY,
): number {
  const level = zoomLevels.findIndex(({ pagesPerCell, cellPx }) =>
    holdsAll({ pagesPerCell, cellPx: Math.min(cellPx, leastPx) }, filePages, room),
  );
  return level < 0 ? farthestLevel : level;
}

/** All of a file, in the largest cells of that level that there is room for. */
export function gridOfAll(filePages: number, room: Extent2D, leastPx?: number): PageGrid {
  const level = levelOfAll(filePages, room, leastPx);
  const { pagesPerCell, cellPx: usual } = levelAt(level);
  const least = Math.min(usual, leastPx ?? usual);
  let cellPx = Math.max(...pageSizes);
  while (cellPx > least && !holdsAll({ pagesPerCell, cellPx }, filePages, room)) --cellPx;
  return pageGrid({ level, firstPage: 0, filePages, room, cellPx });
}

/** The closest level whose cells are extents. */
export const extentLevel = zoomLevels.findIndex(
  ({ pagesPerCell }) => pagesPerCell === pagesPerExtent,
);

export const pagesPerRow = ({ columns, pagesPerCell }: PageGrid): number => columns * pagesPerCell;

/** The cell of a page, counted from the grid's first; null: it is not shown. */
export function cellOf({ firstPage, pagesPerCell, cells }: Cells, page: number): number | null {
  const cell = Math.floor((page - firstPage) / pagesPerCell);
  return cell >= 0 && cell < cells ? cell : null;
}

/** Pages of a cell: its first one, and the one behind its last. */
export function pagesOf(grid: PageGrid, cell: number): { firstPage: number; endPage: number } {
  const firstPage = grid.firstPage + cell * grid.pagesPerCell;
  return { firstPage, endPage: Math.min(firstPage + grid.pagesPerCell, grid.filePages) };
}

/** The cell at a point, in pixels from the grid's upper left corner. */
export function cellAt(grid: PageGrid, x: number, y: number): number | null {
  const column = Math.floor(x / grid.cellPx);
  const row = Math.floor(y / grid.cellPx);
  if (column < 0 || column >= grid.columns || row < 0) return null;
  const cell = row * grid.columns + column;
  return cell < grid.cells ? cell : null;
}

/** Zooms so that a page keeps its row on the screen, as near as rows allow. */
export function zoomedAbout(grid: PageGrid, level: number, page: number, room: Extent2D): PageGrid {
  const above = Math.max(0, Math.floor((page - grid.firstPage) / pagesPerRow(grid)));
  const request = { level, filePages: grid.filePages, room };
  const there = pageGrid({ ...request, firstPage: page });
  const rowsAbove = Math.min(Math.round((above * grid.cellPx) / there.cellPx), there.rows - 1);
  const first = Math.floor(page / pagesPerRow(there)) * pagesPerRow(there);
  return pageGrid({ ...request, firstPage: first - rowsAbove * pagesPerRow(there) });
}

/** Moves by as little as brings a page onto the screen. */
export function showing(grid: PageGrid, page: number, room: Extent2D): PageGrid {
  const row = Math.floor(page / pagesPerRow(grid));
  const firstRow = grid.firstPage / pagesPerRow(grid);
  const wholeRows = Math.max(1, Math.floor(room.height / grid.cellPx));
  const wanted =
    row < firstRow ? row : row >= firstRow + wholeRows ? row - wholeRows + 1 : firstRow;
  if (wanted === firstRow) return grid;
  return pageGrid({
    level: grid.level,
    filePages: grid.filePages,
    room,
    firstPage: wanted * pagesPerRow(grid),
  });
}

/** Two corners of a rectangle of cells become the stretches of pages that its rows cover. */
export interface CellRectangle {
  readonly firstColumn: number;
  readonly lastColumn: number;
  /** Rows of the file, not of the screen: a rectangle stays where it is while one scrolls. */
  readonly firstRow: number;
  readonly lastRow: number;
}

export function rectangleBetween(grid: PageGrid, page: number, other: number): CellRectangle {
  const place = (of: number) => {
    const cell = Math.floor(of / grid.pagesPerCell);
    return { column: cell % grid.columns, row: Math.floor(cell / grid.columns) };
  };
  const [a, b] = [place(page), place(other)];
  return {
    firstColumn: Math.min(a.column, b.column),
    lastColumn: Math.max(a.column, b.column),
    firstRow: Math.min(a.row, b.row),
    lastRow: Math.max(a.row, b.row),
  };
}

export interface PageStretch {
  readonly firstPage: number;
  readonly endPage: number;
}

/** Rectangles as wide as the grid are one stretch. */
export function stretchesOf(grid: PageGrid, rectangle: CellRectangle): PageStretch[] {
  const { firstColumn, lastColumn, firstRow, lastRow } = rectangle;
  const at = (row: number, column: number) =>
    Math.min((row * grid.columns + column) * grid.pagesPerCell, grid.filePages);
  if (firstColumn === 0 && lastColumn === grid.columns - 1) {
    return [{ firstPage: at(firstRow, 0), endPage: at(lastRow, lastColumn + 1) }];
  }
  return Array.from({ length: lastRow - firstRow + 1 }, (_, index) => ({
    firstPage: at(firstRow + index, firstColumn),
    endPage: at(firstRow + index, lastColumn + 1),
  }));
}

/** Stretches of equal size that stand for all of a file on a strip of so many pixels. */
export function stripCells(filePages: number, height: number): Cells {
  let pagesPerCell = pagesPerExtent;
  while (Math.ceil(filePages / pagesPerCell) > Math.max(1, height)) pagesPerCell *= 2;
  return { firstPage: 0, pagesPerCell, cells: Math.max(1, Math.ceil(filePages / pagesPerCell)) };
}
