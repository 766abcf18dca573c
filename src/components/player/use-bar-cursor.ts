/** The bars of the phase chart by keyboard, and in words: along a row in time, and from row to row. */
import { type FocusEvent, type KeyboardEvent, useMemo, useState } from "react";
import { clampTo, type Span } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { reveal } from "../../../app/domain/timeline/viewport.ts";
import { wordsOf } from "./bar-words.ts";
import type { ChartRow } from "./phase-geometry.ts";
import { rowTitles } from "./phase-look.ts";
import { type ChartHit, type ChartRows, idOfHit, rowOfHit } from "./use-chart-rows.ts";
import { longStep } from "./use-lane-cursor.ts";

interface BarCursorOptions {
  readonly chart: ChartRows;
  readonly timeline: Timeline;
  readonly extent: Span;
  readonly view: Span;
  readonly playheadMs: number;
  isSelected(hit: ChartHit): boolean;
  onView(view: Span): void;
  /** The crosshair goes where the cursor is. */
  onCursor(atMs: number | null): void;
  /** Enter: what a click on the bar does. */
  onChoose(hit: ChartHit): void;
}

/** A bar, and the moment that one looks at when one goes on from it to another row. */
interface Place {
  readonly row: ChartRow;
  readonly id: string;
  readonly atMs: number;
}

export interface BarCursor {
  /** What it is on; null: nothing is in view there. */
  readonly hit: ChartHit | null;
  /** It was come to by keys, and shows so. */
  readonly shown: boolean;
  /** From 1; 0: on nothing. */
  readonly position: number;
  readonly count: number;
  readonly valueText: string;
  /** A click leaves the cursor where it was made. */
  goTo(hit: ChartHit): void;
  onFocus(event: FocusEvent): void;
  onBlur(): void;
  onKeyDown(event: KeyboardEvent): void;
}

export function useBarCursor(options: BarCursorOptions): BarCursor {
  const { chart, timeline, extent, view, isSelected } = options;
  const [kept, setPlace] = useState<Place | null>(null);
  const [focus, setFocus] = useState<"none" | "pointer" | "keys">("none");
  const place =
    kept ?? (focus === "none" ? null : firstPlace(chart, isSelected, options.playheadMs));
  const row = place?.row ?? null;
  const hits = useMemo(() => (row === null ? [] : chart.hitsIn(row)), [chart, row]);
  const index = place === null ? -1 : indexOf(hits, place);
  const hit = hits[index] ?? null;

  const putOn = (next: ChartHit, atMs: number): void => {
    setPlace(placeOf(next, atMs));
    options.onCursor(clampTo(view, next.span.startMs));
  };
  const along = (from: ChartRow, steps: number): void => {
    const direction = steps < 0 ? -1 : 1;
    const last = direction === -1 ? 0 : hits.length - 1;
    const next = hits[Math.min(Math.max(index + steps, 0), hits.length - 1)];
    if (next !== undefined && index !== last) {
      putOn(next, next.span.startMs);
      return;
    }
    const beyond = nextOutOf(view, timeline, from, direction);
    if (beyond === null) return;
    setPlace({ row: from, ...beyond });
    options.onView(reveal(extent, view, beyond.atMs));
    options.onCursor(beyond.atMs);
  };
  const toRow = (from: ChartRow, direction: 1 | -1, atMs: number): void => {
    const { names } = chart;
    const at = names.indexOf(from);
    const others = direction === 1 ? names.slice(at + 1) : names.slice(0, at).toReversed();
    const other = others.find((name) => chart.hitsIn(name).length > 0);
    const next = other === undefined ? null : nearest(chart.hitsIn(other), atMs);
    if (next !== null) putOn(next, atMs);
  };

  return {
    hit,
    shown: focus === "keys",
    position: index + 1,
    count: hits.length,
    valueText:
      hit === null
        ? row === null
          ? "nowhere"
          : `nothing in view in ${rowTitles[row]}`
        : inWords(hit, timeline, isSelected(hit), `${index + 1} of ${hits.length}`),
    goTo(next) {
      setPlace(placeOf(next, next.span.startMs));
      setFocus("pointer");
    },
    onFocus: (event) =>
      setFocus(event.currentTarget.matches(":focus-visible") ? "keys" : "pointer"),
    onBlur() {
      setFocus("none");
      if (focus === "keys") options.onCursor(null);
    },
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || place === null) return;
      const step = event.shiftKey ? longStep : 1;
      switch (event.key) {
        case "ArrowLeft":
          along(place.row, -step);
          break;
        case "ArrowRight":
          along(place.row, step);
          break;
        case "PageDown":
          along(place.row, -longStep);
          break;
        case "PageUp":
          along(place.row, longStep);
          break;
        case "ArrowUp":
          toRow(place.row, -1, place.atMs);
          break;
        case "ArrowDown":
          toRow(place.row, 1, place.atMs);
          break;
        case "Home":
        case "End": {
          const end = hits.at(event.key === "Home" ? 0 : -1);
          if (end !== undefined) putOn(end, end.span.startMs);
          break;
        }
        case "Enter":
          if (hit !== null) options.onChoose(hit);
          break;
        default:
          return;
      }
      setFocus("keys");
      // Handled here: the shortcuts of the screen must not see it.
      event.preventDefault();
    },
  };
}

const placeOf = (hit: ChartHit, atMs: number): Place => ({
  row: rowOfHit(hit),
  id: idOfHit(hit),
  atMs,
});

/** What is selected and in view, else what is nearest to the playhead in the first row that has something. */
function firstPlace(
  chart: ChartRows,
  isSelected: (hit: ChartHit) => boolean,
  atMs: number,
): Place | null {
  const rows = chart.names.map((row) => chart.hitsIn(row)).filter(({ length }) => length > 0);
  const hit = rows.flat().find(isSelected) ?? nearest(rows[0] ?? [], atMs);
  return hit === null ? null : placeOf(hit, hit.span.startMs);
}

/** After a zoom the same bar may stand with others as one, or be out of view. */
function indexOf(hits: readonly ChartHit[], { id, atMs }: Place): number {
  const same = hits.findIndex((hit) => idOfHit(hit) === id);
  if (same >= 0) return same;
  const close = nearest(hits, atMs);
  return close === null ? -1 : hits.indexOf(close);
}

const distance = ({ startMs, endMs }: Span, atMs: number): number =>
  Math.max(startMs - atMs, atMs - endMs, 0);

/** The last of the bars that hold the moment, which began closest to it. */
const nearest = (hits: readonly ChartHit[], atMs: number): ChartHit | null =>
  hits.reduce<ChartHit | null>(
    (best, hit) =>
      best === null || distance(hit.span, atMs) <= distance(best.span, atMs) ? hit : best,
    null,
  );

/** The next of a row that lies beyond an edge of the view. */
function nextOutOf(
  view: Span,
  { bands, marks }: Timeline,
  row: ChartRow,
  direction: 1 | -1,
): Pick<Place, "id" | "atMs"> | null {
  const all =
    row === "marks"
      ? marks.map(({ id, atMs }) => ({ id, startMs: atMs, endMs: atMs }))
      : bands
          .filter((band) => band.row === row)
          .map(({ id, startMs, endMs }) => ({ id, startMs, endMs: endMs ?? Infinity }));
  const starts = direction === 1;
  const beyond = all
    .map(({ id, startMs, endMs }) => ({ id, atMs: starts ? startMs : endMs }))
    .filter(({ atMs }) => (starts ? atMs > view.endMs : atMs < view.startMs))
    .sort((a, b) => direction * (a.atMs - b.atMs));
  return beyond[0] ?? null;
}

/** "Redo of s1, 21:48:21.00 to 21:48:22.00, 1.00 s, 12 pages, selected; 1 of 2 in Redo". */
function inWords(hit: ChartHit, timeline: Timeline, selected: boolean, of: string): string {
  const { title, times, figures } = wordsOf(hit, timeline);
  const parts = [title, times, figures, selected ? "selected" : ""];
  return `${parts.filter((part) => part !== "").join(", ")}; ${of} in ${rowTitles[rowOfHit(hit)]}`;
}
