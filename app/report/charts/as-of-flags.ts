/** Flags of the as-of lines. They move into further rows before they would overlap. */
import { html, type Markup } from "../html/markup.ts";
import { placeLabels, rowsOf, type TimePlane, textWidth } from "./plane.ts";

const flagRow = 18;

export interface AsOfFlags {
  readonly height: number;
  /** Drawn last: nothing may cross a flag. */
  readonly markup: Markup;
  /** Lower edge of the flag of the line at `x`. */
  bottomAt(x: number): number;
}

export function asOfFlags(plane: TimePlane, asOf: readonly number[], top: number): AsOfFlags {
  const flags = placeLabels(
    asOf.map((atMs) => ({ text: `as of ${plane.clock(atMs)}`, x: plane.x(atMs) })),
    "centre",
  );
  const flagTop = (row: number) => top + row * flagRow;
  return {
    height: rowsOf(flags) * flagRow,
    bottomAt: (x) => flagTop(flags.find((flag) => flag.x === x)?.row ?? 0) + flagRow - 2,
    markup: html`${flags.map(
      ({ text, left, row }) =>
        html`<rect class="flag" x="${left}" y="${flagTop(row)}" width="${textWidth(text) + 10}" height="16" rx="2"/>
<text class="flag-text" x="${left + 5 + textWidth(text) / 2}" y="${flagTop(row) + 12}" text-anchor="middle">${text}</text>`,
    )}`,
  };
}
