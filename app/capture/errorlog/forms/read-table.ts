/**
 * Reads a table of log records. A row starts at a line that starts with a time; everything up to the
 * next such line belongs to it, since grids copy the line ends of a message without any quotes. A
 * quoted message that itself holds such a line is taken apart there: that keeps reading linear, and
 * loses nothing.
 */
import { WrittenTimes } from "./clock-time.ts";
import {
  type FormReading,
  type FormRecord,
  maxFormRecords,
  runsBackwards,
  tooManyNote,
  trimmedEnd,
} from "./form-reading.ts";
import { delimiterGroup, isRule, rowStart, type TableShape } from "./table-shape.ts";
import { TextLines } from "./text-lines.ts";

interface Row {
  readonly start: number;
  end: number;
  readonly line: number;
  /** Behind the time and its delimiter. */
  readonly afterTime: number;
}

/** "(7 rows affected)", in whatever language, and what clients print behind the last row. */
const trailer = /^(?:\(\d{1,9} [^()]{1,40}(?:\([^()]{1,4}\))?[^()]{0,40}\)|Completion time: .*)$/;
const maxTrailer = 120;

export function readTable(text: string, shape: TableShape): FormReading {
  const times = new WrittenTimes();
  const { rows, note: limit } = findRows(text, shape, times);
  const { order, note } = times.decideOrder();
  const width = shape.delimiter === " " ? (shape.screenWidth ?? usualScreenOf(text)) : null;
  const asPrinted = rows.map((row, at) => toRecord(text, shape, row, times.timeMs(at, order)));
  const records = width === null ? asPrinted : asPrinted.map((row) => rejoined(text, row, width));
  const newestFirst = runsBackwards(records);
  const notes = [limit, note].filter((one) => one !== null);
  if (records.some((record, at) => record !== asPrinted[at])) {
    notes.push(
      `Lines were cut at ${width} characters when this was printed, within words too; they were joined again.`,
    );
  }
  const full = records.filter((record) => fillsColumn(text, record, shape)).length;
  if (full > 0) {
    notes.push(
      `${full} ${full === 1 ? "message fills its column" : "messages fill their column"} of ${shape.textWidth} characters and may have lost its end when this was printed: print with sqlcmd -y 0, or open the ERRORLOG itself.`,
    );
  }
  if (newestFirst) notes.push("The newest record came first; records are shown in order of time.");
  if (times.areWholeSeconds)
    notes.push("Times have no fractions of a second: durations may be off by one second.");
  return { form: shape.form, records, newestFirst, notes };
}

/** Width of sqlcmd's screen, unless it is told otherwise. */
const usualScreen = 80;

/** The usual width where no line is longer and one is as long: a table without a rule tells no more. */
function usualScreenOf(text: string): number | null {
  const lines = new TextLines(text);
  let longest = 0;
  while (lines.next()) longest = Math.max(longest, lines.contentEnd - lines.start);
  return longest === usualScreen ? usualScreen : null;
}

/**
 * The message without the line ends that the screen put into it; its own follow a shorter line. The
 * record itself where there are none.
 */
function rejoined(text: string, record: FormRecord, width: number): FormRecord {
  const { start, textStart, textEnd } = record;
  const lines = new TextLines(text.slice(start, textEnd));
  let message = "";
  let isRejoined = false;
  let before = "";
  while (lines.next()) {
    const from = Math.max(lines.start, textStart - start);
    if (lines.contentEnd < from) continue;
    const wasCut = message !== "" && before.length === width;
    isRejoined ||= wasCut;
    message += (message === "" || wasCut ? "" : "\n") + lines.text.slice(from, lines.contentEnd);
    before = lines.content;
  }
  return isRejoined ? { ...record, text: message.trimEnd() } : record;
}

/** What is longer than its column was cut there; what fits exactly may have been. */
function fillsColumn(text: string, record: FormRecord, { textWidth }: TableShape): boolean {
  if (textWidth === null || textWidth < leastCutColumn) return false;
  const message = record.text ?? text.slice(record.textStart, record.textEnd);
  return message.length === textWidth;
}

/** Under a name alone ("Text") the rule is as short; such a table has no padding and cuts nothing. */
const leastCutColumn = 16;

function findRows(
  text: string,
  shape: TableShape,
  times: WrittenTimes,
): { readonly rows: Row[]; readonly note: string | null } {
  const rows: Row[] = [];
  const lines = new TextLines(text);
  let current: Row | null = null;
  let underHeader = false;
  const close = (end: number) => {
    if (current !== null) current.end = end;
    current = null;
  };
  while (lines.next()) {
    const found = rowAt(lines, shape, times);
    if (found !== null) {
      close(lines.start);
      if (rows.length >= maxFormRecords) return { rows, note: tooManyNote(lines.number) };
      current = found;
      rows.push(found);
      continue;
    }
    const isHeader = isHeaderLine(lines, shape);
    if (isHeader || isTrailer(lines, shape) || (underHeader && isRule(lines.content)))
      close(lines.start);
    underHeader = isHeader;
  }
  close(text.length);
  return { rows, note: null };
}

/** The row that starts at the line; its time goes to `times`. */
function rowAt(lines: TextLines, shape: TableShape, times: WrittenTimes): Row | null {
  const { text, start, number: line } = lines;
  rowStart.lastIndex = start;
  const match = rowStart.exec(text);
  if (match === null || rowStart.lastIndex > lines.contentEnd) return null;
  if ((match[delimiterGroup] ?? " ") !== shape.delimiter || !times.add(match)) return null;
  return { start, end: text.length, line, afterTime: rowStart.lastIndex };
}

function isHeaderLine(lines: TextLines, { header }: TableShape): boolean {
  if (header === null || lines.contentEnd - lines.start !== header.length) return false;
  return lines.content === header;
}

function isTrailer(lines: TextLines, { form }: TableShape): boolean {
  if (form === "ssmsCsv" || lines.contentEnd - lines.start > maxTrailer) return false;
  return trailer.test(lines.content.trimEnd());
}

function toRecord(text: string, shape: TableShape, row: Row, timeMs: number | null): FormRecord {
  const { start, end, line } = row;
  const rowEnd = trimmedEnd(text, row.afterTime, end);
  const place = { start, end, line, timeMs };
  if (shape.delimiter === " ") return { ...place, ...paddedCells(text, shape, row, rowEnd) };
  const source = readCell(text, row.afterTime, rowEnd, shape.delimiter);
  let textStart = source.next;
  // The severity: "Unknown" in all exports.
  if (shape.textColumn === 3) textStart = readCell(text, textStart, rowEnd, shape.delimiter).next;
  return { ...place, source: source.value.trim(), ...lastCell(text, shape, textStart, rowEnd) };
}

function paddedCells(text: string, { starts }: TableShape, row: Row, rowEnd: number) {
  let sourceStart = row.afterTime;
  let textStart = rowEnd;
  if (starts !== null && isColumn(text, row.start + starts.source, row.start + starts.text)) {
    sourceStart = row.start + starts.source;
    textStart = row.start + starts.text;
  } else {
    const cell = /\S*\s*/y;
    cell.lastIndex = sourceStart;
    cell.exec(text);
    textStart = cell.lastIndex;
  }
  textStart = Math.min(textStart, rowEnd);
  const source = text.slice(sourceStart, textStart).trim();
  return { source, textStart, textEnd: rowEnd };
}

/** Whether both columns have a blank before them and the first has a word. */
const isColumn = (text: string, source: number, message: number): boolean =>
  text[source - 1] === " " && text[message - 1] === " " && text[source] !== " ";

interface Cell {
  readonly value: string;
  /** Start of the next cell. */
  readonly next: number;
}

/** A cell between delimiters; quotes around it are taken off where they close before `limit`. */
function readCell(text: string, start: number, limit: number, delimiter: string): Cell {
  if (text[start] === '"') {
    const close = closingQuote(text, start, limit);
    if (close !== -1 && (close + 1 >= limit || text[close + 1] === delimiter))
      return { value: unquoted(text, start, close), next: Math.min(close + 2, limit) };
  }
  const found = text.slice(start, limit).indexOf(delimiter);
  const end = found === -1 ? limit : start + found;
  return { value: text.slice(start, end), next: Math.min(end + 1, limit) };
}

/** The quote that ends a quoted cell, past doubled ones; -1: none before `limit`. */
function closingQuote(text: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at++) {
    if (text.charCodeAt(at) !== 34) continue;
    if (text.charCodeAt(at + 1) !== 34 || at + 1 >= limit) return at;
    at += 1;
  }
  return -1;
}

const unquoted = (text: string, start: number, close: number): string =>
  text.slice(start + 1, close).replaceAll('""', '"');

/** The message and the empty columns behind it. */
function lastCell(text: string, shape: TableShape, start: number, rowEnd: number) {
  const end = messageEnd(text, shape, start, rowEnd);
  if (text[start] === '"' && end - start >= 2) {
    const close = closingQuote(text, start, end);
    if (close === end - 1) {
      const value = unquoted(text, start, close).trimEnd();
      return { textStart: start + 1, textEnd: close, text: unescaped(value, shape) };
    }
  }
  const verbatim = text.slice(start, end);
  const value = unescaped(verbatim, shape);
  return value === verbatim
    ? { textStart: start, textEnd: end }
    : { textStart: start, textEnd: end, text: value };
}

function messageEnd(text: string, shape: TableShape, start: number, rowEnd: number): number {
  const { delimiter, columns, textColumn } = shape;
  const behind = columns === null ? 0 : columns - 1 - textColumn;
  if (behind === 0 && columns !== null) return rowEnd;
  let end = rowEnd;
  let empty = 0;
  while (end > start && text[end - 1] === delimiter && (columns === null || empty < behind)) {
    end -= 1;
    empty += 1;
  }
  // One delimiter at the end may be the message's own where no header tells of columns behind it.
  if (columns === null && empty === 1) end = rowEnd;
  return trimmedEnd(text, start, end);
}

/** The log viewer writes a comma of a message as <c/>, and a line end as <nl/>. */
const unescaped = (value: string, { form }: TableShape): string =>
  form === "ssmsCsv" ? value.replaceAll("<c/>", ",").replaceAll("<nl/>", "\n") : value;
