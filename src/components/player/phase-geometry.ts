/** Measures of the phase chart, px. */
import type { BandRow } from "../../../app/domain/timeline/timeline.ts";

export type ChartRow = BandRow | "marks";

export interface RowLook {
  /** In a low window, or with lanes below them, rows are lower. */
  readonly dense: boolean;
  /** Whether there is another timeline, whose bars lie below a row's own. */
  readonly hasOverlay: boolean;
}

/** Where the bars of a row lie in it, or its marks. */
export const barRoom = (
  row: ChartRow,
  dense: boolean,
): { readonly top: number; readonly height: number } =>
  dense
    ? { top: 3, height: row === "command" ? 16 : 14 }
    : { top: 6, height: row === "command" ? 20 : 16 };

/** The base line of the texts in and beside the bars of a row. */
export const baselineIn = (row: ChartRow, dense: boolean): number => {
  const { top, height } = barRoom(row, dense);
  return top + height / 2 + 4.5;
};

const overlayHeight = 10;

export function rowHeight(row: ChartRow, { dense, hasOverlay }: RowLook): number {
  const own = row === "command" ? (dense ? 22 : 32) : dense ? 20 : 28;
  return own + (hasOverlay && row !== "marks" ? overlayHeight : 0);
}

/** Top of the row at an index; of the number of rows: the height of all. */
export const rowTop = (rows: readonly ChartRow[], index: number, look: RowLook): number =>
  rows.slice(0, index).reduce((sum, row) => sum + rowHeight(row, look), 0);

/** Index of the row at a height; -1: none. */
export function rowIndexAt(rows: readonly ChartRow[], y: number, look: RowLook): number {
  let bottom = 0;
  return y < 0
    ? -1
    : rows.findIndex((row) => {
        bottom += rowHeight(row, look);
        return y < bottom;
      });
}
