/**
 * The page map: a data file and a snapshot's sparse file of it side by side, cell by cell, with a strip of all
 * of the file at the right. It shows a moment of a push log and says what the user did to the place.
 */
import { TableRegular, TagRegular } from "@fluentui/react-icons";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { totalsOf } from "../../../app/domain/page-map/cell-state.ts";
import type { MapCounts } from "../../../app/domain/page-map/map-counts.ts";
import { goneTo, gridAt, type MapPlace } from "../../../app/domain/page-map/map-place.ts";
import { regionBytes, scaleWords } from "../../../app/domain/page-map/map-words.ts";
import { type PageGrid, stripCells } from "../../../app/domain/page-map/page-grid.ts";
import { countAt, type PushLog, pageBytes } from "../../../app/domain/page-map/push-log.ts";
import type { LogSpan } from "../../../app/domain/page-map/span-counts.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { useSize } from "../player/use-size.ts";
import { CellTable } from "./CellTable.tsx";
import { GoToPage } from "./GoToPage.tsx";
import { MapLegend } from "./MapLegend.tsx";
import { MapStrip } from "./MapStrip.tsx";
import { MapSurface } from "./MapSurface.tsx";
import { OwnerLegend } from "./OwnerLegend.tsx";
import styles from "./PageMap.module.css";
import { useInk } from "./use-ink.ts";
import { useMapCounts } from "./use-map-counts.ts";
import { useOwnedCells } from "./use-owned-cells.ts";

export interface PageMapProps {
  /** Of what it is, for who cannot see it, and the log's name: another name, another log. */
  readonly label: string;
  readonly log: PushLog;
  /** Position of the sparse file. */
  readonly target: number;
  readonly atMs: number;
  /** Pages that were pushed in it are lit, others dimmed. */
  readonly brush: Span | null;
  readonly place: MapPlace;
  readonly onPlace: (place: MapPlace) => void;
  /** Called when what is shown is counted. */
  readonly onCounts?: (counts: MapCounts<PageGrid>) => void;
  /** Left of the legend, such as the choice of the snapshot. */
  readonly corner?: ReactNode;
  /** What one should know of what is shown. */
  readonly notes?: readonly string[];
}

const stripWidth = 28;

export function PageMap(props: PageMapProps): ReactNode {
  const { label, log, target, atMs, brush, place, onPlace, onCounts, corner, notes } = props;
  const [box, size] = useSize<HTMLDivElement>();
  const file = log.files[log.sparseFiles[target]?.file ?? -1];
  const filePages = Math.max(1, file?.pages ?? 0);
  const ink = useInk(box);
  const goTo = useRef<HTMLInputElement>(null);
  const [asTable, setAsTable] = useState(false);
  const [showsOwners, setShowsOwners] = useState(false);
  const owned = useOwnedCells({ name: label, log, target, atMs });
  const grid = useMemo(() => gridAt(place, filePages, size), [place, filePages, size]);
  const strip = useMemo(() => stripCells(filePages, size.height), [filePages, size.height]);
  const made = countAt(log, atMs);
  const brushed = useBrush(log, brush);
  const wish = useMemo(
    () =>
      size.width === 0 || size.height === 0
        ? null
        : { name: label, log, target, grid, strip, made, brush: brushed },
    [label, log, target, grid, strip, made, brushed, size],
  );
  const counts = useMapCounts(wish);
  const newest = useNewest(label, made);
  const told = useRef(onCounts);
  told.current = onCounts;
  useEffect(() => {
    if (counts !== null) told.current?.(counts);
  }, [counts]);
  const totals = counts === null ? null : totalsOf(counts.strip);
  const regions = totals?.reduce((sum, total) => sum + total.regions, 0) ?? 0;
  if (file === undefined) return null;
  const common = {
    file,
    grid,
    counts,
    ink,
    place,
    onPlace,
    room: size,
    newest,
    owned,
    showsOwners,
  };
  return (
    <section
      className={styles.map}
      aria-label={label}
      onKeyDown={(event) => {
        const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
        const key = event.key.toLowerCase();
        if (!isPlain || event.target === goTo.current || (key !== "g" && key !== "o")) return;
        event.preventDefault();
        if (key === "g") goTo.current?.focus();
        else if (owned.isKnown) setShowsOwners(!showsOwners);
      }}
    >
      <header className={styles.bar}>
        {corner}
        <GoToPage
          file={file}
          field={goTo}
          onPage={(page) => onPlace(goneTo(place, grid, size, page))}
        />
        <MapLegend totals={totals} filePages={filePages} />
        {owned.isKnown && (
          <button
            type="button"
            className={styles.tableToggle}
            aria-pressed={showsOwners}
            aria-keyshortcuts="O"
            aria-label="Show the owners of extents"
            title="Show the owners of extents (O)"
            onClick={() => setShowsOwners(!showsOwners)}
          >
            <TagRegular fontSize={16} aria-hidden />
          </button>
        )}
        <button
          type="button"
          className={styles.tableToggle}
          aria-pressed={asTable}
          aria-label="Show the map as a table"
          title="Show the map as a table"
          onClick={() => setAsTable(!asTable)}
        >
          <TableRegular fontSize={16} aria-hidden />
        </button>
      </header>
      <div className={styles.names}>
        <div>
          <strong>Source</strong> <span className={styles.path}>{file.name}</span>
        </div>
        <div>
          <strong>Sparse file</strong>{" "}
          <span>
            <strong>{formatBytes(regions * regionBytes)}</strong> on disk of{" "}
            {formatBytes(filePages * pageBytes)}
          </span>
        </div>
        <div className={styles.stripName}>{formatBytes(filePages * pageBytes)}</div>
      </div>
      <div className={styles.body}>
        <MapSurface {...common} label={label}>
          <div ref={box} className={styles.measured} />
        </MapSurface>
        <MapStrip
          {...{ grid, counts, ink, place, onPlace, filePages }}
          room={size}
          width={stripWidth}
        />
        {asTable && counts !== null && <CellTable {...{ file, counts, owned }} />}
      </div>
      {showsOwners && owned.isKnown && counts !== null && (
        <OwnerLegend owned={owned} grid={counts.wish.grid} />
      )}
      <div className={styles.caption}>
        <span>{scaleWords(grid)}</span>
        {notes?.map((note) => (
          <span key={note}>{note}</span>
        ))}
        {log.byExtentsFrom !== null && made > log.byExtentsFrom && (
          <span>From here on the first page of each extent is recorded, not every page.</span>
        )}
        {log.owners.endsMs !== null && atMs > log.owners.endsMs && (
          <span>
            Owners of extents are not recorded as far as this moment: the run has too many.
          </span>
        )}
        {log.endsMs !== null && atMs > log.endsMs && (
          <span>Pages are not recorded as far as this moment: the run has too many.</span>
        )}
      </div>
    </section>
  );
}

function useBrush(log: PushLog, brush: Span | null): LogSpan | null {
  const { startMs, endMs } = brush ?? { startMs: Number.NaN, endMs: Number.NaN };
  return useMemo(
    () => (Number.isNaN(startMs) ? null : { from: countAt(log, startMs), to: countAt(log, endMs) }),
    [log, startMs, endMs],
  );
}

/** So long the newest pushes have a ring, ms of the clock on the wall. */
const newestForMs = 600;
const noSpan: LogSpan = { from: 0, to: 0 };

/** What was pushed a moment ago, while time goes forward; nothing after a jump of the playhead, or with reduced motion. */
function useNewest(name: string, made: number): LogSpan {
  const [newest, setNewest] = useState(noSpan);
  const before = useRef({ name, made });
  useEffect(() => {
    const { name: ofName, made: from } = before.current;
    before.current = { name, made };
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isStill || ofName !== name || made <= from) {
      setNewest(noSpan);
      return undefined;
    }
    setNewest({ from, to: made });
    const timer = setTimeout(() => setNewest(noSpan), newestForMs);
    return () => clearTimeout(timer);
  }, [name, made]);
  return newest;
}
