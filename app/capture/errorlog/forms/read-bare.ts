/**
 * Reads messages that somebody cut out of a log, mostly for a forum or a mail: without times or with
 * them, with the sources or without, quoted or indented, prose around them. A line is a record when
 * it is one of the product's messages or begins with a source; what is neither stays outside.
 */
import { mayMean, recognise } from "../../../domain/errorlog/messages/recognise.ts";
import { productStartAt } from "../../../domain/errorlog/product-record.ts";
import { quotedStart } from "./console-prefix.ts";
import {
  type FormReading,
  type FormRecord,
  maxFormRecords,
  runsBackwards,
  tooManyNote,
  trimmedEnd,
} from "./form-reading.ts";
import { TextLines } from "./text-lines.ts";

/** "spid51  text", "Server      text". A plain word needs the padding of the product to count. */
const sourced = /(?:(spid\d{1,6}s?)[ \t]+|(Server|Logon|Backup)(?:\t+| {2,}))(?=\S)/y;
/** What a message is recognised by stands in its first characters. */
const maxRecognised = 8000;
const maxHeadLines = 300;
/** A record with more lines is none: what follows is left as lines of no record. */
const maxLines = 65_536;
/** At least one of so many lines has to be the product's: anything may hold a likely line. */
const linesPerMessage = 10;

interface Found {
  readonly timeMs: number | null;
  readonly source: string;
  readonly textStart: number;
  readonly isHeader: boolean;
}

export function looksBare(head: string): boolean {
  const lines = new TextLines(head);
  let [filled, found] = [0, 0];
  while (lines.number < maxHeadLines && lines.next()) {
    if (lines.isBlank) continue;
    filled += 1;
    if (recordAt(lines, contentStart(lines)) !== null) found += 1;
  }
  return found > 0 && found * linesPerMessage >= filled;
}

export function readBare(text: string): FormReading {
  const records: FormRecord[] = [];
  const lines = new TextLines(text);
  let current: OpenRecord | null = null;
  let afterHeader = false;
  const close = () => {
    if (current !== null) records.push(finished(text, current));
    current = null;
  };
  while (records.length < maxFormRecords && lines.next()) {
    const from = contentStart(lines);
    if (from >= lines.contentEnd) {
      close();
      continue;
    }
    const found: Found | null = recordAt(lines, from) ?? (afterHeader ? unsourced(from) : null);
    if (found !== null) {
      close();
      current = opened(lines, from, found);
      afterHeader = found.isHeader;
    } else if (current !== null && continues(current, lines, from)) extend(current, lines, from);
    else close();
  }
  close();
  return {
    form: "bare",
    records,
    newestFirst: runsBackwards(records),
    notes: [
      ...(lines.end < text.length ? [tooManyNote(lines.number + 1)] : []),
      ...notesOf(records),
    ],
  };
}

function notesOf(records: readonly FormRecord[]): string[] {
  const timeless = records.filter(({ timeMs }) => timeMs === null).length;
  if (timeless === 0) return [];
  if (timeless === records.length)
    return ["The messages have no time: they are in no phase and on no chart."];
  return [`Messages without a time, in no phase and on no chart: ${timeless}.`];
}

interface OpenRecord extends Found {
  readonly start: number;
  readonly line: number;
  readonly indent: number;
  end: number;
  textEnd: number;
  /** Null while the message is one line. */
  parts: string[] | null;
}

const opened = (lines: TextLines, from: number, found: Found): OpenRecord => ({
  ...found,
  start: lines.start,
  line: lines.number,
  indent: indentOf(lines, from),
  end: lines.end,
  textEnd: lines.contentEnd,
  parts: null,
});

function extend(record: OpenRecord, lines: TextLines, from: number): void {
  record.parts ??= [lines.text.slice(record.textStart, record.textEnd)];
  record.parts.push(lines.text.slice(from, lines.contentEnd));
  record.end = lines.end;
  record.textEnd = lines.contentEnd;
}

function finished(text: string, record: OpenRecord): FormRecord {
  const { start, end, line, timeMs, source, textStart, parts } = record;
  const textEnd = trimmedEnd(text, textStart, record.textEnd);
  const place = { start, end, line, timeMs, source, textStart, textEnd };
  return parts === null ? place : { ...place, text: parts.join("\n").trimEnd() };
}

/** A message with a time goes on up to the next blank line; one without only where it is indented. */
const continues = (record: OpenRecord, lines: TextLines, from: number): boolean =>
  (record.parts?.length ?? 0) < maxLines &&
  (record.timeMs !== null || indentOf(lines, from) > record.indent);

const indentOf = ({ start }: TextLines, from: number): number => from - start;

/** Behind marks of quotation and blanks. */
function contentStart({ text, start, contentEnd }: TextLines): number {
  let at = Math.min(quotedStart(text, start), contentEnd);
  while (at < contentEnd && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1;
  return at;
}

const unsourced = (textStart: number): Found => ({
  timeMs: null,
  source: "",
  textStart,
  isHeader: false,
});

function recordAt({ text, contentEnd }: TextLines, from: number): Found | null {
  const timed = productStartAt(text, from);
  const at = timed?.textStart ?? from;
  if (timed !== null) return { ...timed, isHeader: isHeaderAt(text, at, contentEnd) };
  sourced.lastIndex = from;
  const match = sourced.exec(text);
  if (match !== null) {
    const textStart = sourced.lastIndex;
    const source = match[1] ?? match[2] ?? "";
    return { timeMs: null, source, textStart, isHeader: isHeaderAt(text, textStart, contentEnd) };
  }
  const kind = kindAt(text, from, contentEnd);
  return kind === null ? null : { ...unsourced(from), isHeader: kind === "errorHeader" };
}

const isHeaderAt = (text: string, at: number, end: number): boolean =>
  kindAt(text, at, end) === "errorHeader";

/** The kind of message that a line is; null: none that is known. */
function kindAt(text: string, from: number, contentEnd: number): string | null {
  const [c0, c1, c2] = [0, 1, 2].map((index) => text.charCodeAt(from + index));
  if (from + 3 > contentEnd || !mayMean(c0 ?? 0, c1 ?? 0, c2 ?? 0)) return null;
  const { kind } = recognise(text.slice(from, Math.min(contentEnd, from + maxRecognised)), null);
  return kind === "other" || kind === "errorText" ? null : kind;
}
