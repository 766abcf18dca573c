/** The creation of a snapshot among the bands of a timeline. */
import type { Band } from "./timeline.ts";

/** Whether a band belongs to a creation; a name can be used again after a drop. */
export const isPartOf = (band: Band, creation: Band): boolean =>
  band.snapshot === creation.snapshot &&
  band.startMs >= creation.startMs &&
  (creation.endMs === null || band.startMs <= creation.endMs);

/** A log without trace flags tells of a creation from its start-up on: nobody knows when the command was given. */
export const isFromStartup = (bands: readonly Band[], creation: Band): boolean =>
  bands.some(
    (band) =>
      band.phase === "startup" &&
      band.startMs === creation.startMs &&
      band.snapshot === creation.snapshot,
  );

const roundLengths = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const shortestMs = 50;

/** How much time its picture has room for. While it goes on that grows by steps, so that the axis stands still between them. */
export function roomOfCreation(
  { startMs, endMs }: Pick<Band, "startMs" | "endMs">,
  nowMs: number,
): number {
  const length = Math.max((endMs ?? nowMs) - startMs, shortestMs);
  if (endMs !== null) return length;
  const power = 10 ** Math.floor(Math.log10(length));
  return power * (roundLengths.find((factor) => factor * power >= length) ?? 10);
}
