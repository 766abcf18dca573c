/**
 * How wide texts of a drawing are, so that they are placed before they are drawn: by the widths of Inter's letters,
 * in which the page and reports set them. Kerning is left out; it is less than a unit.
 */

/** User units: charts set all of their texts in this size. */
export const textSize = 12;

/** Thousandths of the size, from the space to the tilde, as a browser measures them. */
const regular = [
  ...[281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360],
  ...[631, 631, 631, 631, 646, 631, 631, 631, 631, 631, 288, 302, 662, 662, 662, 511],
  ...[966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765],
  ...[639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471, 456],
  ...[323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600],
  ...[612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662],
];

/** The width of the sign and of letters that are not in the list, of which most are no wider. */
const others: Readonly<Record<string, number>> = {
  "·": 288,
  "×": 662,
  "²": 442,
  "–": 500,
  "—": 1000,
  "‘": 261,
  "’": 261,
  "“": 440,
  "”": 440,
  "…": 864,
  "−": 662,
};
const widest = 838;
/** What the weight 600 of headings adds, at most. */
const semibold = 1.05;

const unitsOf = (sign: string): number =>
  regular[sign.charCodeAt(0) - 32] ?? others[sign] ?? widest;

export function textWidth(text: string, weight: "regular" | "semibold" = "regular"): number {
  let units = 0;
  for (const sign of text) units += unitsOf(sign);
  const width = (units / 1000) * textSize * (weight === "semibold" ? semibold : 1);
  return Math.ceil(width * 10) / 10;
}

/** The text as far as there is room for it, with an ellipsis where that is not all of it. */
export function fittingText(text: string, room: number): string {
  if (textWidth(text) <= room) return text;
  const signs = [...text];
  while (signs.length > 1 && textWidth(`${signs.join("").trimEnd()}…`) > room) signs.pop();
  return `${signs.join("").trimEnd()}…`;
}
