/**
 * What part of a timeline is visible, and how zooming, panning and following change it. A view never
 * leaves the extent and never turns inside out; all functions return a new view.
 */
import { clampTo, lengthOf, type Span } from "./span.ts";
import { type Band, goesOn, type Timeline } from "./timeline.ts";

/** Closest zoom: finer than any record's time stamp and most samples. */
export const closestSpanMs = 20;

/** Asked for with every move of a view, while a log may have tens of thousands of bands. */
const earliestOf = new WeakMap<readonly Band[], number>();

function earliestIn(bands: readonly Band[]): number {
  const known = earliestOf.get(bands);
  if (known !== undefined) return known;
  const earliest = bands.reduce((least, band) => Math.min(least, band.startMs), 0);
  earliestOf.set(bands, earliest);
  return earliest;
}

/**
 * All of a timeline, with what a run under way has yet to do. A log may begin before its origin:
 * its first record can tell of a checkpoint that had begun earlier.
 */
export function extentOf(timeline: Timeline): Span {
  const { startMs, endMs } = wholeOf(timeline);
  const margin = (endMs - startMs) * timeline.marginShare;
  return { startMs: startMs - margin, endMs: endMs + margin };
}

/** All of the timeline, without room at its sides. */
export function wholeOf(timeline: Timeline): Span {
  const earliest = earliestIn(timeline.bands);
  const planned = goesOn(timeline) ? (timeline.plannedEndMs ?? 0) : 0;
  return {
    startMs: earliest,
    endMs: Math.max(timeline.endMs, planned, earliest + closestSpanMs),
  };
}

/** Moves and, where it is too long, shortens a view so that it lies within the extent. */
export function within(extent: Span, view: Span): Span {
  const longest = lengthOf(extent);
  const length = Math.min(Math.max(lengthOf(view), Math.min(closestSpanMs, longest)), longest);
  const startMs = Math.min(Math.max(view.startMs, extent.startMs), extent.endMs - length);
  return { startMs, endMs: startMs + length };
}

/** A factor below 1 shows less time. `aboutMs` keeps its place on the screen. */
export function zoomAbout(extent: Span, view: Span, factor: number, aboutMs: number): Span {
  const longest = lengthOf(extent);
  const wanted = lengthOf(view) * factor;
  const length = Math.min(Math.max(wanted, Math.min(closestSpanMs, longest)), longest);
  const share = (clampTo(view, aboutMs) - view.startMs) / lengthOf(view);
  const startMs = aboutMs - share * length;
  return within(extent, { startMs, endMs: startMs + length });
}

export const panBy = (extent: Span, view: Span, byMs: number): Span =>
  within(extent, { startMs: view.startMs + byMs, endMs: view.endMs + byMs });

/** A view of a span with a little of what surrounds it. */
export function zoomTo(extent: Span, span: Span, surroundShare = 0.08): Span {
  const around = Math.max(lengthOf(span), closestSpanMs) * surroundShare;
  return within(extent, { startMs: span.startMs - around, endMs: span.endMs + around });
}

/** Moves a view by as little as brings a moment into it, away from its edges. */
export function reveal(extent: Span, view: Span, atMs: number, edgeShare = 0.1): Span {
  const edge = lengthOf(view) * edgeShare;
  if (atMs < view.startMs + edge) return panBy(extent, view, atMs - edge - view.startMs);
  if (atMs > view.endMs - edge) return panBy(extent, view, atMs + edge - view.endMs);
  return view;
}

/** Keeps "now" at nine tenths of the view, with the length that the user chose. */
export function follow(extent: Span, view: Span, nowMs: number): Span {
  const length = lengthOf(view);
  return within(extent, { startMs: nowMs - 0.9 * length, endMs: nowMs + 0.1 * length });
}

/** Pixels from the left edge. */
export const toPixels = (view: Span, width: number, atMs: number): number =>
  ((atMs - view.startMs) / lengthOf(view)) * width;

export const toTime = (view: Span, width: number, pixels: number): number =>
  width <= 0 ? view.startMs : view.startMs + (pixels / width) * lengthOf(view);
