/**
 * The bars of a row as they are drawn: those that would fall on the same pixels become one, which says
 * how many it stands for, and those that overlap in time stand below one another. So a row of twenty
 * thousand bands is never more than some hundred bars, at whatever zoom.
 */
import type { Span } from "../domain/timeline/span.ts";
import type { Band, BandRow } from "../domain/timeline/timeline.ts";
import { creationRows } from "../domain/timeline/timeline.ts";
import { toPixels } from "../domain/timeline/viewport.ts";

export interface PlacedBar {
  /** What it shows; of several the longest. */
  readonly band: Band;
  /** How many bands fall on these pixels. */
  readonly count: number;
  /** From the start of the first to the end of the last. */
  readonly span: Span;
  /** px of the plot, cut at its edges. */
  readonly left: number;
  readonly right: number;
  /** Which of `levels` it is drawn at: bands that overlap in time share the height of the row. */
  readonly level: number;
  readonly levels: number;
}

/** A bar is never thinner than this, so that a short phase can be seen. */
export const thinnestBar = 3;

/** Wider ones can be told apart from their neighbours. */
const narrowPixels = 5;

/** More would be too thin to hit. */
const mostLevels = 3;

/** So few phases of creations are drawn one by one even where they touch, with their labels. */
const drawnSingly = 40;

interface Bar {
  band: Band;
  count: number;
  startMs: number;
  endMs: number;
  left: number;
  right: number;
  level: number;
}

export interface RowPlaces {
  readonly row: BandRow;
  /** In order of their starts. */
  readonly bands: readonly Band[];
  readonly view: Span;
  readonly width: number;
  /** How far a band without an end goes. */
  readonly knownEndMs: number;
}

export function placeBars(places: RowPlaces): readonly PlacedBar[] {
  if (places.width <= 0) return [];
  const bars = visibleBars(places);
  const isCreation = creationRows.some((row) => row === places.row);
  if (isCreation && bars.length <= drawnSingly) return bars.map((bar) => placed(bar, 1));
  const apart = clustered(bars);
  if (isCreation) return apart.map((bar) => placed(bar, 1));
  const levelled = onLevels(apart);
  const levels = levelled.reduce((most, { level }) => Math.max(most, level + 1), 1);
  return levelled.map((bar) => placed(bar, levels));
}

const placed = ({ startMs, endMs, ...bar }: Bar, levels: number): PlacedBar => ({
  ...bar,
  span: { startMs, endMs },
  levels,
});

function visibleBars({ bands, view, width, knownEndMs }: RowPlaces): Bar[] {
  const bars: Bar[] = [];
  for (const band of bands) {
    if (band.startMs > view.endMs) break;
    const { startMs } = band;
    const endMs = Math.max(band.endMs ?? knownEndMs, startMs);
    if (endMs < view.startMs) continue;
    const at = toPixels(view, width, startMs);
    const left = band.instant ? at - 1 : Math.max(at, 0);
    const right = Math.max(Math.min(toPixels(view, width, endMs), width), left + thinnestBar);
    bars.push({ band, count: 1, startMs, endMs, left, right, level: 0 });
  }
  return bars;
}

const lengthOf = ({ startMs, endMs }: Pick<Bar, "startMs" | "endMs">): number => endMs - startMs;

/** Takes `bar` into `into`, which then stands for the longest of both. */
function join(into: Bar, bar: Bar, longest: { ms: number }): void {
  if (lengthOf(bar) > longest.ms) {
    into.band = bar.band;
    longest.ms = lengthOf(bar);
  }
  into.count += bar.count;
  into.startMs = Math.min(into.startMs, bar.startMs);
  into.endMs = Math.max(into.endMs, bar.endMs);
  into.left = Math.min(into.left, bar.left);
  into.right = Math.max(into.right, bar.right);
}

/** Narrow bars that touch become one; wide ones between them stay. */
function clustered(bars: readonly Bar[]): Bar[] {
  const apart: Bar[] = [];
  let open: Bar | null = null;
  const longest = { ms: 0 };
  for (const bar of bars) {
    if (bar.right - bar.left > narrowPixels) {
      apart.push(bar);
      continue;
    }
    if (open !== null && bar.left <= open.right) {
      join(open, bar, longest);
      continue;
    }
    open = bar;
    longest.ms = lengthOf(bar);
    apart.push(bar);
  }
  return apart;
}

/** The first level on which there is room; on the last one, bars that overlap become one. */
function onLevels(bars: readonly Bar[]): Bar[] {
  const ends: Bar[] = [];
  const result: Bar[] = [];
  for (const bar of bars) {
    const free = ends.findIndex((last) => last.right < bar.left);
    const level = free >= 0 ? free : ends.length;
    const last = ends[mostLevels - 1];
    if (level >= mostLevels && last !== undefined) {
      join(last, bar, { ms: lengthOf({ startMs: last.band.startMs, endMs: last.endMs }) });
      continue;
    }
    bar.level = level;
    ends[level] = bar;
    result.push(bar);
  }
  return result;
}

/** Where a bar lies in the height that its row has for bars, px. */
export function barHeightIn(
  { level, levels }: Pick<PlacedBar, "level" | "levels">,
  room: { readonly top: number; readonly height: number },
): { readonly y: number; readonly height: number } {
  const height = (room.height - (levels - 1)) / levels;
  return { y: room.top + level * (height + 1), height };
}

/** A bar can be hit from a little beside it where it is thin. */
const reach = 4;

/** The bar under a point; of several the narrowest, which is the hardest to hit. */
export function barAt(bars: readonly PlacedBar[], pointX: number): PlacedBar | null {
  let best: PlacedBar | null = null;
  for (const bar of bars) {
    const width = bar.right - bar.left;
    const slack = width < 2 * reach ? reach : 0;
    if (pointX < bar.left - slack || pointX > bar.right + slack) continue;
    if (best === null || width < best.right - best.left) best = bar;
  }
  return best;
}

export interface Tint {
  readonly band: Band;
  readonly left: number;
  readonly width: number;
}

/**
 * Phases as stripes of their colours: those of one colour that touch are one stripe. `bands` are in
 * order of their starts.
 */
export function tintsOf(
  bands: readonly Band[],
  view: Span,
  width: number,
  knownEndMs: number,
  colourOf: (band: Band) => string,
): readonly Tint[] {
  const tints: Tint[] = [];
  const last = new Map<string, { position: number; right: number }>();
  for (const band of bands) {
    if (band.startMs > view.endMs) continue;
    const endMs = band.endMs ?? knownEndMs;
    if (endMs < view.startMs) continue;
    const left = Math.max(toPixels(view, width, band.startMs), 0);
    const right = Math.min(toPixels(view, width, endMs), width);
    if (right <= left) continue;
    const colour = colourOf(band);
    const before = last.get(colour);
    const tint = before === undefined ? undefined : tints[before.position];
    // Half a pixel between them cannot be seen; few stripes stay as they are.
    const merges = before !== undefined && left <= before.right + 0.5 && tints.length > drawnSingly;
    if (merges && tint !== undefined) {
      before.right = Math.max(before.right, right);
      tints[before.position] = { ...tint, width: before.right - tint.left };
    } else {
      last.set(colour, { position: tints.length, right });
      tints.push({ band, left, width: right - left });
    }
  }
  return tints;
}
