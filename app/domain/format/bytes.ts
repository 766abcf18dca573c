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

/** "118.3 GiB", "0 B"; decimals below 1,000 of a unit unless told. */
export function formatBytes(bytes: number | null | undefined, locale?: string): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return noValue;
  const unit = byteUnit(bytes);
  const value = inUnit(bytes, unit);
  const digits = unit === "B" || Math.abs(value) >= 1000 ? 0 : 1;
  return `${formatNumber(value, digits, locale)} ${unit}`;
}

/** Bytes per second as MiB/s, without the unit: that of the lanes' columns. */
export const mebibytes = (bytes: number): number => bytes / 1024 ** 2;
