/**
 * What container runtimes, orchestrators and the journal put before each line of a console. A line
 * may carry several, as "db-1  | 2023-08-07T10:11:12.123456789Z ".
 */

export interface Prefix {
  /** Where the line of the console starts. */
  readonly end: number;
  /** Which container wrote the line; "" where the prefix does not tell. */
  readonly writer: string;
  /** Whether the runtime cut the line here: the next one of the writer continues it. */
  readonly partial: boolean;
}

/** Colours of a terminal. */
const escapeCode = 27;
const escapes = new RegExp(String.raw`(?:${String.fromCharCode(escapeCode)}\[[\d;]{0,12}m)*`, "y");
/** "db-1  | " of Compose, "[pod/sql-0/mssql] " of kubectl. */
const name =
  /(?:([A-Za-z0-9][\w.-]{0,100}) {1,60}\|(?: |(?=[\r\n]|$))|\[(pod\/[\w./-]{1,200})\] )/y;
/** Time of the runtime, with nanoseconds; then the stream and whether it is a full line (F) or a part (P). */
const stamp =
  /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}) ?(?:(?:stdout|stderr) ([FP]) ?)?/y;
/** "Aug 07 10:11:12 sqlprod01 sqlservr[812]: " of the journal. */
const journal =
  /[A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} [\w.-]{1,100} ([\w.-]{1,60})\[\d{1,9}\]: /y;
/** Marks of a page that quotes: "> > ". */
const quote = /[ \t]*(?:> ?){1,8}[ \t]*/y;

const none: Prefix = { end: 0, writer: "", partial: false };

/** The prefixes at the start of a line; null: there are none. */
export function consolePrefix(text: string, start: number): Prefix | null {
  let end = afterEscapes(text, start);
  let { writer, partial } = none;
  const named = execAt(name, text, end);
  if (named !== null) {
    writer = named[1] ?? named[2] ?? "";
    end = afterEscapes(text, name.lastIndex);
  }
  const first = text.charCodeAt(end);
  const stamped = isDigit(first) ? execAt(stamp, text, end) : null;
  if (stamped !== null) {
    partial = stamped[1] === "P";
    end = stamp.lastIndex;
  }
  const noted = isCapital(first) ? execAt(journal, text, end) : null;
  if (noted !== null) {
    writer = noted[1] ?? "";
    end = journal.lastIndex;
  }
  const found = named !== null || stamped !== null || noted !== null;
  return found ? { end: afterEscapes(text, end), writer, partial } : null;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;

const afterEscapes = (text: string, at: number): number =>
  text.charCodeAt(at) === escapeCode ? skip(escapes, text, at) : at;

/** Where a quoted line starts behind its marks; `start` where it has none. */
export const quotedStart = (text: string, start: number): number => skip(quote, text, start);

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function skip(pattern: RegExp, text: string, at: number): number {
  return execAt(pattern, text, at) === null ? at : pattern.lastIndex;
}
