/** Paints the cells of both files, and the strip that shows all of one. */
import {
  copiedOf,
  mainCause,
  regionsOf,
  spaceShare,
} from "../../../app/domain/page-map/cell-state.ts";
import { ownerLetter } from "../../../app/domain/page-map/owned-extents.ts";
import {
  cellOf,
  type PageGrid,
  type PageStretch,
  pagesOf,
} from "../../../app/domain/page-map/page-grid.ts";
import { pagesPerExtent } from "../../../app/domain/page-map/push-log.ts";
import type { SpanCounts } from "../../../app/domain/page-map/span-counts.ts";
import type { CauseInk, MapInk } from "./map-ink.ts";

export interface MapScene {
  readonly grid: PageGrid;
  readonly copied: SpanCounts;
  /** Null: nothing is brushed. */
  readonly brushed: SpanCounts | null;
  /** Cells of the newest pushes. */
  readonly newest: ReadonlySet<number>;
  readonly cursorPage: number | null;
  readonly marked: readonly PageStretch[];
  /** By cell, whose it is; null: owners are not shown. */
  readonly owners: Uint8Array | null;
}

export type Side = "source" | "sparse";

/** Of what lies outside of the brush. */
const dimmed = 0.3;
/** Space on disk beside what is copied into it. */
const paler = 0.4;

interface CellBox {
  readonly x: number;
  readonly y: number;
  /** Without the gap to the next cell. */
  readonly side: number;
}

/** An edge around a smaller cell would be most of it, px. */
const leastEdged = 8;

const gapOf = (cellPx: number): number => (cellPx >= 20 ? 2 : 1);

function boxOf({ columns, cellPx }: PageGrid, cell: number): CellBox {
  return {
    x: (cell % columns) * cellPx,
    y: Math.floor(cell / columns) * cellPx,
    side: cellPx - gapOf(cellPx),
  };
}

export function paintCells(
  context: CanvasRenderingContext2D,
  side: Side,
  scene: MapScene,
  ink: MapInk,
): void {
  const { grid, copied, brushed } = scene;
  const paint = side === "source" ? paintSource : paintSparse;
  for (let cell = 0; cell < grid.cells; ++cell) {
    const box = boxOf(grid, cell);
    const inBrush = brushed === null ? copied : brushed;
    const brushedCause = mainCause(inBrush, cell);
    const cause = brushedCause >= 0 ? brushedCause : mainCause(copied, cell);
    const causeInk = ink.causes[cause];
    if (causeInk === undefined) paintEmpty(context, side, box, ink);
    else {
      context.globalAlpha = brushedCause >= 0 ? 1 : dimmed;
      const { firstPage, endPage } = pagesOf(grid, cell);
      const pages = endPage - firstPage;
      const shares = {
        copied: copiedOf(copied, cell) / pages,
        space: spaceShare(regionsOf(copied, cell), pages),
        pages,
      };
      paint(context, box, causeInk, shares, ink);
      context.globalAlpha = 1;
    }
  }
  if (scene.owners !== null) paintOwners(context, grid, scene.owners, ink);
  paintMarked(context, scene, ink);
  for (const cell of scene.newest) paintRing(context, boxOf(grid, cell), ink.accent);
  const cursor = scene.cursorPage === null ? null : cellOf(grid, scene.cursorPage);
  if (cursor !== null) paintRing(context, boxOf(grid, cursor), ink.ring);
}

function paintEmpty(
  context: CanvasRenderingContext2D,
  side: Side,
  { x, y, side: length }: CellBox,
  ink: MapInk,
): void {
  if (side === "source" || length < leastEdged) {
    context.fillStyle = ink.untouched;
    context.fillRect(x, y, length, length);
    return;
  }
  context.strokeStyle = ink.edge;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, length - 1, length - 1);
}

interface Shares {
  readonly copied: number;
  readonly space: number;
  readonly pages: number;
}

/** A page or an extent is full; of more a square in the middle is as large as the share of it that changed. */
function paintSource(
  context: CanvasRenderingContext2D,
  { x, y, side }: CellBox,
  { fill }: CauseInk,
  { space, pages }: Shares,
  ink: MapInk,
): void {
  const isWhole = pages <= pagesPerExtent;
  const length = isWhole ? side : Math.max(3, Math.round(side * Math.sqrt(space)));
  if (!isWhole) {
    context.fillStyle = ink.untouched;
    context.fillRect(x, y, side, side);
  }
  const margin = Math.floor((side - length) / 2);
  context.fillStyle = fill;
  context.fillRect(x + margin, y + margin, length, length);
}

/** Filled as high as its pages were copied; an edge, or a paler filling, for the space on disk. */
function paintSparse(
  context: CanvasRenderingContext2D,
  { x, y, side }: CellBox,
  { colour, fill }: CauseInk,
  { copied, space, pages }: Shares,
  ink: MapInk,
): void {
  const isWhole = pages <= pagesPerExtent;
  const height = Math.max(1, Math.round(side * copied));
  if (!isWhole) {
    const taken = Math.max(height, Math.round(side * space));
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * paler;
    context.fillStyle = colour;
    context.fillRect(x, y + side - taken, side, taken);
    context.globalAlpha = alpha;
  }
  context.fillStyle = fill;
  context.fillRect(x, y + side - height, side, height);
  if (side < leastEdged) return;
  context.strokeStyle = isWhole ? colour : ink.edge;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1);
}

function paintRing(
  context: CanvasRenderingContext2D,
  { x, y, side }: CellBox,
  colour: string,
): void {
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.strokeRect(x, y, side, side);
}

/** A line where two owners meet, and at the upper left corner of what one has its letter. */
function paintOwners(
  context: CanvasRenderingContext2D,
  grid: PageGrid,
  owners: Uint8Array,
  ink: MapInk,
): void {
  const { columns, cellPx } = grid;
  const side = cellPx - gapOf(cellPx);
  const font = Math.min(largestLetter, side);
  context.fillStyle = ink.ring;
  context.font = `600 ${font}px ${ink.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let cell = 0; cell < grid.cells; ++cell) {
    const owner = owners[cell] ?? 0;
    const { x, y } = boxOf(grid, cell);
    const isFirst = cell % columns === 0;
    const differsAtLeft = isFirst || owners[cell - 1] !== owner;
    const differsAbove = cell < columns || owners[cell - columns] !== owner;
    if (differsAtLeft && !isFirst) context.fillRect(x - 2, y - 1, 2, cellPx);
    if (differsAbove && cell >= columns) context.fillRect(x - 1, y - 2, cellPx, 2);
    if (owner === 0 || !differsAtLeft || !differsAbove || side < leastEdged) continue;
    context.fillStyle = ink.surface;
    context.fillRect(x, y, Math.min(side, font + 2), Math.min(side, font + 2));
    context.fillStyle = ink.ring;
    context.fillText(ownerLetter(owner), x + (font + 1) / 2, y + (font + 2) / 2);
  }
}

/** Of an owner's letter, px. */
const largestLetter = 12;

function paintMarked(
  context: CanvasRenderingContext2D,
  { grid, marked }: MapScene,
  ink: MapInk,
): void {
  if (marked.length === 0) return;
  context.fillStyle = ink.accent;
  context.globalAlpha = 0.3;
  for (const { firstPage, endPage } of marked) {
    const from = Math.max(0, Math.floor((firstPage - grid.firstPage) / grid.pagesPerCell));
    const to = Math.min(grid.cells, Math.ceil((endPage - grid.firstPage) / grid.pagesPerCell));
    for (let cell = from; cell < to; ++cell) {
      const { x, y } = boxOf(grid, cell);
      context.fillRect(x, y, grid.cellPx, grid.cellPx);
    }
  }
  context.globalAlpha = 1;
}

export interface StripSize {
  readonly width: number;
  readonly height: number;
  readonly filePages: number;
}

/** A line of the strip for each of its cells: the wider the more of it was copied. */
export function paintStrip(
  context: CanvasRenderingContext2D,
  counts: SpanCounts,
  { width, height, filePages }: StripSize,
  ink: MapInk,
): void {
  const { cells, pagesPerCell } = counts.cells;
  context.fillStyle = ink.untouched;
  context.fillRect(0, 0, width, height);
  const lineHeight = (height * pagesPerCell) / filePages;
  for (let cell = 0; cell < cells; ++cell) {
    const cause = ink.causes[mainCause(counts, cell)];
    if (cause === undefined) continue;
    const share = spaceShare(regionsOf(counts, cell), pagesPerCell);
    const wide = Math.max(3, Math.round(width * Math.sqrt(share)));
    context.fillStyle = cause.colour;
    context.fillRect(0, cell * lineHeight, wide, Math.max(1, lineHeight));
  }
}
