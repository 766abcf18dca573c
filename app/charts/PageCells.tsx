/** The cells of a data file, or of a sparse file of it, as a drawing: for what is printed or read from afar. */
import { type ReactNode, useId } from "react";
import type { PushCause } from "../contract/telemetry-catalog.ts";
import { pushCauses } from "../contract/telemetry-catalog.ts";
import { copiedOf, mainCause, regionsOf, spaceShare } from "../domain/page-map/cell-state.ts";
import { type PageGrid, pagesOf } from "../domain/page-map/page-grid.ts";
import { pagesPerExtent } from "../domain/page-map/push-log.ts";
import type { SpanCounts } from "../domain/page-map/span-counts.ts";
import { cssVar } from "../theme/tokens.ts";
import { causeLooks, patternLinePx, patternLines, tilePx } from "./cause-look.ts";

interface PageCellsProps {
  readonly side: "source" | "sparse";
  readonly grid: PageGrid;
  readonly copied: SpanCounts;
}

const gap = 2;

export function PageCells({ side, grid, copied }: PageCellsProps): ReactNode {
  const id = useId();
  const { cellPx, columns } = grid;
  const length = cellPx - gap;
  const cells = Array.from({ length: grid.cells }, (_, cell) => {
    const { firstPage, endPage } = pagesOf(grid, cell);
    const pages = endPage - firstPage;
    const x = (cell % columns) * cellPx;
    const y = Math.floor(cell / columns) * cellPx;
    const cause = pushCauses[mainCause(copied, cell)];
    const empty = <Empty key={firstPage} {...{ side, x, y, length }} />;
    if (cause === undefined) return empty;
    const share = copiedOf(copied, cell) / pages;
    const space = spaceShare(regionsOf(copied, cell), pages);
    // The source's cell as large as the share that changed, the copy as high as the share that is there.
    const part =
      side === "source"
        ? Math.max(3, length * (pages <= pagesPerExtent ? 1 : Math.sqrt(space)))
        : Math.max(1, length * share);
    const box =
      side === "source"
        ? { x: x + (length - part) / 2, y: y + (length - part) / 2, width: part, height: part }
        : { x, y: y + length - part, width: length, height: part };
    return (
      <g key={firstPage}>
        {empty}
        <rect {...box} fill={cssVar(causeLooks[cause].colour)} />
        <rect {...box} fill={`url(#${id}${cause})`} />
      </g>
    );
  });
  return (
    <g shapeRendering="crispEdges">
      <defs>
        {pushCauses.map((cause) => (
          <Pattern key={cause} id={`${id}${cause}`} cause={cause} />
        ))}
      </defs>
      {cells}
    </g>
  );
}

interface EmptyProps extends Pick<PageCellsProps, "side"> {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/** A page of the source is there before it changes; in the sparse file there is nothing. */
const Empty = ({ side, x, y, length }: EmptyProps): ReactNode =>
  side === "source" ? (
    <rect {...{ x, y }} width={length} height={length} fill={cssVar("grid")} />
  ) : (
    <rect
      x={x + 0.5}
      y={y + 0.5}
      width={length - 1}
      height={length - 1}
      fill="none"
      stroke={cssVar("divider")}
    />
  );

function Pattern({ id, cause }: { readonly id: string; readonly cause: PushCause }): ReactNode {
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
