/**
 * An ERRORLOG as the product writes it, of any size: read once from its beginning to its end, in
 * pieces, for the index of its records and for the events in it. Texts are read again when somebody
 * looks at them.
 */
import { fstatSync } from "node:fs";
import { LineEnds } from "../../domain/line-ends.ts";
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
import { type Meaning, type MeantText, meantBy, otherKindId } from "./meaning.ts";
import { RecordIndex } from "./record-index.ts";
import {
  isSeenBefore,
  narrowed,
  notRecent,
  placeOfRecent,
  RecordScanner,
  recentPlaces,
} from "./record-scanner.ts";
import type { ReadingFile } from "./record-store.ts";
import type { SourceTable } from "./source-table.ts";
import { StoredTexts, type Stretch } from "./stored-texts.ts";

/** A piece and all that is found in it stay in the processor's cache. */
const defaultPieceBytes = 512 * 1024;
/** What is kept of a record that has no end yet. A longer one is recognised by its beginning. */
const defaultMaxCarryBytes = 1024 * 1024;
/** So much of a file tells its encoding. */
const headBytes = 65_536;
/** Characters of a record's text beyond which nothing is recognised. */
const maxText = 65_536;

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
  readonly #scanner: RecordScanner;
  readonly #stretches: Stretch[] = [];
  readonly #texts: StoredTexts;
  readonly #pieceBytes: number;
  readonly #maxCarryBytes: number;
  readonly #bytes: Buffer<ArrayBuffer>;
  /** The piece, one byte per character; for one-byte encodings it lies in `bytes`. */
  #characters: Buffer;
  readonly #narrowed: Buffer<ArrayBuffer>;
  /** Offset in the file of the first byte of the piece, and how many bytes it has. */
  #offset = 0;
  #filled = 0;
  #encoding: StretchEncoding = "ansi";
  #unit: 1 | 2 = 1;
  /** Where the first line begins that was not looked at, in characters. */
  #lineStart = 0;
  /** That line began in a piece before, and is longer than a piece. */
  #inLongLine = false;
  /** What the texts mean that the scanner remembers, by their places. */
  readonly #recent: (MeantText | undefined)[] = new Array(recentPlaces);
  /** By the same places: kind of a text from which nothing else follows; `otherKindId`: something may. */
  readonly #dullKindIds = new Uint8Array(recentPlaces).fill(otherKindId);
  readonly #open = new OpenRecord();
  readonly #ascii: AsciiBlocks;
  #done = false;

  constructor(options: ProductFileOptions) {
    this.#options = options;
    this.#pieceBytes = options.pieceBytes ?? defaultPieceBytes;
    this.#maxCarryBytes = options.maxCarryBytes ?? defaultMaxCarryBytes;
    this.#size = fstatSync(options.descriptor).size;
    const capacity = Math.min(this.#pieceBytes + this.#maxCarryBytes, this.#size + 1);
    this.#bytes = Buffer.from(new ArrayBuffer(capacity));
    this.#narrowed = Buffer.from(new ArrayBuffer(capacity >>> 1));
    this.#characters = this.#bytes;
    this.#scanner = RecordScanner.forCharacters(capacity);
    this.#ascii = new AsciiBlocks(capacity);
    this.#texts = new StoredTexts({
      descriptor: options.descriptor,
      index: this.#index,
      stretches: this.#stretches,
      encodings: options.encodings,
      endOfLast: () => this.bytesRead,
    });
    const head = read(options.descriptor, Math.min(this.#size, headBytes));
    const { encoding, markBytes } = detectEncoding(head);
    this.#begin(markBytes, encoding);
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
    this.#scanner.forget();
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

  /** Looks at the lines up to `end` bytes; at `isEnd` also at one that no line end closes. */
  #scan(end: number, isEnd: boolean): void {
    const bytes = this.#bytes.subarray(0, end);
    const characters = narrowed(bytes, this.#encoding, this.#narrowed);
    this.#characters = characters;
    this.#ascii.note(characters);
    const { facts, encodings } = this.#options;
    encodings.look(bytes, this.#encoding);
    if (this.#inLongLine && !this.#skipLongLine(characters, isEnd)) return;
    const from = this.#lineStart;
    const scanner = this.#scanner;
    scanner.scan(characters, {
      from,
      linesBefore: facts.lines,
      timeBeforeMs: facts.lastTimeMs ?? Number.NEGATIVE_INFINITY,
      isEnd,
    });
    // Lines before the first record of all belong to none.
    const first = scanner.count > 0 ? (scanner.at[0] ?? 0) : scanner.end;
    if (!this.#open.isOpen) this.#addOrphans(characters, from, first);
    if (scanner.count > 0) this.#takeRecords(scanner);
    facts.lines += scanner.lines;
    this.#lineStart = scanner.end;
    const scanned = bytes.subarray(from * this.#unit, scanner.end * this.#unit);
    encodings.take(scanned, this.#encoding);
  }

  #takeRecords(scanner: RecordScanner): void {
    const { facts } = this.#options;
    const { count, at, timeMs } = scanner;
    this.#closeRecord(at[0] ?? 0);
    this.#nameStrangers(scanner);
    this.#tellSteps(scanner);
    facts.takeTimes(timeMs[0] ?? Number.NaN, timeMs[count - 1] ?? Number.NaN);
    facts.records += count;
    const firstOfPiece = this.#index.count;
    this.#index.addAll(scanner, this.#offset, this.#unit);
    const meant = this.#takeCandidates(scanner, firstOfPiece);
    // The last one stays open: it ends where the next one starts.
    this.#openRecord(scanner, count - 1);
    facts.unrecognised += count - 1 - meant;
  }

  #nameStrangers(scanner: RecordScanner): void {
    const { sources } = this.#options;
    const { strangers, strangerCount, sourceStart, sourceEnd, sourceId } = scanner;
    for (const record of strangers.subarray(0, strangerCount)) {
      const [start, end] = [sourceStart[record] ?? 0, sourceEnd[record] ?? 0];
      const id = sources.idOf(this.#decode(start, end));
      sourceId[record] = id;
      scanner.keepSource(this.#characters.subarray(start, end), id);
    }
  }

  #tellSteps({ steps, stepCount, timeMs, line }: RecordScanner): void {
    const { facts, onTimeStep, firstRecord } = this.#options;
    for (const start of steps.subarray(0, stepCount)) {
      const fromMs = start === 0 ? (facts.lastTimeMs ?? Number.NaN) : (timeMs[start - 1] ?? 0);
      const record = firstRecord + this.#index.count + start;
      onTimeStep({ record, line: line[start] ?? 0, fromMs, toMs: timeMs[start] ?? 0 });
    }
  }

  /** All but the last record of the piece. Returns of how many the meaning was looked for. */
  #takeCandidates(scanner: RecordScanner, firstOfPiece: number): number {
    const { meaning } = this.#options;
    const { candidates, candidateCount, count } = scanner;
    const last = count - 1;
    let looked = 0;
    let candidate = 0;
    // Each candidate has its turn: what it means is remembered for those with the same text.
    for (let next = 0; ; next++) {
      const ahead = candidate < candidateCount ? (candidates[candidate] ?? last) : last;
      // An error's text follows its header, whatever it begins with.
      if (!meaning.expectsText) next = ahead;
      if (next >= last) return looked;
      looked += 1;
      const isCandidate = next === ahead;
      const dullKindId = isCandidate ? this.#dullKindIdOf(scanner, candidate) : otherKindId;
      if (dullKindId !== otherKindId && !meaning.expectsText) {
        this.#index.setMeaning(firstOfPiece + next, dullKindId, 0);
      } else {
        this.#takeRecord(scanner, next, isCandidate ? candidate : -1, firstOfPiece);
      }
      if (isCandidate) candidate += 1;
    }
  }

  /** The kind of a text that was seen before and from which nothing else follows. */
  #dullKindIdOf(scanner: RecordScanner, candidate: number): number {
    const recent = scanner.recent[candidate] ?? notRecent;
    return isSeenBefore(recent) ? (this.#dullKindIds[recent] ?? otherKindId) : otherKindId;
  }

  /** `candidate`: its position among the candidates; negative when it is none of them. */
  #takeRecord(
    scanner: RecordScanner,
    start: number,
    candidate: number,
    firstOfPiece: number,
  ): void {
    const { meaning, firstRecord } = this.#options;
    const timeMs = scanner.timeMs[start] ?? Number.NaN;
    const sourceId = scanner.sourceId[start] ?? 0;
    const errorNumber = meaning.errorNumberOf(timeMs, sourceId);
    const meant =
      candidate < 0
        ? meantBy(
            this.#textOf(scanner.messageStart[start] ?? 0, scanner.at[start + 1] ?? 0),
            errorNumber,
          )
        : this.#candidateMeans(scanner, start, candidate, errorNumber);
    const record = firstOfPiece + start;
    meaning.take(firstRecord + record, scanner.line[start] ?? 0, timeMs, sourceId, meant);
    if (!meaning.isOther) this.#index.setMeaning(record, meaning.kindId, meaning.severity);
  }

  #candidateMeans(
    scanner: RecordScanner,
    start: number,
    candidate: number,
    errorNumber: number | null,
  ): MeantText {
    const recent = scanner.recent[candidate] ?? notRecent;
    if (isSeenBefore(recent)) {
      const known = this.#recent[recent];
      if (known !== undefined && known.errorNumber === errorNumber) return known;
    }
    const text = this.#decode(scanner.messageStart[start] ?? 0, scanner.textEnd[candidate] ?? 0);
    const meant = meantBy(text, errorNumber);
    if (recent !== notRecent) this.#remember(placeOfRecent(recent), meant);
    return meant;
  }

  #remember(place: number, meant: MeantText): void {
    this.#recent[place] = meant;
    this.#dullKindIds[place] = this.#options.meaning.isDull(meant) ? meant.kindId : otherKindId;
  }

  #openRecord({ at, line, timeMs, sourceId, messageStart }: RecordScanner, start: number): void {
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
    const next = new LineEnds(characters, isEnd).next(this.#lineStart);
    this.#inLongLine = next === null && !isEnd;
    this.#lineStart = next ?? characters.length;
    return !this.#inLongLine;
  }

  /** Each line is an entry of its own, so that nothing is dropped. */
  #addOrphans(characters: Buffer, from: number, to: number): void {
    let line = this.#options.facts.lines;
    const ends = new LineEnds(characters);
    for (let at = from; at < to; ) {
      line += 1;
      const next = Math.min(ends.next(at) ?? to, to);
      this.#index.add(this.#offset + at * this.#unit, line, Number.NaN, 0);
      // A blank line holds nothing that could be understood.
      if (!characters.subarray(at, next).every(isSpace)) this.#options.facts.unrecognised += 1;
      at = next;
    }
  }

  /** `end` in characters: where the next record, or the end of the stretch, begins. */
  #closeRecord(end: number): void {
    const open = this.#open;
    if (!open.isOpen) return;
    open.isOpen = false;
    const { meaning, firstRecord } = this.#options;
    const record = this.#index.count - 1;
    const { line, timeMs, sourceId, messageStart } = open;
    const text = open.text ?? this.#textOf(messageStart, end);
    const meant = meantBy(text, meaning.errorNumberOf(timeMs, sourceId));
    meaning.take(firstRecord + record, line, timeMs, sourceId, meant);
    this.#index.setMeaning(record, meaning.kindId, meaning.severity);
  }

  /** From the message's first character to what is not blank before `end`. */
  #textOf(messageStart: number, end: number): string {
    let last = Math.min(end, messageStart + maxText);
    while (last > messageStart && isSpace(this.#characters[last - 1])) last -= 1;
    return this.#decode(messageStart, last);
  }

  #decode(start: number, end: number): string {
    if (this.#ascii.has(start, end)) return this.#characters.toString("latin1", start, end);
    const unit = this.#unit;
    const { page } = this.#options.encodings;
    return decode(this.#bytes, start * unit, end * unit, this.#encoding, page);
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
    this.#scan(this.#filled, true);
    const open = this.#open;
    const isNew = open.isOpen && this.#index.count > records;
    if (isNew) open.text = this.#textOf(open.messageStart, this.#characters.length);
    this.#inLongLine = true;
  }
}

/** Control characters end a text as blanks do. */
const isSpace = (character: number | undefined): boolean =>
  character !== undefined && character <= 0x20;
