/** What the readers of exports hand on; offsets are UTF-16 positions in the decoded text. */
import type { ErrorlogForm } from "../../../contract/capture.ts";
import { formatNumber } from "../../../domain/format/numbers.ts";

export interface FormRecord {
  /** Half open, with line ends; records and the gaps between them tile the text. */
  readonly start: number;
  readonly end: number;
  /** Number of its first line, from 1. */
  readonly line: number;
  /** Local time, ms since 1970 of a clock without zones; null: the text tells none. */
  readonly timeMs: number | null;
  readonly source: string;
  /** The message, without blanks at its end. */
  readonly textStart: number;
  readonly textEnd: number;
  /** The message where it does not stand verbatim in the text: unquoted, without prefixes. */
  readonly text?: string;
}

export interface FormReading {
  readonly form: ErrorlogForm;
  /** In the order of the text. */
  readonly records: readonly FormRecord[];
  /** Whether the order of the text is the reverse of the order of time. */
  readonly newestFirst: boolean;
  /** What was assumed, each a sentence for a person. */
  readonly notes: readonly string[];
}

/** All of them are in memory. An export of 64 MiB has as many if they are short. */
export const maxFormRecords = 500_000;

/** What readers say that came to `maxFormRecords`; `line` is the first that was not looked at. */
export const tooManyNote = (line: number): string =>
  `The file has more than ${formatNumber(maxFormRecords)} records: from line ${line} on it is shown as it is.`;

const isTrailing = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Where the text of `from` to `to` ends when blanks and line ends at its end are left out. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isTrailing(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/**
 * Whether records run against time: more of them come before their forerunner than after it. Those
 * of one second say nothing.
 */
export function runsBackwards(records: readonly Pick<FormRecord, "timeMs">[]): boolean {
  let balance = 0;
  let before: number | null = null;
  for (const { timeMs } of records) {
    if (timeMs === null) continue;
    if (before !== null) balance += Math.sign(timeMs - before);
    before = timeMs;
  }
  return balance < 0;
}
