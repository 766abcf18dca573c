/**
 * Numbers of the report as text. A report goes from hand to hand, so it reads the same whatever the
 * locale of the machine that wrote it. CSV and JSON have the plain numbers.
 */
import type { Summary } from "../../contract/summary.ts";
import { type ByteUnit, formatBytes } from "./bytes.ts";
import { countOf, formatNumber, formatReadable } from "./numbers.ts";
import { formatTidyDuration } from "./times.ts";

const locale = "en-US";
type Value = number | null | undefined;

export const numberText = (value: Value, digits = 0): string => formatNumber(value, digits, locale);
export const readableText = (value: Value): string => formatReadable(value, locale);
export const bytesText = (value: Value, unit?: ByteUnit): string =>
  formatBytes(value, locale, unit);

/** Whole seconds need no hundredths: "10 s", "3.27 s", "1 min 20.91 s", "14 ms". */
export const durationText = (ms: Value): string => formatTidyDuration(ms, locale);

/** Bytes per second as MiB/s, without the unit. */
export const byteRateText = (bytes: Value): string =>
  numberText(bytes === null || bytes === undefined ? null : bytes / 1024 ** 2, 2);
export const mebibytesText = (bytes: Value): string =>
  numberText(bytes === null || bytes === undefined ? null : bytes / 1024 ** 2, 1);

/** "2026-11-25T14:14:34.377Z" as "2026-11-25 14:14:34 UTC". */
export const utcText = (iso: string): string => `${iso.slice(0, 19).replace("T", " ")} UTC`;

/** "+11.5 %", "−16.7 %": from `base` to `value`; null where there is nothing to compare with. */
export function changeText(base: number | null, value: number | null): string | null {
  if (base === null || value === null || base <= 0) return null;
  const percent = (100 * (value - base)) / base;
  return `${percent < 0 ? "−" : "+"}${numberText(Math.abs(percent), 1)} %`;
}

/** A message of the engine as a sentence of a paragraph. */
export const asSentence = (text: string): string =>
  /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;

/** What begins a sentence: "Throughput", but "p99", which is written so wherever it stands. */
export const atBegin = (text: string): string =>
  /^p\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** "1 user", "1,200 users". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  countOf(count, one, many, locale);

/** Which engine ran: "0.1.0, revision 3"; runs that are older than revisions have none. */
export const engineText = ({ version, revision }: Summary["run"]["engine"]): string =>
  revision === undefined ? version : `${version}, revision ${revision}`;
