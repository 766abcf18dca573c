/**
 * Splits the text of an ERRORLOG into records. A record starts with a line that begins with a time;
 * what follows up to the next such line belongs to it. Nothing is dropped: lines before the first
 * record are kept apart, since they belong to none.
 */

export interface LogRecord {
  /** Number of its first line, from 1. */
  readonly line: number;
  /** Local time of the server, as milliseconds since 1970 of a clock without zones. */
  readonly timeMs: number;
  /** Who wrote it: "spid51", "Server", "Logon", ...; a system session ends in "s". */
  readonly source: string;
  readonly text: string;
  readonly continuation: readonly string[];
}

export interface SplitLog {
  readonly lineCount: number;
  readonly records: readonly LogRecord[];
  /** Lines that come before any record. Blank ones are not worth keeping. */
  readonly orphans: readonly { readonly line: number; readonly text: string }[];
}

/** The source is padded to 12 columns by the product, by less in what people quote. */
const recordStart =
  /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})\.(\d{2,3})[ \t]+(\S+)(?:[ \t]+(.*))?$/;

/** CR CR LF occurs inside records and is one line end; a lone CR is one too. */
const lineEnd = /\r*\n|\r+/;

export function splitRecords(text: string): SplitLog {
  const lines = text.split(lineEnd);
  if (lines.at(-1) === "") lines.pop();
  const records: (LogRecord & { continuation: string[] })[] = [];
  const orphans: { line: number; text: string }[] = [];
  lines.forEach((content, index) => {
    const record = parseRecordStart(content, index + 1);
    const current = records.at(-1);
    if (record !== null) records.push(record);
    else if (current !== undefined) current.continuation.push(content);
    else if (content.trim() !== "") orphans.push({ line: index + 1, text: content });
  });
  for (const { continuation } of records) dropTrailingBlanks(continuation);
  return { lineCount: lines.length, records, orphans };
}

function dropTrailingBlanks(lines: string[]): void {
  while (lines.at(-1)?.trim() === "") lines.pop();
}

function parseRecordStart(content: string, line: number) {
  const match = recordStart.exec(content);
  if (match === null) return null;
  const timeMs = parseTime(match);
  if (timeMs === null) return null;
  const [source = "", text = ""] = [match[8], match[9]];
  return { line, timeMs, source, text: text.trimEnd(), continuation: [] as string[] };
}

/** Null for what looks like a time and is none, such as 25:61:00. */
function parseTime(match: RegExpExecArray): number | null {
  const fields = match.slice(1, 7).map(Number);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields;
  const milliseconds = Number((match[7] ?? "").padEnd(3, "0"));
  const timeMs = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const back = new Date(timeMs);
  const valid =
    back.getUTCFullYear() === year &&
    back.getUTCMonth() === month - 1 &&
    back.getUTCDate() === day &&
    back.getUTCHours() === hour &&
    back.getUTCMinutes() === minute &&
    back.getUTCSeconds() === second;
  return valid ? timeMs : null;
}

/** "2006-10-23T21:48:07.220": local to the server, hence without a zone. */
export const printTime = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, -1);
