/** Values of an axis, all with the decimals that tell its steps apart. */
import { formatNumber } from "../domain/format/numbers.ts";

/** Counters of a server may be any number: beside the name of a lane there is room for few figures. */
const shortened = [
  { from: 1e12, sign: "T" },
  { from: 1e9, sign: "G" },
  { from: 1e6, sign: "M" },
] as const;

export function formatTick(value: number, step: number): string {
  if (value === 0) return "0";
  const short = shortened.find(({ from }) => step >= from);
  if (short !== undefined) {
    return `${formatTick(value / short.from, step / short.from)} ${short.sign}`;
  }
  const digits = [0, 1, 2, 3, 4, 5].find((count) => {
    const shifted = step * 10 ** count;
    return Math.abs(shifted - Math.round(shifted)) < 1e-6 * shifted;
  });
  return formatNumber(value, digits ?? 5);
}
