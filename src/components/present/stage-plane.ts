/** Where things stand in a picture of a presentation: names at the left, values at the right, time between them. */
import type { Span } from "../../../app/domain/timeline/span.ts";
import { type TimeTick, timeTicks } from "../../../app/domain/timeline/time-ticks.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";

export interface StagePlane {
  readonly view: Span;
  /** The width of the whole picture, px. */
  readonly width: number;
  /** Where time begins, and for how many px it goes on. */
  readonly left: number;
  readonly plotWidth: number;
  /** In the picture. */
  x(atMs: number): number;
  readonly ticks: readonly TimeTick[];
}

/** Right of the plots: the highest tick of a lane. */
export const rightRoom = 96;
const leastLeft = 120;
const mostLeft = 380;
const gap = 20;

/** Ticks are placed for small text; that of a presentation is twice as wide. */
const tickScale = 0.5;

export function stagePlane(
  view: Span,
  width: number,
  originMs: number,
  longestName: number,
): StagePlane {
  const left = Math.min(Math.max(longestName + gap, leastLeft), mostLeft);
  const plotWidth = Math.max(width - left - rightRoom, 1);
  return {
    ...{ view, width, left, plotWidth },
    x: (atMs) => left + toPixels(view, plotWidth, atMs),
    ticks: timeTicks(view, originMs, plotWidth * tickScale),
  };
}

/** Room for a name. */
export const nameRoom = ({ left }: Pick<StagePlane, "left">): number => left - gap;
