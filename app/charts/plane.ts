/** The plane of a drawing that stands still: time from left to right, at the edges that all share. */
import { formatClock } from "../domain/format/times.ts";
import { lengthOf, type Span } from "../domain/timeline/span.ts";
import { type TimeTick, timeTicks } from "../domain/timeline/time-ticks.ts";
import { toPixels } from "../domain/timeline/viewport.ts";
import { textWidth } from "./text-width.ts";

/** User units of a drawing; the page and the report scale a drawing to their width. */
export const chartWidth = 720;
export const plotLeft = 88;
export const plotRight = chartWidth - 10;

export interface Plane {
  readonly view: Span;
  /** The size of the plot. */
  readonly width: number;
  /** Where texts beside and above the plot end. */
  readonly edge: number;
  /** Place in the drawing of a time; times outside stand at the edge. */
  x(atMs: number): number;
  shows(atMs: number): boolean;
  /** "21:48:39.31" */
  clock(atMs: number): string;
  readonly ticks: readonly TimeTick[];
}

interface PlaneRoom {
  /** Where texts end. */
  readonly edge?: number;
  /** Where the time ends, with room for texts behind it. */
  readonly right?: number;
}

export function planeOf(
  originMs: number,
  { startMs, endMs }: Span,
  { edge = plotRight, right = edge }: PlaneRoom = {},
): Plane {
  const view = { startMs, endMs: Math.max(endMs, startMs + 1) };
  const width = right - plotLeft;
  const within = (x: number) => Math.min(Math.max(x, 0), width);
  return {
    view,
    width,
    edge,
    x: (atMs) => round(plotLeft + within(toPixels(view, width, atMs))),
    shows: (atMs) => atMs >= view.startMs && atMs <= view.endMs,
    clock: (atMs) => formatClock(originMs, atMs),
    // In print there is room between them, and in a short drawing less is more.
    ticks: timeTicks(view, originMs, width * (lengthOf(view) < 8000 ? 0.6 : 0.75)),
  };
}

/** A tenth of a unit is finer than any printer. */
export const round = (value: number): number => Math.round(value * 10) / 10;

export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly left: number;
  readonly row: number;
}

/** Puts texts into as few rows as they need to stay apart; each as near to its place as it can be. */
export function inRows(
  texts: readonly { readonly text: string; readonly x: number }[],
  align: "centre" | "start",
  edge: number,
): readonly PlacedText[] {
  const ends: number[] = [];
  return texts
    .toSorted((a, b) => a.x - b.x)
    .map(({ text, x }) => {
      const width = textWidth(text) + 10;
      const wanted = align === "centre" ? x - width / 2 : x;
      const left = Math.min(Math.max(wanted, plotLeft), edge - width);
      const free = ends.findIndex((end) => end <= left);
      const row = free === -1 ? ends.length : free;
      ends[row] = left + width;
      return { text, x, left: round(left), row };
    });
}

export const rowsOf = (texts: readonly PlacedText[]): number =>
  texts.reduce((rows, { row }) => Math.max(rows, row + 1), 0);
