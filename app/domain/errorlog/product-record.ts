/**
 * The start of a record as the product writes it, found in text: of the engine's own lines, and of
 * exports that wrap the product's lines in something. `app/capture/errorlog/record-scanner.ts` does the
 * same on the bytes of large files.
 */
import { startOfDayMs } from "../local-time.ts";

export interface ProductStart {
  readonly timeMs: number;
  readonly source: string;
  /** Where the message starts. */
  readonly textStart: number;
}

const time = String.raw`(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})\.(\d{2,3})`;
const productStart = new RegExp(String.raw`${time}[ \t]+(\S{1,60})(?:[ \t]+|(?=[\r\n]|$))`, "y");

/** The record that starts at `at`; null: none does. */
export function productStartAt(text: string, at: number): ProductStart | null {
  productStart.lastIndex = at;
  const match = productStart.exec(text);
  if (match === null) return null;
  const timeMs = timeOf(match);
  return timeMs === null
    ? null
    : { timeMs, source: match[8] ?? "", textStart: productStart.lastIndex };
}

function timeOf(match: readonly string[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const dayMs = startOfDayMs(year, month, day);
  if (dayMs === null) return null;
  const milliseconds = Number((match[7] ?? "").padEnd(3, "0"));
  return dayMs + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
}

/**
 * A record glued to the end of another: a time, and a source of the product padded to its column.
 * Times that a message quotes are not followed by a source.
 */
const glued =
  /\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{2} (?:spid\d{1,6}s? |Server |Logon |Backup ) {2,}/g;

/** A time, a source in its column, and something before them. */
const shortestGlued = 32;

/** Positions of records in a line that do not start with it. */
export function gluedRecords(line: string): number[] {
  if (line.length < shortestGlued) return [];
  return [...line.matchAll(glued)].map(({ index }) => index).filter((index) => index > 0);
}
