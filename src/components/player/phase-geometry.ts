/** Measures of the phase chart, px. */
import type { BandRow } from "../../../app/domain/timeline/timeline.ts";

export type ChartRow = BandRow | "marks";

/** Where the bars of a row lie in it, or its marks. */
export const barRoom = (row: ChartRow): { readonly top: number; readonly height: number } => ({
  top: 6,
  height: row === "command" ? 20 : 16,
});

/** Of the bars of another timeline, below a row's own. */
const overlayHeight = 10;

export const rowHeight = (row: ChartRow, hasOverlay = false): number =>
  (row === "command" ? 32 : 28) + (hasOverlay && row !== "marks" ? overlayHeight : 0);

/** Top of the row at an index; of the number of rows: the height of all. */
export const rowTop = (rows: readonly ChartRow[], index: number, hasOverlay = false): number =>
  rows.slice(0, index).reduce((sum, row) => sum + rowHeight(row, hasOverlay), 0);

/** Index of the row at a height; -1: none. */
export function rowIndexAt(rows: readonly ChartRow[], y: number, hasOverlay = false): number {
  let bottom = 0;
  return y < 0
    ? -1
    : rows.findIndex((row) => {
        bottom += rowHeight(row, hasOverlay);
        return y < bottom;
      });
}
