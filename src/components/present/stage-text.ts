/** The one size of text in the pictures of a presentation, which a class reads from its last row. */
import { sharedToken } from "../../../app/theme/tokens.ts";
import { textWidth } from "../player/measure-text.ts";

const font = `600 ${sharedToken("size-xl")} ${sharedToken("font-ui")}`;

/** The width of a text as bold as it gets, so that it fits however it is written. */
export const stageTextWidth = (text: string): number => textWidth(text, font);

/** A text with its ascenders and descenders, px. */
export const textHeight = Number.parseInt(sharedToken("line-xl"), 10);

/** From the middle of a line to the baseline of its text, px. */
export const toBaseline = 8;

/** The beginning of a text that has room, with an ellipsis where some is left out. */
export function cutToWidth(text: string, width: number): string {
  if (stageTextWidth(text) <= width) return text;
  let end = text.length;
  while (end > 1 && stageTextWidth(`${text.slice(0, end)}…`) > width) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** How many lines a text takes. */
export function linesOf(text: string, width: number, fontSize: number): number {
  const scale = fontSize / Number.parseInt(sharedToken("size-xl"), 10);
  let [lines, used] = [1, 0];
  for (const word of text.split(" ")) {
    const length = stageTextWidth(`${word} `) * scale;
    if (used > 0 && used + length > width) {
      lines += 1;
      used = 0;
    }
    used += length;
  }
  return lines;
}
