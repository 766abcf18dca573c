/** Numbers among words. What a program reads is plain instead: `plain-numbers.ts`. */
import { language } from "./language.ts";

/** Stands where a value was not measured, or does not exist. */
export const noValue = "–";

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(least: number, most: number): Intl.NumberFormat {
  const key = `${least}/${most}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(language, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });
  formats.set(key, made);
  return made;
}

/** A number with a fixed count of decimals; `noValue` for what is no number. */
export function formatNumber(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return noValue;
  // -0.04 with one decimal is written 0.0: a sign without a value would be noise.
  const rounded = Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value;
  return numberFormat(digits, digits).format(rounded);
}

/** With the decimals that the value has, `most` at most; with all of them it is read back as the same. */
export const formatExact = (value: number, most = 20): string =>
  numberFormat(0, most).format(value);

/** Decimals that leave about three figures: 396, 25.1, 8.8, 0.66. */
export function readableDigits(value: number): number {
  const size = Math.abs(value);
  if (size === 0 || size >= 100) return 0;
  return size >= 1 ? 1 : 2;
}

/** A measured value at the precision that one reads at a glance. */
export const formatReadable = (value: number | null | undefined): string =>
  formatNumber(value, value === null || value === undefined ? 0 : readableDigits(value));

/** A share of 0 to 1: "11.6 %". */
export const formatPercent = (share: number | null | undefined, digits = 1): string =>
  share === null || share === undefined || !Number.isFinite(share)
    ? noValue
    : `${formatNumber(share * 100, digits)} %`;

/** "1 run", "5,000 runs". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
