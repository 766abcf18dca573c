/** What a step of a series came to, in words. */
import { formatNumber } from "../format/numbers.ts";

/** "2,538 MB/s": in the units of the product's messages and of devices. */
export const rateText = (bytesPerSecond: number): string =>
  `${formatNumber(bytesPerSecond / 1e6)} MB/s`;

/** "1.75 ×". */
export const timesText = (times: number): string => `${formatNumber(times, 2)} ×`;
