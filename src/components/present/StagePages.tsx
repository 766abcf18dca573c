/** Both files in a presentation, in cells as large as there is room for. */
import { type ReactNode, useId, useMemo } from "react";
import { causeLooks } from "../../../app/charts/cause-look.ts";
import { CausePattern, PageCells } from "../../../app/charts/PageCells.tsx";
import { countOf, formatNumber } from "../../../app/domain/format/numbers.ts";
import type { TimelineClock } from "../../../app/domain/format/timeline-clock.ts";
import { type CauseTotal, totalsOf } from "../../../app/domain/page-map/cell-state.ts";
import { causeTitles } from "../../../app/domain/page-map/map-words.ts";
import { gridOfAll } from "../../../app/domain/page-map/page-grid.ts";
import { countAt, type PushLog } from "../../../app/domain/page-map/push-log.ts";
import { sparseFileTitle } from "../../../app/domain/page-map/sparse-files.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import { useMapCounts } from "../page-map/use-map-counts.ts";
import styles from "./Stage.module.css";
import { cutToWidth, stageTextWidth, textHeight } from "./stage-text.ts";

interface StagePagesProps {
  readonly log: PushLog;
  /** Position of the sparse file. */
  readonly target: number;
  readonly clock: TimelineClock;
  readonly atMs: number;
  readonly width: number;
  readonly height: number;
}

/** Until it is counted. */
const nothing = { pages: new Uint32Array(), regions: new Uint32Array() };
const between = 48;
const namesHeight = textHeight + 12;
const legendHeight = textHeight + 12;
const swatch = 20;

export function StagePages(props: StagePagesProps): ReactNode {
  const { log, target, clock, atMs, width, height } = props;
  const filePages = Math.max(1, log.files[log.sparseFiles[target]?.file ?? -1]?.pages ?? 0);
  const half = Math.max(1, (width - between) / 2);
  const grid = useMemo(
    () =>
      gridOfAll(filePages, {
        width: half,
        height: Math.max(1, height - namesHeight - legendHeight),
      }),
    [filePages, half, height],
  );
  const name = sparseFileTitle(log, target, clock);
  const made = countAt(log, atMs);
  const counts = useMapCounts(
    useMemo(
      () => ({ name, log, target, grid, strip: grid, made, brush: null }),
      [name, log, target, grid, made],
    ),
  );
  const totals = totalsOf(counts?.copied ?? nothing).filter((total) => total.pages > 0);
  const pages = totals.reduce((sum, total) => sum + total.pages, 0);
  const said = `${countOf(pages, "page")} copied`;
  return (
    <svg
      className={styles.drawing}
      {...{ width, height }}
      role="img"
      aria-label={`Source and sparse file of ${name}: ${said}`}
    >
      {(["source", "sparse"] as const).map((side, at) => (
        <g key={side} transform={`translate(${at * (half + between)} 0)`}>
          <text className={styles.name} y={textHeight - 8}>
            {cutToWidth(side === "source" ? "Source" : `Sparse file: ${said}`, half)}
          </text>
          <g transform={`translate(0 ${namesHeight})`}>
            {counts !== null && (
              <PageCells side={side} copied={counts.copied} grid={counts.wish.grid} />
            )}
          </g>
        </g>
      ))}
      <Legend {...{ totals, width }} top={height - legendHeight + 12} />
    </svg>
  );
}

interface LegendProps {
  readonly totals: readonly CauseTotal[];
  readonly top: number;
  readonly width: number;
}

/** What colours and patterns mean, those that there is room for. */
function Legend({ totals, top, width }: LegendProps): ReactNode {
  const id = useId();
  let left = 0;
  return totals
    .toSorted((a, b) => b.pages - a.pages)
    .map(({ cause, pages }) => {
      const text = `${causeTitles[cause]} ${formatNumber(pages)}`;
      const x = left;
      left += swatch + 8 + stageTextWidth(text) + 32;
      if (left - 32 > width) return null;
      return (
        <g key={cause} transform={`translate(${x} ${top})`}>
          <defs>
            <CausePattern id={`${id}-${cause}`} cause={cause} />
          </defs>
          <rect width={swatch} height={swatch} fill={cssVar(causeLooks[cause].colour)} />
          <rect width={swatch} height={swatch} fill={`url(#${id}-${cause})`} />
          <text x={swatch + 8} y={swatch - 2}>
            {text}
          </text>
        </g>
      );
    });
}
