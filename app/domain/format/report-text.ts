/** What reports, conclusions and tables say besides plain numbers, sizes and times. */
import type { Summary } from "../../contract/summary.ts";
import { formatNumber } from "./numbers.ts";

type Value = number | null | undefined;

/** Bytes per second as MiB/s, without the unit. */
export const byteRateText = (bytes: Value): string =>
  formatNumber(bytes === null || bytes === undefined ? null : bytes / 1024 ** 2, 2);
export const mebibytesText = (bytes: Value): string =>
  formatNumber(bytes === null || bytes === undefined ? null : bytes / 1024 ** 2, 1);

/** "2026-11-25T14:14:34.377Z" as "2026-11-25 14:14:34 UTC". */
export const utcText = (iso: string): string => `${iso.slice(0, 19).replace("T", " ")} UTC`;

/** "+11.5 %", "−16.7 %": from `base` to `value`; null where there is nothing to compare with. */
export function changeText(base: number | null, value: number | null): string | null {
  if (base === null || value === null || base <= 0) return null;
  const percent = (100 * (value - base)) / base;
  return `${percent < 0 ? "−" : "+"}${formatNumber(Math.abs(percent), 1)} %`;
}

/** A message of the engine as a sentence of a paragraph. */
export const asSentence = (text: string): string =>
  /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;

/** What begins a sentence: "Throughput", but "p99", which is written so wherever it stands. */
export const atBegin = (text: string): string =>
  /^p\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** Which engine ran: "0.1.0, revision 3"; runs that are older than revisions have none. */
export const engineText = ({ version, revision }: Summary["run"]["engine"]): string =>
  revision === undefined ? version : `${version}, revision ${revision}`;
