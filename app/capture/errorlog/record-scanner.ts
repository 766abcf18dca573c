/**
 * Finds where records start: "2006-10-23 21:48:07.22 spid51      text". It looks at every line of
 * logs that have millions of them, so the addon does it, and writes into columns.
 */
import {
  type LogReader,
  loadLogReader,
  type NativeRecordScanner,
  type RecordColumns,
} from "../../addon/addon.ts";
import { addonPath } from "../../addon/addon-path.ts";
import type { Result } from "../../contract/result.ts";
import { leadTable, startsOfLead } from "../../domain/errorlog/messages/recognise.ts";
import type { StretchEncoding } from "./encoding.ts";

/** Characters of the shortest record: time, blank, source of one character. */
const shortestRecord = 24;

/** In `recent`: the text of a record is remembered, will be from now on, or neither. */
export const notRecent = -(2 ** 31);
export const isSeenBefore = (recent: number): boolean => recent >= 0;
/** Where a text is remembered, whether it was seen before or not. */
export const placeOfRecent = (recent: number): number => (recent >= 0 ? recent : ~recent);
/** Texts that are remembered at a time. */
export const recentPlaces = 8192;

export interface ScanRequest {
  /** Where the first line starts that is to be looked at. */
  readonly from: number;
  /** Lines before it in the file, and the time of the record before it. */
  readonly linesBefore: number;
  readonly timeBeforeMs: number;
  /** Whether a line counts that no line end closes: it is the last of all. */
  readonly isEnd: boolean;
}

let reader: Result<LogReader> | null = null;

/** Fails where the addon is not built, and says what to do. It is loaded once. */
export function logReader(): Result<LogReader> {
  reader ??= loadLogReader(addonPath());
  return reader;
}

function loaded(): LogReader {
  const result = logReader();
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/**
 * Characters of a piece, one byte each: of UTF-16 what lies beyond Latin-1 becomes 255, of others the
 * bytes are as they are. `room` takes those of UTF-16.
 */
export function narrowed(bytes: Buffer, encoding: StretchEncoding, room: Buffer): Buffer {
  if (encoding === "ansi") return bytes;
  loaded().narrow(bytes, encoding === "utf-16be", room);
  return room.subarray(0, bytes.length >>> 1);
}

/** Starts of records in one piece of a file; positions are in characters of the piece. */
export class RecordScanner implements RecordColumns {
  /** Offset of the line, with a byte order mark that it may begin with. */
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
  /** By candidate: where its text ends; 0 for the last record of the piece, which may go on. */
  readonly textEnd: Uint32Array;
  /** By candidate: whether its text came before. */
  readonly recent: Int32Array;
  /** Positions of the records whose source is not known. */
  readonly strangers: Uint32Array;
  /** Positions of the records before which the clock went back. */
  readonly steps: Uint32Array;
  /** What the last scan found; the getters below name it. */
  readonly found = new Uint32Array(6);
  readonly #native: NativeRecordScanner;

  /** Room for that many records. A scan stops when it is full. */
  constructor(records: number) {
    this.at = new Uint32Array(records);
    this.line = new Uint32Array(records);
    this.timeMs = new Float64Array(records);
    this.sourceStart = new Uint32Array(records);
    this.sourceEnd = new Uint32Array(records);
    this.sourceId = new Uint16Array(records);
    this.messageStart = new Uint32Array(records);
    this.candidates = new Uint32Array(records);
    this.textEnd = new Uint32Array(records);
    this.recent = new Int32Array(records);
    this.strangers = new Uint32Array(records);
    this.steps = new Uint32Array(records);
    this.#native = new (loaded().RecordScanner)(leadTable, startsOfLead, this);
  }

  /** Room for all records that so many characters can hold. */
  static forCharacters(characters: number): RecordScanner {
    return new RecordScanner(Math.ceil(characters / shortestRecord) + 1);
  }

  /** Where the first line begins that was not looked at. */
  get end(): number {
    return this.found[0] ?? 0;
  }
  get lines(): number {
    return this.found[1] ?? 0;
  }
  get count(): number {
    return this.found[2] ?? 0;
  }
  get candidateCount(): number {
    return this.found[3] ?? 0;
  }
  get strangerCount(): number {
    return this.found[4] ?? 0;
  }
  get stepCount(): number {
    return this.found[5] ?? 0;
  }

  /** The columns then hold the records that start in the lines of `characters`, one byte each. */
  scan(characters: Uint8Array, request: ScanRequest): void {
    const { from, linesBefore, timeBeforeMs, isEnd } = request;
    this.#native.scan(characters, from, linesBefore, timeBeforeMs, isEnd);
  }

  keepSource(name: Uint8Array, id: number): void {
    this.#native.keepSource(name, id);
  }

  /** The characters that follow are in another encoding. */
  forget(): void {
    this.#native.forget();
  }
}

/** Local time of the first record of a text; ms since 1970 of a clock without zones. */
export function firstRecordTime(text: string): number | null {
  const found = firstRecord(text);
  return found === null ? null : (found.timeMs[0] ?? null);
}

/** More than the time and the longest source take. */
const headOfRecord = 256;

/** Where the message of a record begins in its text; 0 in lines that start no record. */
export function messageStartOf(record: string): number {
  const found = firstRecord(record.slice(0, headOfRecord));
  return found !== null && found.at[0] === 0 ? (found.messageStart[0] ?? 0) : 0;
}

/** Asked of every row that is shown or searched: what it needs is made once. */
let single: RecordScanner | null = null;

function firstRecord(text: string): RecordScanner | null {
  single ??= new RecordScanner(1);
  // The only character beyond Latin-1 that tells something is a byte order mark, which reads as 255.
  const narrowed = text.startsWith("\ufeff") ? `\u00ff${text.slice(1)}` : text;
  const bytes = Buffer.from(narrowed, "latin1");
  single.scan(bytes, {
    from: 0,
    linesBefore: 0,
    timeBeforeMs: Number.NEGATIVE_INFINITY,
    isEnd: true,
  });
  return single.count === 0 ? null : single;
}
