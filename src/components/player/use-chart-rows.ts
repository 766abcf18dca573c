/** The rows of the phase chart as they are drawn in a view, and what lies under a point of them. */
import { useMemo } from "react";
import { barAt, type PlacedBar, placeBars } from "../../../app/charts/bar-layout.ts";
import { markAt, type PlacedMark, placeMarks } from "../../../app/charts/mark-layout.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import {
  activityRows,
  type Band,
  type BandRow,
  bandRows,
  type Mark,
  type Timeline,
  type TimelineOverlay,
} from "../../../app/domain/timeline/timeline.ts";
import { type ChartRow, type RowLook, rowIndexAt } from "./phase-geometry.ts";
import { type Gap, type Note, phaseRows, shownRows } from "./phase-rows.ts";

export interface DrawnRow {
  readonly row: BandRow;
  readonly bars: readonly PlacedBar[];
  readonly laidOver: readonly PlacedBar[];
  readonly gaps: readonly Gap[];
  readonly note: Note | null;
  readonly empty: string;
  readonly total: number | null;
}

/** A band or a mark; where several fall together, `count` of them over `span`. */
export type ChartHit =
  | ({ readonly kind: "band" } & PlacedBar)
  | ({ readonly kind: "mark" } & PlacedMark<Mark>);

export const idOfHit = (hit: ChartHit): string => (hit.kind === "band" ? hit.band.id : hit.mark.id);

export const rowOfHit = (hit: ChartHit): ChartRow => (hit.kind === "band" ? hit.band.row : "marks");

export interface ChartRows {
  readonly rows: readonly DrawnRow[];
  /** The names of all rows, that of the marks too. */
  readonly names: readonly ChartRow[];
  readonly look: RowLook;
  hitAt(x: number, y: number): ChartHit | null;
  /** What is drawn in a row, in order of time. */
  hitsIn(row: ChartRow): readonly ChartHit[];
}

interface ChartRowsOptions {
  readonly timeline: Timeline;
  readonly dense: boolean;
  readonly view: Span;
  readonly width: number;
}

const none: readonly PlacedBar[] = [];

export function useChartRows({ timeline, dense, view, width }: ChartRowsOptions): ChartRows {
  const { overlay, marks, endMs } = timeline;
  const laidOver = useMemo(() => overlayRows(overlay), [overlay]);
  const names = useMemo(() => {
    const own = shownRows(timeline);
    return bandRows.filter((row) => own.includes(row) || laidOver.has(row));
  }, [timeline, laidOver]);
  const rows = useMemo(() => phaseRows(timeline, names), [timeline, names]);
  // Bars change with the view, not with the playhead: the arrays stay the same for the rows' memo.
  const bars = useMemo(() => {
    const places = (row: BandRow, bands: readonly Band[], knownEndMs: number) =>
      placeBars({ row, bands, view, width, knownEndMs });
    const groups = new Map(rowsOf(timeline, names));
    const overlayEndMs = overlay === null ? 0 : overlay.timeline.endMs + overlay.shiftMs;
    return new Map(
      names.map((row) => [
        row,
        {
          own: places(row, groups.get(row) ?? [], endMs),
          over: laidOver.has(row) ? places(row, laidOver.get(row) ?? [], overlayEndMs) : none,
        },
      ]),
    );
  }, [timeline, names, laidOver, overlay, endMs, view, width]);

  return useMemo(() => {
    const drawn = rows.map(({ row, bands, gaps, note, empty }) => ({
      row,
      gaps,
      note,
      empty,
      bars: bars.get(row)?.own ?? none,
      laidOver: bars.get(row)?.over ?? none,
      total: isActivity(row) ? bands.length : null,
    }));
    const all: readonly ChartRow[] = marks.length > 0 ? [...names, "marks"] : names;
    const look = { dense, hasOverlay: overlay !== null };
    const placedMarks = placeMarks(marks, view, width);
    return {
      rows: drawn,
      names: all,
      look,
      hitAt(x, y) {
        const index = rowIndexAt(all, y, look);
        if (all[index] === "marks") {
          const mark = markAt(placedMarks, x);
          return mark === null ? null : { kind: "mark", ...mark };
        }
        const bar = barAt(drawn[index]?.bars ?? none, x);
        return bar === null ? null : { kind: "band", ...bar };
      },
      hitsIn: (row) =>
        row === "marks"
          ? placedMarks.map((mark) => ({ kind: "mark", ...mark }))
          : (bars.get(row)?.own ?? none).map((bar) => ({ kind: "band", ...bar })),
    };
  }, [rows, bars, names, marks, overlay, dense, view, width]);
}

const isActivity = (row: BandRow): boolean => activityRows.some((activity) => activity === row);

const rowsOf = (timeline: Timeline, names: readonly BandRow[]) =>
  phaseRows(timeline, names).map(({ row, bands }) => [row, bands] as const);

/** Another timeline's bands, on the axis of the one below it. */
function overlayRows(overlay: TimelineOverlay | null): ReadonlyMap<BandRow, readonly Band[]> {
  if (overlay === null) return new Map();
  const { timeline, shiftMs } = overlay;
  const shifted = timeline.bands
    .map((band) => ({
      ...band,
      startMs: band.startMs + shiftMs,
      endMs: band.endMs === null ? null : band.endMs + shiftMs,
    }))
    .sort((a, b) => a.startMs - b.startMs);
  return Map.groupBy(shifted, ({ row }) => row);
}
