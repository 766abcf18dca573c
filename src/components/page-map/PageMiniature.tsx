/** A small picture of a sparse file, without a cursor: what is copied of all of the data file, and where it grows. */
import { type ReactNode, useCallback, useMemo, useRef } from "react";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { totalsOf } from "../../../app/domain/page-map/cell-state.ts";
import { regionBytes } from "../../../app/domain/page-map/map-words.ts";
import { gridOfAll } from "../../../app/domain/page-map/page-grid.ts";
import { countAt, type PushLog } from "../../../app/domain/page-map/push-log.ts";
import styles from "./PageMap.module.css";
import { PaintedCanvas } from "./PaintedCanvas.tsx";
import { paintCells } from "./paint-map.ts";
import { useInk } from "./use-ink.ts";
import { useMapCounts } from "./use-map-counts.ts";

interface PageMiniatureProps {
  readonly name: string;
  readonly log: PushLog;
  /** Position of the sparse file. */
  readonly target: number;
  readonly atMs: number;
}

const size = { width: 256, height: 96 };
/** Cells may be small: it shows where a file grows, and no single page. */
const leastPx = 4;
const nothing: ReadonlySet<number> = new Set();

export function PageMiniature({ name, log, target, atMs }: PageMiniatureProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const ink = useInk(box);
  const filePages = Math.max(1, log.files[log.sparseFiles[target]?.file ?? -1]?.pages ?? 0);
  const grid = useMemo(() => gridOfAll(filePages, size, leastPx), [filePages]);
  const made = countAt(log, atMs);
  const wish = useMemo(
    () => ({ name, log, target, grid, strip: grid, made, brush: null }),
    [name, log, target, grid, made],
  );
  const counts = useMapCounts(wish);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      if (counts === null || ink === null) return;
      const scene = { grid: counts.wish.grid, copied: counts.copied, brushed: null };
      paintCells(
        context,
        "sparse",
        { ...scene, newest: nothing, cursorPage: null, marked: [], owners: null },
        ink.ink,
      );
    },
    [counts, ink],
  );
  const totals = counts === null ? [] : totalsOf(counts.copied);
  const pages = totals.reduce((sum, total) => sum + total.pages, 0);
  const onDisk = totals.reduce((sum, total) => sum + total.regions, 0) * regionBytes;
  return (
    <div
      ref={box}
      role="img"
      className={styles.miniature}
      aria-label={`Sparse file of ${name}: ${formatNumber(pages)} pages copied, ${formatBytes(onDisk)} on disk`}
    >
      <PaintedCanvas {...size} scale={ink?.scale ?? 1} paint={paint} />
    </div>
  );
}
