/**
 * An ERRORLOG as the product writes it, of any size: read once from its beginning to its end, in
 * pieces, for the index of its records and for the events in it. Texts are read again when somebody
 * looks at them.
 */
import { fstatSync } from "node:fs";
import { read, readInto } from "../read-bytes.ts";
import { AsciiBlocks } from "./ascii-blocks.ts";
import {
  decode,
  detectEncoding,
  type EncodingsSeen,
  type StretchEncoding,
  stretchEnd,
  unitBytes,
} from "./encoding.ts";
import type { ClockStep, FileFacts } from "./file-facts.ts";
import { type Meaning, otherKindId } from "./meaning.ts";
import { RecordIndex } from "./record-index.ts";
import { findRecordStarts, RecordStarts } from "./record-start.ts";
import type { ReadingFile } from "./record-store.ts";
import { SourceCache } from "./source-cache.ts";
import type { SourceTable } from "./source-table.ts";
import { StoredTexts, type Stretch } from "./stored-texts.ts";

const defaultPieceBytes = 4 * 1024 * 1024;
/** What is kept of a record that has no end yet. A longer one is recognised by its beginning. */
const defaultMaxCarryBytes = 1024 * 1024;
/** So much of a file tells its encoding and its line ends. */
const headBytes = 65_536;
/** Of a record's text no more is recognised, in characters. */
const maxText = 65_536;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** The record whose end has not been found. Positions are in characters of the piece. */
class OpenRecord {
  isOpen = false;
  start = 0;
  messageStart = 0;
  line = 0;
  timeMs = Number.NaN;
  sourceId = 0;
  /** Its text, when the piece that holds it had to go. */
  text: string | null = null;
}

export interface ProductFileOptions {
  readonly descriptor: number;
  readonly sources: SourceTable;
  readonly meaning: Meaning;
  readonly facts: FileFacts;
  readonly encodings: EncodingsSeen;
  /** Position of its first record among those of the capture. */
  readonly firstRecord: number;
  readonly onTimeStep: (step: ClockStep) => void;
  /** Smaller in tests, so that pieces end everywhere. */
  readonly pieceBytes?: number;
  readonly maxCarryBytes?: number;
}

export class ProductFile implements ReadingFile {
  readonly #options: ProductFileOptions;
  readonly #size: number;
  readonly #index = new RecordIndex(otherKindId);
  readonly #starts: RecordStarts;
  readonly #stretches: Stretch[] = [];
  readonly #texts: StoredTexts;
  readonly #pieceBytes: number;
  readonly #maxCarryBytes: number;
  readonly #bytes: Buffer<ArrayBuffer>;
  /** One byte per character of `bytes`; for one-byte encodings the same buffer. */
  #characters: Buffer;
  readonly #narrowed: Buffer<ArrayBuffer>;
  /** Offset in the file of the first byte of the piece, and how many bytes it has. */
  #offset = 0;
  #filled = 0;
  #encoding: StretchEncoding = "ansi";
  #unit: 1 | 2 = 1;
  #lineEnd = lineFeed;
  /** Where the first line begins that was not looked at, in characters. */
  #lineStart = 0;
  /** That line began in a piece before, and is longer than a piece. */
  #inLongLine = false;
  readonly #cache = new SourceCache();
  readonly #open = new OpenRecord();
  readonly #ascii: AsciiBlocks;
  #done = false;

  constructor(options: ProductFileOptions) {
    this.#options = options;
    this.#pieceBytes = options.pieceBytes ?? defaultPieceBytes;
    this.#maxCarryBytes = options.maxCarryBytes ?? defaultMaxCarryBytes;
    const capacity = this.#pieceBytes + this.#maxCarryBytes;
    this.#bytes = Buffer.from(new ArrayBuffer(capacity));
    this.#narrowed = Buffer.from(new ArrayBuffer(capacity >>> 1));
    this.#characters = this.#bytes;
    this.#starts = new RecordStarts(capacity);
    this.#ascii = new AsciiBlocks(capacity);
    this.#size = fstatSync(options.descriptor).size;
    this.#texts = new StoredTexts({
      descriptor: options.descriptor,
      index: this.#index,
      stretches: this.#stretches,
      endOfLast: () => this.bytesRead,
    });
    const head = read(options.descriptor, Math.min(this.#size, headBytes));
    const { encoding, markBytes } = detectEncoding(head);
    this.#begin(markBytes, encoding);
    if (!head.includes(lineFeed) && head.includes(carriageReturn)) this.#lineEnd = carriageReturn;
  }

  get count(): number {
    return this.#index.count;
  }

  get bytesRead(): number {
    return this.#done ? this.#size : this.#offset + this.#lineStart * this.#unit;
  }

  readSlice(): boolean {
    if (this.#done) return false;
    const room = Math.min(this.#bytes.length - this.#filled, this.#pieceBytes);
    const wanted = Math.min(room, this.#size - this.#offset - this.#filled);
    const got = this.#fill(wanted);
    // A file that got shorter meanwhile ends where it ends.
    const atEnd = got < wanted || this.#offset + this.#filled >= this.#size;
    if (got < wanted) this.#options.facts.notes.push("the file became shorter while it was read");
    const end = stretchEnd(this.#bytes, 0, this.#filled, this.#encoding);
    const isStretchEnd = end < this.#filled;
    this.#scan(end, atEnd || isStretchEnd);
    if (isStretchEnd) this.#changeEncoding(end);
    else if (atEnd) this.#finish();
    else this.#carry();
    return !this.#done;
  }

  line(record: number): number {
    return this.#index.line(record);
  }
  timeMs(record: number): number {
    return this.#index.timeMs(record);
  }
  sourceId(record: number): number {
    return this.#index.sourceId(record);
  }
  kindId(record: number): number {
    return this.#index.kindId(record);
  }
  severity(record: number): number {
    return this.#index.severity(record);
  }

  message(record: number): string {
    return this.#texts.message(record);
  }
  verbatim(record: number): string {
    return this.#texts.verbatim(record);
  }
  messages(from: number, to: number, visit: (record: number, message: string) => void): void {
    this.#texts.messages(from, to, visit);
  }

  #fill(wanted: number): number {
    const at = this.#offset + this.#filled;
    const got = readInto(this.#options.descriptor, this.#bytes, this.#filled, wanted, at);
    this.#filled += got;
    return got;
  }

  #begin(offset: number, encoding: StretchEncoding): void {
    this.#offset = offset;
    this.#filled = 0;
    this.#lineStart = 0;
    this.#inLongLine = false;
    this.#encoding = encoding;
    this.#unit = unitBytes(encoding);
    this.#stretches.push({ offset, encoding });
  }

  #changeEncoding(end: number): void {
    this.#closeRecord(this.#lineStart);
    const offset = this.#offset + end;
    const encoding = this.#encoding === "ansi" ? this.#wideEncodingAt(end) : "ansi";
    this.#options.facts.notes.push(`from byte ${offset} on it is in another encoding`);
    this.#begin(offset, encoding);
  }

  #wideEncodingAt(at: number): StretchEncoding {
    const { encoding } = detectEncoding(this.#bytes.subarray(at, this.#filled));
    // The zero bytes were seen: it is one of the two.
    return encoding === "utf-16be" ? "utf-16be" : "utf-16le";
  }

  #finish(): void {
    this.#closeRecord(this.#lineStart);
    this.#options.meaning.finish();
    this.#done = true;
  }

  /** One byte per character: what is above Latin-1 becomes 255, which no record starts with. */
  #narrow(end: number): Buffer {
    const narrow = this.#bytes.subarray(0, end);
    this.#ascii.note(this.#encoding === "ansi" ? narrow : null);
    if (this.#encoding === "ansi") return narrow;
    const units = end >>> 1;
    const wide = new Uint16Array(this.#bytes.buffer, 0, units);
    const littleEndian = this.#encoding === "utf-16le" ? wide : swapped(wide);
    new Uint8ClampedArray(this.#narrowed.buffer).set(littleEndian);
    return this.#narrowed.subarray(0, units);
  }

  /** Looks at the lines up to `end` bytes; at `isEnd` also at one that no line end closes. */
  #scan(end: number, isEnd: boolean): void {
    const characters = this.#narrow(end);
    this.#characters = characters;
    const { facts, encodings } = this.#options;
    if (this.#inLongLine && !this.#skipLongLine(characters, isEnd)) return;
    const from = this.#lineStart;
    const starts = this.#starts;
    starts.clear();
    const read = findRecordStarts(
      characters,
      {
        lineEnd: this.#lineEnd,
        from,
        linesBefore: facts.lines,
        timeBeforeMs: facts.lastTimeMs ?? Number.NEGATIVE_INFINITY,
        isEnd,
      },
      this.#cache,
      starts,
    );
    // Lines before the first record of all belong to none.
    const first = starts.count > 0 ? (starts.at[0] ?? 0) : read.end;
    if (!this.#open.isOpen) this.#addOrphans(characters, from, first);
    if (starts.count > 0) this.#takeRecords(starts);
    facts.lines += read.lines;
    this.#lineStart = read.end;
    encodings.take(this.#bytes.subarray(from * this.#unit, read.end * this.#unit), this.#encoding);
  }

  #takeRecords(starts: RecordStarts): void {
    const { facts } = this.#options;
    const { count, at, timeMs } = starts;
    this.#closeRecord(at[0] ?? 0);
    this.#nameStrangers(starts);
    this.#tellSteps(starts);
    facts.takeTimes(timeMs[0] ?? Number.NaN, timeMs[count - 1] ?? Number.NaN);
    facts.records += count;
    const firstOfPiece = this.#index.count;
    this.#index.addAll(starts, this.#offset, this.#unit);
    const meant = this.#takeCandidates(starts, firstOfPiece);
    // The last one stays open: it ends where the next one starts.
    this.#openRecord(starts, count - 1);
    facts.unrecognised += count - 1 - meant;
  }

  #nameStrangers({ strangers, sourceStart, sourceEnd, sourceId }: RecordStarts): void {
    const { sources } = this.#options;
    for (const start of strangers) {
      const name = this.#decode(sourceStart[start] ?? 0, sourceEnd[start] ?? 0);
      const id = sources.idOf(name);
      sourceId[start] = id;
      this.#cache.keep(name, id);
    }
  }

  #tellSteps({ steps, timeMs, line }: RecordStarts): void {
    const { facts, onTimeStep, firstRecord } = this.#options;
    for (const start of steps) {
      const fromMs = start === 0 ? (facts.lastTimeMs ?? Number.NaN) : (timeMs[start - 1] ?? 0);
      const record = firstRecord + this.#index.count + start;
      onTimeStep({ record, line: line[start] ?? 0, fromMs, toMs: timeMs[start] ?? 0 });
    }
  }

  /** All but the last record of the piece. Returns of how many the meaning was looked for. */
  #takeCandidates(starts: RecordStarts, firstOfPiece: number): number {
    const { meaning } = this.#options;
    const { candidates, candidateCount, count } = starts;
    const last = count - 1;
    let looked = 0;
    let next = 0;
    const takeFrom = (start: number): void => {
      next = start;
      do {
        this.#takeRecord(starts, next, firstOfPiece);
        next += 1;
        looked += 1;
        // An error's text follows its header, whatever it begins with.
      } while (meaning.expectsText && next < last);
    };
    if (meaning.expectsText && last > 0) takeFrom(0);
    for (let each = 0; each < candidateCount; each++) {
      const start = candidates[each] ?? 0;
      if (start >= next && start < last) takeFrom(start);
    }
    return looked;
  }

  #takeRecord(starts: RecordStarts, start: number, firstOfPiece: number): void {
    const { line, timeMs, sourceId, messageStart, at } = starts;
    const { meaning, sources, firstRecord } = this.#options;
    const record = firstOfPiece + start;
    const place = {
      record: firstRecord + record,
      line: line[start] ?? 0,
      timeMs: timeMs[start] ?? Number.NaN,
      source: sources.name(sourceId[start] ?? 0),
    };
    meaning.take(place, this.#textOf(messageStart[start] ?? 0, at[start + 1] ?? 0));
    if (!meaning.isOther) this.#index.setMeaning(record, meaning.kindId, meaning.severity);
  }

  #openRecord({ at, line, timeMs, sourceId, messageStart }: RecordStarts, start: number): void {
    const open = this.#open;
    open.isOpen = true;
    open.start = at[start] ?? 0;
    open.messageStart = messageStart[start] ?? 0;
    open.line = line[start] ?? 0;
    open.timeMs = timeMs[start] ?? Number.NaN;
    open.sourceId = sourceId[start] ?? 0;
    open.text = null;
  }

  #skipLongLine(characters: Buffer, isEnd: boolean): boolean {
    const lineEnd = characters.indexOf(this.#lineEnd, this.#lineStart);
    this.#inLongLine = lineEnd < 0 && !isEnd;
    this.#lineStart = lineEnd < 0 ? characters.length : lineEnd + 1;
    return !this.#inLongLine;
  }

  /** Each line is an entry of its own, so that nothing is dropped. */
  #addOrphans(characters: Buffer, from: number, to: number): void {
    let line = this.#options.facts.lines;
    for (let at = from; at < to; ) {
      line += 1;
      const lineEnd = characters.indexOf(this.#lineEnd, at);
      const next = lineEnd < 0 || lineEnd >= to ? to : lineEnd + 1;
      this.#index.add(this.#offset + at * this.#unit, line, Number.NaN, 0);
      // A blank line holds nothing that could be understood.
      const isBlankLine = characters.subarray(at, next).every(isSpace);
      if (!isBlankLine) this.#options.facts.unrecognised += 1;
      at = next;
    }
  }

  /** `end` in characters: where the next record, or the end of the stretch, begins. */
  #closeRecord(end: number): void {
    const open = this.#open;
    if (!open.isOpen) return;
    open.isOpen = false;
    const { meaning, sources, firstRecord } = this.#options;
    const record = this.#index.count - 1;
    const { line, timeMs, sourceId, messageStart } = open;
    const place = { record: firstRecord + record, line, timeMs, source: sources.name(sourceId) };
    meaning.take(place, open.text ?? this.#textOf(messageStart, end));
    this.#index.setMeaning(record, meaning.kindId, meaning.severity);
  }

  /** From the message's first character to what is not blank before `end`. */
  #textOf(messageStart: number, end: number): string {
    const characters = this.#characters;
    let last = Math.min(end, messageStart + maxText);
    while (last > messageStart && isSpace(characters[last - 1])) last -= 1;
    return this.#decode(messageStart, last);
  }

  #decode(start: number, end: number): string {
    if (this.#ascii.has(start, end)) return this.#bytes.toString("latin1", start, end);
    const unit = this.#unit;
    return decode(this.#bytes, start * unit, end * unit, this.#encoding);
  }

  /** Moves what has no end yet to the front, to make room for the next piece. */
  #carry(): void {
    const open = this.#open;
    const keepsOpen = open.isOpen && open.text === null;
    let keepFrom = keepsOpen ? open.start : this.#lineStart;
    const tooLong = (from: number) => this.#filled - from * this.#unit > this.#maxCarryBytes;
    if (tooLong(keepFrom) && keepsOpen) {
      open.text = this.#textOf(open.messageStart, this.#lineStart);
      keepFrom = this.#lineStart;
    }
    if (tooLong(keepFrom)) {
      this.#beginLongLine();
      keepFrom = this.#lineStart;
    }
    this.#bytes.copyWithin(0, keepFrom * this.#unit, this.#filled);
    this.#filled -= keepFrom * this.#unit;
    this.#offset += keepFrom * this.#unit;
    this.#lineStart -= keepFrom;
    open.start -= keepFrom;
    open.messageStart -= keepFrom;
  }

  #beginLongLine(): void {
    const records = this.#index.count;
    this.#scan(this.#filled - (this.#filled % this.#unit), true);
    const open = this.#open;
    const isNew = open.isOpen && this.#index.count > records;
    if (isNew) open.text = this.#textOf(open.messageStart, this.#characters.length);
    this.#inLongLine = true;
  }
}

function swapped(wide: Uint16Array): Uint16Array {
  const copy = new Uint16Array(wide);
  Buffer.from(copy.buffer).swap16();
  return copy;
}

const isSpace = (byte: number | undefined): boolean => byte !== undefined && byte <= 0x20;
