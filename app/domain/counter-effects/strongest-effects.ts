/** Which of what happened a reader is told first. */
import type { CounterEffect } from "../../contract/capture.ts";

/** How many times as much, or as little, a counter was. */
export const strengthOf = ({ from, to }: CounterEffect["changes"][number]): number =>
  Math.max(from, to) / Math.max(Math.min(from, to), Number.EPSILON);
const strongest = ({ changes }: CounterEffect): number => Math.max(...changes.map(strengthOf));

/** The strongest, in order of time. */
export const strongestEffects = (
  effects: readonly CounterEffect[],
  most: number,
): readonly CounterEffect[] =>
  effects
    .toSorted((a, b) => strongest(b) - strongest(a))
    .slice(0, most)
    .toSorted((a, b) => a.startMs - b.startMs);
