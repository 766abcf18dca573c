/**
 * The value axis of a lane: zero, and two round values above it. The higher one says all of the axis;
 * being a number, it is the same for a `memo` as long as the axis is.
 */
import type { Steps } from "../domain/timeline/thin.ts";

/** What two steps of may stand on an axis. */
const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];

/** A line may rise above the highest tick by this, into the room that is left there. */
const headroom = 1.12;

/** The highest tick of an axis that has room for a value. */
export function axisTop(largest: number): number {
  if (!(largest > 0)) return 1;
  const needed = largest / headroom / 2;
  const power = 10 ** Math.floor(Math.log10(needed));
  const step = power * (roundSteps.find((round) => round * power >= needed) ?? 10);
  return 2 * step;
}

export const axisTicks = (top: number): readonly [0, number, number] => [0, top / 2, top];

/** Room above the highest tick and below zero, px. */
export const lanePadding = { top: 12, bottom: 7 } as const;

export function toY(top: number, height: number, value: number): number {
  const room = height - lanePadding.top - lanePadding.bottom;
  return height - lanePadding.bottom - (value / top) * room;
}

/** The value at a height of the plot. */
export function toValue(top: number, height: number, y: number): number {
  const room = height - lanePadding.top - lanePadding.bottom;
  return ((height - lanePadding.bottom - y) / room) * top;
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

export interface StepPaths {
  readonly line: string;
  /** The line closed down to zero. */
  readonly area: string;
}

/**
 * A value holds for the whole span of its point, so the line goes in steps; a slope would show
 * values that nobody measured. Where there is no value there is a gap.
 */
export function stepPaths(
  { fromMs, timeMs, values }: Steps,
  x: (atMs: number) => number,
  y: (value: number) => number,
): StepPaths {
  const zero = round(y(0));
  let [line, area] = ["", ""];
  // A stretch without gaps: both paths are made of it, and it is the long part of both.
  let [stretch, start] = ["", 0];
  const close = (): void => {
    if (stretch === "") return;
    line += `M${start} ${stretch.slice(1)}`;
    area += `M${start} ${zero}${stretch}V${zero}Z`;
    stretch = "";
  };
  let left = round(x(fromMs));
  timeMs.forEach((atMs, index) => {
    const right = round(x(atMs));
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) close();
    else {
      if (stretch === "") start = left;
      stretch += `V${round(y(value))}H${right}`;
    }
    left = right;
  });
  close();
  return { line, area };
}
