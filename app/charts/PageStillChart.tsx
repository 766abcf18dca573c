/** A data file and a sparse file of it side by side, with what each colour and pattern means and how many pages it has. */
import type { ReactNode } from "react";
import type { PageStill } from "../contract/page-still.ts";
import { formatNumber } from "../domain/format/numbers.ts";
import { causeTitles, scaleWords } from "../domain/page-map/map-words.ts";
import {
  countsOfStill,
  gridOfStill,
  stillRoom,
  stillSentence,
} from "../domain/page-map/page-still.ts";
import { cssVar } from "../theme/tokens.ts";
import { causeLooks, patternLines } from "./cause-look.ts";
import { Drawing } from "./Drawing.tsx";
import { CausePattern, PageCells } from "./PageCells.tsx";
import { chartWidth } from "./plane.ts";
import { textWidth } from "./text-width.ts";

interface PageStillChartProps {
  /** Unique in the document. */
  readonly id: string;
  readonly still: PageStill;
}

const titlesHeight = 20;
const legendRow = 18;
const swatch = 10;

export function PageStillChart({ id, still }: PageStillChartProps): ReactNode {
  const grid = gridOfStill(still);
  const copied = countsOfStill(still);
  const legend = legendOf(still);
  const legendTop = titlesHeight + grid.rows * grid.cellPx + 10;
  return (
    <Drawing
      id={id}
      title={`Pages of ${still.file.name} and of the sparse file of ${still.snapshot}`}
      description={`${stillSentence(still)} ${scaleWords(grid)}.`}
      height={legendTop + legend.rows * legendRow}
    >
      {(["source", "sparse"] as const).map((side) => (
        <g
          key={side}
          transform={`translate(${side === "source" ? 0 : chartWidth - stillRoom.width} 0)`}
        >
          <text className="lane-title" y={12}>
            {side === "source" ? "Source" : "Sparse file"}{" "}
            <tspan className="unit">{side === "source" ? still.file.name : still.snapshot}</tspan>
          </text>
          <g transform={`translate(0 ${titlesHeight})`}>
            <PageCells id={`${id}-${side}`} {...{ side, grid, copied }} />
          </g>
        </g>
      ))}
      <defs>
        {still.causes.map(({ cause }) => (
          <CausePattern key={cause} id={`${id}-legend-${cause}`} cause={cause} />
        ))}
      </defs>
      {legend.entries.map(({ cause, text, x, row }) => (
        <g key={text} transform={`translate(${x} ${legendTop + row * legendRow})`}>
          <rect
            width={swatch}
            height={swatch}
            fill={cssVar(cause === null ? "grid" : causeLooks[cause].colour)}
          />
          {cause !== null && patternLines[causeLooks[cause].pattern].length > 0 && (
            <rect width={swatch} height={swatch} fill={`url(#${id}-legend-${cause})`} />
          )}
          <text x={swatch + 6} y={swatch - 1}>
            {text}
          </text>
        </g>
      ))}
    </Drawing>
  );
}

/** In rows, as they fit. */
function legendOf({ file, causes }: PageStill) {
  const copied = causes.reduce((sum, { pages }) => sum + pages, 0);
  const named = [
    { cause: null, text: `untouched ${formatNumber(file.pages - copied)}` },
    ...causes.map(({ cause, pages }) => ({
      cause,
      text: `${causeTitles[cause]} ${formatNumber(pages)}`,
    })),
  ];
  let [x, row] = [0, 0];
  const entries = named.map(({ cause, text }) => {
    const width = swatch + 6 + textWidth(text) + 20;
    if (x > 0 && x + width > chartWidth) [x, row] = [0, row + 1];
    const entry = { cause, text, x, row };
    x += width;
    return entry;
  });
  return { entries, rows: row + 1 };
}
