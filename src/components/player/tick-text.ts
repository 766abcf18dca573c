/** Values of an axis, all with the decimals that tell its steps apart. */
import { formatNumber } from "../format/numbers.ts";

export function formatTick(value: number, step: number, locale?: string): string {
  if (value === 0) return "0";
  const digits = [0, 1, 2, 3, 4, 5].find((count) => {
    const shifted = step * 10 ** count;
    return Math.abs(shifted - Math.round(shifted)) < 1e-6 * shifted;
  });
  return formatNumber(value, digits ?? 5, locale);
}
