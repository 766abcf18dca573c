/** Measures of the phase chart, px, and what lies under a point of it. */
import { type Band, type BandRow, bandRows } from "../../../app/domain/timeline/timeline.ts";
import type { PhaseRow } from "./phase-rows.ts";

export const rowHeight = (row: BandRow): number => (row === "command" ? 32 : 28);

/** Top of the row at an index; of the number of rows: the height of all. */
export const rowTop = (index: number): number =>
  bandRows.slice(0, index).reduce((sum, row) => sum + rowHeight(row), 0);

/** A bar is never thinner than this, so that a short phase can be seen. */
export const thinnestBar = 3;

/** A thin bar can be hit from a little beside it. */
const reach = 4;

/** The band under a point; of several the shortest, which is the hardest to hit. */
export function bandAt(
  rows: readonly PhaseRow[],
  y: number,
  x: (atMs: number) => number,
  pointX: number,
): Band | null {
  const index = rows.findIndex((_, position) => y >= rowTop(position) && y < rowTop(position + 1));
  const hit = (rows[index]?.bands ?? []).filter(({ startMs, endMs }) => {
    const left = x(startMs);
    const right = endMs === null ? Number.POSITIVE_INFINITY : Math.max(x(endMs), left);
    const slack = right - left < 2 * reach ? reach : 0;
    return pointX >= left - slack && pointX <= right + slack;
  });
  const length = ({ startMs, endMs }: Band): number => (endMs ?? Number.MAX_VALUE) - startMs;
  return hit.sort((a, b) => length(a) - length(b))[0] ?? null;
}
