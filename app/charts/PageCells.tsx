/** The cells of a data file, or of a sparse file of it, as a drawing: for what is printed or read from afar. */
import { type ReactNode, useId } from "react";
import type { PushCause } from "../contract/telemetry-catalog.ts";
import { pushCauses } from "../contract/telemetry-catalog.ts";
import {
  type CellCounts,
  copiedOf,
  mainCause,
  regionsOf,
  spaceShare,
} from "../domain/page-map/cell-state.ts";
import { type PageGrid, pagesOf } from "../domain/page-map/page-grid.ts";
import { pagesPerExtent } from "../domain/page-map/push-log.ts";
import { cssVar } from "../theme/tokens.ts";
import { causeLooks, patternLinePx, patternLines, tilePx } from "./cause-look.ts";
import { round } from "./plane.ts";

interface PageCellsProps {
  readonly side: "source" | "sparse";
  readonly grid: PageGrid;
  readonly copied: CellCounts;
  /** Begins the names of its patterns, unique in the document; without it React gives one. */
  readonly id?: string;
}

const gap = 2;

/** One path for each cause: a cell costs some twenty signs, and an empty one none. */
export function PageCells({ side, grid, copied, id: given }: PageCellsProps): ReactNode {
  const own = useId();
  const id = given ?? own;
  const paths = pathsOf(side, grid, copied);
  return (
    <g shapeRendering="crispEdges">
      <defs>
        <EmptyCell id={`${id}-empty`} {...{ side, grid }} />
        {[...paths.keys()].map((cause) => (
          <CausePattern key={cause} id={`${id}-${cause}`} cause={cause} />
        ))}
      </defs>
      <path d={allCells(grid)} fill={`url(#${id}-empty)`} />
      {[...paths].map(([cause, path]) => (
        <g key={cause} data-cause={cause}>
          <path d={path} fill={cssVar(causeLooks[cause].colour)} />
          {patternLines[causeLooks[cause].pattern].length > 0 && (
            <path d={path} fill={`url(#${id}-${cause})`} />
          )}
        </g>
      ))}
    </g>
  );
}

function pathsOf(
  side: PageCellsProps["side"],
  grid: PageGrid,
  copied: CellCounts,
): ReadonlyMap<PushCause, string> {
  const paths = new Map<PushCause, string>();
  const length = grid.cellPx - gap;
  for (let cell = 0; cell < grid.cells; ++cell) {
    const cause = pushCauses[mainCause(copied, cell)];
    if (cause === undefined) continue;
    const { firstPage, endPage } = pagesOf(grid, cell);
    const pages = endPage - firstPage;
    const x = (cell % grid.columns) * grid.cellPx;
    const y = Math.floor(cell / grid.columns) * grid.cellPx;
    const space = spaceShare(regionsOf(copied, cell), pages);
    // The source's cell as large as the share that changed, the copy as high as the share that is there.
    const box =
      side === "source"
        ? inMiddle(x, y, length, pages <= pagesPerExtent ? 1 : Math.sqrt(space))
        : fromBelow(x, y, length, copiedOf(copied, cell) / pages);
    paths.set(cause, (paths.get(cause) ?? "") + box);
  }
  return paths;
}

function inMiddle(x: number, y: number, length: number, share: number): string {
  const side = round(Math.max(3, length * share));
  const inset = (length - side) / 2;
  return `M${round(x + inset)} ${round(y + inset)}h${side}v${side}h${-side}z`;
}

function fromBelow(x: number, y: number, length: number, share: number): string {
  const height = round(Math.max(1, length * share));
  return `M${x} ${round(y + length - height)}h${length}v${height}h${-length}z`;
}

/** All rows, the last one as far as it goes. */
function allCells({ cells, columns, cellPx }: PageGrid): string {
  const rows = Math.floor(cells / columns);
  const left = cells - rows * columns;
  const box = (y: number, width: number, height: number) => `M0 ${y}h${width}v${height}h${-width}z`;
  return [
    rows > 0 ? box(0, columns * cellPx, rows * cellPx) : "",
    left > 0 ? box(rows * cellPx, left * cellPx, cellPx) : "",
  ].join("");
}

interface EmptyCellProps extends Pick<PageCellsProps, "side" | "grid"> {
  readonly id: string;
}

/** A page of the source is there before it changes; in the sparse file there is nothing. */
function EmptyCell({ id, side, grid: { cellPx } }: EmptyCellProps): ReactNode {
  const length = cellPx - gap;
  return (
    <pattern {...{ id }} width={cellPx} height={cellPx} patternUnits="userSpaceOnUse">
      {side === "source" ? (
        <rect width={length} height={length} fill={cssVar("grid")} />
      ) : (
        <rect
          {...{ x: 0.5, y: 0.5 }}
          width={length - 1}
          height={length - 1}
          fill="none"
          stroke={cssVar("divider")}
        />
      )}
    </pattern>
  );
}

interface CausePatternProps {
  readonly id: string;
  readonly cause: PushCause;
}

/** Lies over the colour of the cause. */
export function CausePattern({ id, cause }: CausePatternProps): ReactNode {
  return (
    <pattern {...{ id }} width={tilePx} height={tilePx} patternUnits="userSpaceOnUse">
      {patternLines[causeLooks[cause].pattern].map(([x1, y1, x2, y2]) => (
        <line
          key={`${x1}/${y1}/${x2}/${y2}`}
          {...{ x1, y1, x2, y2 }}
          stroke={cssVar("surface")}
          strokeWidth={patternLinePx}
        />
      ))}
    </pattern>
  );
}
