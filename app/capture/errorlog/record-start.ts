/**
 * Finds where records start: "2006-10-23 21:48:07.22 spid51      text". It looks at every line of
 * logs that have millions of them, so it works on bytes, one per character, writes into columns, and
 * keeps its state in local variables: the same in small objects takes five times as long.
 */

import { leadTable } from "../../domain/errorlog/messages/recognise.ts";
import { startOfDayMs } from "../../domain/local-time.ts";
import { longestCached, SourceCache, slotOf } from "./source-cache.ts";

const [dash, colon, dot, space, tab] = [0x2d, 0x3a, 0x2e, 0x20, 0x09];
const [lineFeed, carriageReturn] = [0x0a, 0x0d];
/** A byte order mark, as its first byte shows: U+FEFF narrowed to one byte, or the first of UTF-8's. */
const [markNarrowed, markUtf8] = [0xff, 0xef];

/** From a line's start to the first character of its fraction of a second. */
const fractionAt = 20;
/** The product pads the source to this many columns. */
const sourceColumns = 12;
/** Of the shortest record: time, blank, source of one character. */
const shortestRecord = fractionAt + 4;

/** Value of a digit; anything else is so large that no field that holds it is in its range. */
const digit = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : 10_000,
);

/** No name was found in the cache: the source must be read as text. */
export const unknownSource = 0xffff;

/** Starts of records in one piece of a file; positions are in characters of the piece. */
export class RecordStarts {
  count = 0;
  /** Of the line, with a byte order mark that it may begin with. */
  readonly at: Uint32Array;
  /** Number of the line in the file, from 1. */
  readonly line: Uint32Array;
  /** Local time, ms since 1970 of a clock without zones. */
  readonly timeMs: Float64Array;
  readonly sourceStart: Uint32Array;
  readonly sourceEnd: Uint32Array;
  readonly sourceId: Uint16Array;
  readonly messageStart: Uint32Array;
  /** Positions in the columns of the records whose message may mean something. */
  readonly candidates: Uint32Array;
  candidateCount = 0;
  /** Positions of the records whose source is not cached. */
  readonly strangers: number[] = [];
  /** Positions of the records before which the clock went back. */
  readonly steps: number[] = [];

  constructor(characters: number) {
    const most = Math.ceil(characters / shortestRecord) + 1;
    this.at = new Uint32Array(most);
    this.line = new Uint32Array(most);
    this.timeMs = new Float64Array(most);
    this.sourceStart = new Uint32Array(most);
    this.sourceEnd = new Uint32Array(most);
    this.sourceId = new Uint16Array(most);
    this.messageStart = new Uint32Array(most);
    this.candidates = new Uint32Array(most);
  }

  clear(): void {
    this.count = 0;
    this.candidateCount = 0;
    this.strangers.length = 0;
    this.steps.length = 0;
  }
}

export interface Lines {
  /** Line feed; carriage return in files that have no other. */
  readonly lineEnd: number;
  /** Where the first line starts that is to be looked at. */
  readonly from: number;
  /** Lines before it in the file, and the time of the record before it. */
  readonly linesBefore: number;
  readonly timeBeforeMs: number;
  /** Whether a line counts that no line end closes: it is the last of all. */
  readonly isEnd: boolean;
}

/** Where the lines that were looked at end, and how many they were. */
export interface LinesRead {
  readonly end: number;
  readonly lines: number;
}

/** Looks at the lines of `characters`, one byte each, and adds the records that start there. */
export function findRecordStarts(
  characters: Buffer,
  lines: Lines,
  cache: SourceCache,
  starts: RecordStarts,
): LinesRead {
  const { lineEnd, from, isEnd, linesBefore } = lines;
  const { at, line, timeMs, sourceStart, sourceEnd, sourceId, messageStart, candidates } = starts;
  const { lows, highs, ids } = cache;
  const length = characters.length;
  let count = starts.count;
  let candidateCount = starts.candidateCount;
  let lineNumber = linesBefore;
  let previousMs = lines.timeBeforeMs;
  let dayKey = -1;
  let dayMs = Number.NaN;
  let lineStart = from;
  while (lineStart < length) {
    const feed = characters.indexOf(lineEnd, lineStart);
    if (feed < 0 && !isEnd) break;
    const next = feed < 0 ? length : feed + 1;
    const first = lineStart;
    lineStart = next;
    lineNumber += 1;
    let p = first;
    if (characters[p] === markNarrowed) p += 1;
    else if (characters[p] === markUtf8) p += 3;
    // Separators first: nearly every line that starts no record fails here.
    if (
      characters[p + 4] !== dash ||
      characters[p + 7] !== dash ||
      characters[p + 10] !== space ||
      characters[p + 13] !== colon ||
      characters[p + 16] !== colon ||
      characters[p + 19] !== dot ||
      p + shortestRecord > next
    )
      continue;
    const year = two(characters, p) * 100 + two(characters, p + 2);
    const month = two(characters, p + 5);
    const key = (year * 100 + month) * 100 + two(characters, p + 8);
    if (key !== dayKey) {
      // Neighbouring records have the same day: it is computed once.
      dayKey = key;
      dayMs = startOfDayMs(year, month, two(characters, p + 8)) ?? Number.NaN;
    }
    const hour = two(characters, p + 11);
    const minute = two(characters, p + 14);
    const second = two(characters, p + 17);
    let milliseconds = two(characters, p + fractionAt) * 10;
    let q = p + fractionAt + 2;
    if (!isBlank(characters[q])) {
      milliseconds += digitOf(characters[q]);
      q += 1;
    }
    const isTime = hour < 24 && minute < 60 && second < 60 && milliseconds < 1000;
    if (!isTime || Number.isNaN(dayMs) || !isBlank(characters[q])) continue;
    while (isBlank(characters[q])) q += 1;
    const source = q;
    let low = 0;
    let high = 0;
    let bits = 0;
    while (q < next && !isSpace(characters[q])) {
      const byte = characters[q] ?? 0;
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | byte;
      bits |= byte;
      q += 1;
    }
    if (q === source) continue;
    const wordEnd = q;
    if (!isBlank(characters[q + 1])) q = endOfTwoWords(characters, source, q, next);
    const slot = slotOf(low, high);
    const isCached =
      q === wordEnd &&
      q - source <= longestCached &&
      bits < 0x80 &&
      lows[slot] === low &&
      highs[slot] === high;
    if (!isCached) starts.strangers.push(count);
    const time = dayMs + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
    if (time < previousMs) starts.steps.push(count);
    previousMs = time;
    at[count] = first;
    line[count] = lineNumber;
    timeMs[count] = time;
    sourceStart[count] = source;
    sourceEnd[count] = q;
    sourceId[count] = isCached ? (ids[slot] ?? 0) : unknownSource;
    while (q < next && isBlank(characters[q])) q += 1;
    messageStart[count] = q;
    const c0 = characters[q] ?? 0;
    const c1 = characters[q + 1] ?? 0;
    const c2 = characters[q + 2] ?? 0;
    // Beyond ASCII one byte does not tell: the text must.
    if ((c0 | c1 | c2) >= 0x80 || leadTable[(c0 << 14) | (c1 << 7) | c2] !== 0) {
      candidates[candidateCount] = count;
      candidateCount += 1;
    }
    count += 1;
  }
  starts.count = count;
  starts.candidateCount = candidateCount;
  return { end: lineStart, lines: lineNumber - linesBefore };
}

/** Local time of the first record of a text; ms since 1970 of a clock without zones. */
export function firstRecordTime(text: string): number | null {
  const starts = findInText(text, new RecordStarts(text.length));
  return starts.count === 0 ? null : (starts.timeMs[0] ?? null);
}

/** More than the time and the longest source take. */
const headOfRecord = 256;
/** Asked of every row that is shown or searched: what it needs is made once. */
const head = new RecordStarts(headOfRecord);

/** Where the message of a record begins in its text; 0 in lines that start no record. */
export function messageStartOf(record: string): number {
  const starts = findInText(record.slice(0, headOfRecord), head);
  return starts.count > 0 && starts.at[0] === 0 ? (starts.messageStart[0] ?? 0) : 0;
}

/** Never filled: who the source is does not matter here. */
const noSources = new SourceCache();

function findInText(text: string, starts: RecordStarts): RecordStarts {
  const narrowed = text.startsWith("\ufeff") ? `\u00ff${text.slice(1)}` : text;
  const characters = Buffer.from(narrowed, "latin1");
  const lineEnd = characters.includes(lineFeed) ? lineFeed : carriageReturn;
  const lines = { lineEnd, from: 0, linesBefore: 0, timeBeforeMs: Number.NEGATIVE_INFINITY };
  starts.clear();
  findRecordStarts(characters, { ...lines, isEnd: true }, noSources, starts);
  return starts;
}

const digitOf = (byte: number | undefined): number => digit[byte ?? 0] ?? 0;
const two = (bytes: Uint8Array, at: number): number =>
  digitOf(bytes[at]) * 10 + digitOf(bytes[at + 1]);

const isBlank = (byte: number | undefined): boolean => byte === space || byte === tab;
const isLineEnd = (byte: number | undefined): boolean =>
  byte === lineFeed || byte === carriageReturn;
const isSpace = (byte: number | undefined): boolean => isBlank(byte) || isLineEnd(byte);

/**
 * The source is one word, padded to 12 columns by the product and followed by one blank in what
 * people quote. Of a localised server it may have two words: then there are two blanks before the
 * product's column. "spid51 Error" is a source and the beginning of a message.
 */
function endOfTwoWords(bytes: Uint8Array, start: number, wordEnd: number, end: number): number {
  const logon = endOfSpanishLogon(bytes, start, end);
  if (logon !== null) return logon;
  const column = start + sourceColumns;
  if (column >= end || wordEnd >= column) return wordEnd;
  if (digitOf(bytes[wordEnd - 1]) < 10 || digitOf(bytes[wordEnd - 2]) < 10) return wordEnd;
  const isColumn =
    isBlank(bytes[column - 1]) && isBlank(bytes[column - 2]) && !isSpace(bytes[column]);
  for (let at = wordEnd; at < column; at++) if (isLineEnd(bytes[at])) return wordEnd;
  if (!isColumn) return wordEnd;
  let sourceEnd = column;
  while (isBlank(bytes[sourceEnd - 1])) sourceEnd -= 1;
  return sourceEnd;
}

/** "Inicio de sesión": three words, longer than the column, so one blank follows it. */
const spanishLogon = Buffer.from("Inicio de sesi", "latin1");
const [letterI, letterN] = [0x49, 0x6e];

function endOfSpanishLogon(bytes: Uint8Array, start: number, end: number): number | null {
  if (bytes[start] !== letterI) return null;
  for (const [index, byte] of spanishLogon.entries()) {
    if (bytes[start + index] !== byte) return null;
  }
  let at = start + spanishLogon.length;
  // The accented letter: one byte, or two in UTF-8.
  while (at < end && at < start + spanishLogon.length + 2 && (bytes[at] ?? 0) > 0x7f) at += 1;
  return bytes[at] === letterN && isBlank(bytes[at + 1]) ? at + 1 : null;
}
