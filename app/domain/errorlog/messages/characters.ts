/**
 * For the messages that logs have by the million. A pattern compares and steps over every character;
 * to search for the marks between fields, and to look at a few characters of the words, takes a third
 * of the time. Whatever does not look as usual is left to a pattern.
 */
export const codeOf = (character: string): number => character.charCodeAt(0);

const [zero, nine] = [codeOf("0"), codeOf("9")] as const;

/** False of NaN, the code behind the end of a text. */
const isDigit = (code: number): boolean => code >= zero && code <= nine;

/** Behind the digits at `from`. */
export function endOfDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** Value of digits, fifteen at most: so many are exact while they are added up. */
export function figureOf(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - zero;
  return value;
}

/**
 * Whether the label that is expected at `at` can be there, by some of its characters: within a
 * message whose beginning is known no two labels share them, and its field begins behind the last.
 * False of -1, where a search ended.
 */
export const isLabelAt = (text: string, at: number, label: string): boolean =>
  at >= 0 &&
  isSameAt(text, at, label, 2) &&
  isSameAt(text, at, label, label.length >> 1) &&
  isSameAt(text, at, label, label.length - 2) &&
  isSameAt(text, at, label, label.length - 1);

const isSameAt = (text: string, at: number, label: string, index: number): boolean =>
  text.charCodeAt(at + index) === label.charCodeAt(index);
