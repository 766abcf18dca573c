/** Both files in a presentation, in cells as large as there is room for. */
import { type ReactNode, useMemo } from "react";
import { PageCells } from "../../../app/charts/PageCells.tsx";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import type { TimelineClock } from "../../../app/domain/format/timeline-clock.ts";
import { totalsOf } from "../../../app/domain/page-map/cell-state.ts";
import { gridOfAll } from "../../../app/domain/page-map/page-grid.ts";
import { countAt, type PushLog } from "../../../app/domain/page-map/push-log.ts";
import { sparseFileTitle } from "../../../app/domain/page-map/sparse-files.ts";
import { useMapCounts } from "../page-map/use-map-counts.ts";
import styles from "./Stage.module.css";
import { cutToWidth, textHeight } from "./stage-text.ts";

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

export function StagePages(props: StagePagesProps): ReactNode {
  const { log, target, clock, atMs, width, height } = props;
  const filePages = Math.max(1, log.files[log.sparseFiles[target]?.file ?? -1]?.pages ?? 0);
  const half = Math.max(1, (width - between) / 2);
  const grid = useMemo(
    () => gridOfAll(filePages, { width: half, height: Math.max(1, height - namesHeight) }),
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
  const pages = totalsOf(counts?.copied ?? nothing).reduce((sum, total) => sum + total.pages, 0);
  const said = `${formatNumber(pages)} pages copied`;
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
    </svg>
  );
}
