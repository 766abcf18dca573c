/**
 * Reads the console of a server in a container: the product's lines behind prefixes, the lines of
 * other programs between them, and records that share a line. The prefixes are no part of a message.
 */

import {
  gluedRecords,
  type ProductStart,
  productStartAt,
} from "../../../domain/errorlog/product-record.ts";
import { consolePrefix } from "./console-prefix.ts";
import {
  type FormReading,
  type FormRecord,
  maxFormRecords,
  runsBackwards,
  tooManyNote,
  trimmedEnd,
} from "./form-reading.ts";
import { TextLines } from "./text-lines.ts";

/** What the platform below the server and the start script of its image print between records. */
const freeLine = new RegExp(
  [
    String.raw`ForceFlush (?:is enabled for this instance|feature is enabled for log durability)\.`,
    String.raw`SQL Server \d{4} will run as non-root by default\.`,
    "This container is running as user ",
    "Your master database file is owned by ",
    "To learn more visit https?://",
    String.raw`This is an evaluation version\.`,
    String.raw`The licensing PID was successfully processed\.`,
    String.raw`DBSTARTUP \(`,
    // The journal shows lines with a tab so.
    String.raw`\[[\d.]{1,8}[BKM] blob data\]`,
  ].join("|"),
  "y",
);
/** Docker's own file: an object per line. */
const jsonStart = '{"log":"';
const [backslash, quote] = [0x5c, 0x22];

/** A stretch of a line that starts a record, or continues one. */
interface Piece {
  /** With the prefix before it. */
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly line: number;
  readonly json: boolean;
  /** "" where the line does not tell. */
  readonly writer: string;
  readonly partial: boolean;
  readonly record: ProductStart | null;
}

const maxHeadLines = 300;

/**
 * Whether the beginning of a text shows a console: a record behind a prefix or behind another on its
 * line, or free lines.
 */
export function looksLikeConsole(head: string): boolean {
  const lines = new TextLines(head);
  let [free, records] = [false, false];
  while (lines.number < maxHeadLines && lines.next()) {
    const line = consoleLine(lines);
    const starts = productStartAt(head, line.contentStart) !== null;
    if (starts && line.contentStart > lines.start) return true;
    records ||= starts;
    free ||= isFree(head, line.contentStart);
    if (free && records) return true;
  }
  return false;
}

export function readContainer(text: string): FormReading {
  const reader = new ContainerReader(text);
  const lines = new TextLines(text);
  const { records, others } = reader;
  while (records.length < maxFormRecords && lines.next()) {
    if (lines.contentEnd === lines.start) reader.takeBlank();
    else for (const piece of piecesOf(lines)) reader.take(piece);
  }
  reader.close(lines.end);
  const notes = lines.end < text.length ? [tooManyNote(lines.number + 1)] : [];
  if (others.size > 0)
    notes.push(`Lines of other programs are in the file too: ${[...others].join(", ")}.`);
  return { form: "container", records, newestFirst: runsBackwards(records), notes };
}

const maxNamedWriters = 5;
/** A record with more lines is none: what follows is left as lines of no record. */
const maxLines = 65_536;

/** A record under way. */
interface OpenRecord {
  readonly start: Piece;
  /** Its message in parts, line ends included; blank lines wait for what follows them. */
  readonly parts: string[];
  blankLines: number;
  last: Piece;
}

class ContainerReader {
  readonly records: FormRecord[] = [];
  /** Writers without a record: other services of a Compose file. */
  readonly others = new Set<string>();
  readonly #text: string;
  readonly #writers = new Set<string>();
  #current: OpenRecord | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  take(piece: Piece): void {
    if (piece.record !== null) {
      this.#open(piece);
      return;
    }
    const current = this.#current;
    const continues =
      current !== null &&
      current.parts.length < maxLines &&
      (piece.writer === "" || piece.writer === current.start.writer) &&
      (current.last.partial || !isFree(this.#text, piece.contentStart));
    if (continues) this.#continue(current, piece);
    else {
      this.close(piece.start);
      this.#noteOther(piece.writer);
    }
  }

  /** A line without anything in it goes on with whatever is under way. */
  takeBlank(): void {
    if (this.#current !== null) this.#current.blankLines += 1;
  }

  close(end: number): void {
    if (this.#current !== null) this.records.push(recordOf(this.#text, this.#current, end));
    this.#current = null;
  }

  #open(piece: Piece): void {
    this.close(piece.start);
    this.#writers.add(piece.writer);
    this.others.delete(piece.writer);
    this.#current = { start: piece, parts: [], blankLines: 0, last: piece };
  }

  #continue(current: OpenRecord, piece: Piece): void {
    const { parts, blankLines, last } = current;
    if (parts.length === 0) parts.push(contentOf(this.#text, current.start, textStartOf(current)));
    const lineEnds = "\n".repeat(blankLines + (last.partial ? 0 : 1));
    parts.push(lineEnds + contentOf(this.#text, piece, piece.contentStart));
    current.blankLines = 0;
    current.last = piece;
  }

  #noteOther(writer: string): void {
    if (writer === "" || this.#writers.has(writer)) return;
    if (this.others.size < maxNamedWriters) this.others.add(writer);
  }
}

const textStartOf = ({ start }: OpenRecord): number =>
  Math.min(start.record?.textStart ?? start.contentEnd, start.contentEnd);

function contentOf(text: string, { json, contentEnd }: Piece, from: number): string {
  const content = text.slice(from, contentEnd);
  return json ? unescapedJson(content) : content;
}

function isFree(text: string, at: number): boolean {
  freeLine.lastIndex = at;
  return freeLine.test(text);
}

/** A line without what is around it. */
function consoleLine(lines: TextLines) {
  const { text, start, contentEnd } = lines;
  if (text.startsWith(jsonStart, start)) {
    const from = start + jsonStart.length;
    const to = jsonTextEnd(text, from, contentEnd);
    return { contentStart: from, contentEnd: to, json: true, writer: "", partial: false };
  }
  const prefix = consolePrefix(text, start);
  return {
    // A prefix ends within its line.
    contentStart: Math.min(prefix?.end ?? start, contentEnd),
    contentEnd,
    json: false,
    writer: prefix?.writer ?? "",
    partial: prefix?.partial ?? false,
  };
}

/** End of a string of JSON, without the line end that the console's line has at its own end. */
function jsonTextEnd(text: string, from: number, limit: number): number {
  let end = from;
  let at = from;
  while (at < limit && text.charCodeAt(at) !== quote) {
    const isEscape = text.charCodeAt(at) === backslash;
    const isLineEnd = isEscape && (text[at + 1] === "n" || text[at + 1] === "r");
    at += isEscape ? 2 : 1;
    if (!isLineEnd) end = at;
  }
  return Math.min(end, limit);
}

/** One piece, or several where records share the line. */
function piecesOf(lines: TextLines): Piece[] {
  const { text, number, start } = lines;
  const line = consoleLine(lines);
  const content = text.slice(line.contentStart, line.contentEnd);
  const starts = gluedRecords(content).map((index) => line.contentStart + index);
  return [line.contentStart, ...starts].map((from, index) => {
    const next = starts[index];
    return {
      ...line,
      start: index === 0 ? start : from,
      contentStart: from,
      contentEnd: next ?? line.contentEnd,
      line: number,
      partial: next === undefined && line.partial,
      record: productStartAt(text, from),
    };
  });
}

function recordOf(text: string, current: OpenRecord, end: number): FormRecord {
  const { start, parts, last } = current;
  const textStart = textStartOf(current);
  const place = {
    start: start.start,
    end,
    line: start.line,
    timeMs: start.record?.timeMs ?? null,
    source: start.record?.source ?? "",
    textStart,
  };
  if (parts.length > 0) {
    const textEnd = Math.max(textStart, last.contentEnd);
    return { ...place, textEnd, text: parts.join("").trimEnd() };
  }
  const textEnd = trimmedEnd(text, textStart, start.contentEnd);
  if (!start.json) return { ...place, textEnd };
  return { ...place, textEnd, text: contentOf(text, start, textStart).trimEnd() };
}

/** The text without escapes; as it is where a broken line leaves half an escape. */
function unescapedJson(part: string): string {
  if (!part.includes("\\")) return part;
  try {
    const value: unknown = JSON.parse(`"${part}"`);
    return typeof value === "string" ? value : part;
  } catch {
    return part;
  }
}
