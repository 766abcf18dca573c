/** The plane that charts of the report share: a time axis on the engine's clock, at equal edges. */

import { type ScaleLinear, scaleUtc } from "d3-scale";
import { formatClock, formatClockDate, formatClockSeconds } from "../../domain/format/times.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { html, type Markup } from "../html/markup.ts";

/** User units of the drawing; the page scales it to its width. */
export const chartWidth = 720;
export const plotLeft = 76;
export const plotRight = chartWidth - 10;

export interface TimePlane {
  readonly fromMs: number;
  readonly toMs: number;
  /** Horizontal place of a time; times outside stand at the edge. */
  x(atMs: number): number;
  /** Whether any of a span is in the plane; null: it has not ended. */
  shows(startMs: number, endMs: number | null): boolean;
  /** "21:48:39.31" */
  clock(atMs: number): string;
  readonly ticks: readonly { readonly atMs: number; readonly label: string }[];
}

/** Of a longer span the hour alone would not tell the day. */
const longestWithoutDates = 24 * 3_600_000;
/** "10-24 06:00" within "2006-10-24 06:00:00.00". */
const [monthAt, secondsAt] = [5, 16];

export function timePlane(
  origin: string,
  fromMs: number,
  toMs: number,
  right: number = plotRight,
): TimePlane {
  const originMs = clockOrigin(origin);
  const scale = scaleUtc()
    .domain([originMs + fromMs, originMs + toMs])
    .range([plotLeft, right])
    .clamp(true);
  // Hundredths and dates take more room, so fewer of them fit.
  const lengthMs = toMs - fromMs;
  const fine = lengthMs < 8000;
  const dated = lengthMs > longestWithoutDates;
  const dates = scale.ticks(fine || dated ? 5 : 8);
  return {
    fromMs,
    toMs,
    x: (atMs) => round(scale(originMs + atMs)),
    shows: (startMs, endMs) => startMs <= toMs && (endMs ?? toMs) >= fromMs,
    clock: (atMs) => formatClock(originMs, atMs),
    ticks: dates.map((date) => {
      const atMs = date.getTime() - originMs;
      return {
        atMs,
        label: dated
          ? formatClockDate(originMs, atMs).slice(monthAt, secondsAt)
          : fine
            ? formatClock(originMs, atMs)
            : formatClockSeconds(originMs, atMs),
      };
    }),
  };
}

/** A tenth of a unit is finer than any printer. */
export const round = (value: number): number => Math.round(value * 10) / 10;

/** Vertical lines of the grid through a plot. */
export const gridLines = (plane: TimePlane, top: number, bottom: number): Markup =>
  html`${plane.ticks.map(
    ({ atMs }) =>
      html`<line class="grid" x1="${plane.x(atMs)}" x2="${plane.x(atMs)}" y1="${top}" y2="${bottom}"/>`,
  )}`;

/** The axis itself, its labels below it. */
export function timeAxis(plane: TimePlane, top: number): Markup {
  let end = Number.NEGATIVE_INFINITY;
  const labels = plane.ticks.map(({ atMs, label }) => {
    const x = plane.x(atMs);
    const anchor = anchorAt(x);
    const left = x - textWidth(label) * { start: 0, middle: 0.5, end: 1 }[anchor];
    if (left < end + 4) return null;
    end = left + textWidth(label);
    return html`<text class="tick" x="${x}" y="${top + 14}" text-anchor="${anchor}">${label}</text>`;
  });
  return html`<line class="axis" x1="${plotLeft}" x2="${plotRight}" y1="${top}" y2="${top}"/>${labels}
<text class="tick" x="${plotLeft - 8}" y="${top + 14}" text-anchor="end">Clock</text>`;
}

/** Labels at the edges must not leave the drawing. */
export function anchorAt(x: number): "start" | "middle" | "end" {
  if (x < plotLeft + 24) return "start";
  return x > plotRight - 24 ? "end" : "middle";
}

/** Ticks of a value axis from zero: a few round numbers. */
export function valueTicks(scale: ScaleLinear<number, number>, count: number): readonly number[] {
  return scale.ticks(count);
}

/** Rough width of a text of 11 units; to place labels side by side. */
export const textWidth = (text: string): number => 6.1 * text.length;

export interface PlacedLabel {
  readonly text: string;
  readonly x: number;
  readonly left: number;
  readonly row: number;
}

/** Puts labels into as few rows as they need to stay apart; each as near to its place as it can be. */
export function placeLabels(
  labels: readonly { readonly text: string; readonly x: number }[],
  align: "centre" | "start",
): readonly PlacedLabel[] {
  const ends: number[] = [];
  return labels
    .toSorted((a, b) => a.x - b.x)
    .map(({ text, x }) => {
      const width = textWidth(text) + 10;
      const wanted = align === "centre" ? x - width / 2 : x;
      const left = Math.min(Math.max(wanted, plotLeft), plotRight - width);
      const free = ends.findIndex((end) => end <= left);
      const row = free === -1 ? ends.length : free;
      ends[row] = left + width;
      return { text, x, left: round(left), row };
    });
}

export const rowsOf = (labels: readonly PlacedLabel[]): number =>
  labels.reduce((rows, { row }) => Math.max(rows, row + 1), 0);
