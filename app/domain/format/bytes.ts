/** Sizes in binary units: a MiB is 1,048,576 bytes, and never called MB. */
import { formatNumber, noValue } from "./numbers.ts";

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;
export type ByteUnit = (typeof units)[number];

/** The largest unit in which the value is at least 1. */
export function byteUnit(bytes: number): ByteUnit {
  let size = Math.abs(bytes);
  let index = 0;
  // 1023.95 KiB would be written as 1,024.0 KiB: such a value belongs to the next unit.
  while (size >= 1023.95 && index < units.length - 1) {
    size /= 1024;
    index += 1;
  }
  return units[index] ?? "B";
}

export const inUnit = (bytes: number, unit: ByteUnit): number =>
  bytes / 1024 ** units.indexOf(unit);

/** "118.3 GiB", "0 B"; in the unit that fits best unless told: "0.84 GiB" beside "1.6 GiB". */
export function formatBytes(bytes: number | null | undefined, told?: ByteUnit): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return noValue;
  const unit = told ?? byteUnit(bytes);
  const value = inUnit(bytes, unit);
  const size = Math.abs(value);
  const digits = unit === "B" || size === 0 || size >= 1000 ? 0 : size < 0.995 ? 2 : 1;
  return `${formatNumber(value, digits)} ${unit}`;
}

/** Bytes per second as MiB/s, without the unit: that of the lanes' columns. */
export const mebibytes = (bytes: number): number => bytes / 1024 ** 2;
