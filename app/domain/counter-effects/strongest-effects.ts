/** Which of what happened a reader is told first. */
import type { CounterEffect } from "../../contract/capture.ts";

const ratioOf = ({ from, to }: CounterEffect["changes"][number]): number =>
  Math.max(from, to) / Math.max(Math.min(from, to), Number.EPSILON);
const strengthOf = ({ changes }: CounterEffect): number => Math.max(...changes.map(ratioOf));

/** The strongest, in order of time. */
export const strongestEffects = (
  effects: readonly CounterEffect[],
  most: number,
): readonly CounterEffect[] =>
  effects
    .toSorted((a, b) => strengthOf(b) - strengthOf(a))
    .slice(0, most)
    .toSorted((a, b) => a.startMs - b.startMs);
