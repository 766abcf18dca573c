/** Texts of records, read from the file again when somebody looks at them. */
import { read } from "../read-bytes.ts";
import { decode, type EncodingsSeen, type StretchEncoding } from "./encoding.ts";
import type { RecordIndex } from "./record-index.ts";
import { messageStartOf } from "./record-scanner.ts";

/** Neighbouring records are read together up to this. */
const maxReadBytes = 1024 * 1024;

/** From `offset` on the file has this encoding, up to the next stretch. */
export interface Stretch {
  readonly offset: number;
  readonly encoding: StretchEncoding;
}

export interface StoredTextsOptions {
  readonly descriptor: number;
  readonly index: RecordIndex;
  /** In order of their offsets; the list grows while the file is read. */
  readonly stretches: readonly Stretch[];
  readonly encodings: EncodingsSeen;
  /** Where the last record ends, as far as it was read. */
  readonly endOfLast: () => number;
}

export class StoredTexts {
  readonly #options: StoredTextsOptions;

  constructor(options: StoredTextsOptions) {
    this.#options = options;
  }

  /** The message with its continuation lines, without what blanks and line ends follow it. */
  message(record: number): string {
    const start = this.#options.index.offset(record);
    return this.#messageOf(this.#read(start, this.#endOf(record)), start);
  }

  /** All characters of the file that belong to the record. */
  verbatim(record: number): string {
    const start = this.#options.index.offset(record);
    const bytes = this.#read(start, this.#endOf(record));
    return this.#decode(bytes, start);
  }

  messages(from: number, to: number, visit: (record: number, message: string) => void): void {
    const { index } = this.#options;
    for (let first = from; first < to; ) {
      const start = index.offset(first);
      let last = first;
      while (last + 1 < to && this.#endOf(last + 1) - start <= maxReadBytes) last += 1;
      const bytes = this.#read(start, this.#endOf(last));
      for (let record = first; record <= last; record++) {
        const offset = index.offset(record);
        const piece = bytes.subarray(offset - start, this.#endOf(record) - start);
        visit(record, this.#messageOf(piece, offset));
      }
      first = last + 1;
    }
  }

  /** The message in the bytes of one record. Lines that belong to no record are all message. */
  #messageOf(bytes: Buffer, offset: number): string {
    const text = this.#decode(bytes, offset);
    return text.slice(messageStartOf(text)).trimEnd();
  }

  #decode(bytes: Buffer, offset: number): string {
    const { page } = this.#options.encodings;
    return decode(bytes, 0, bytes.length, this.#encodingAt(offset), page);
  }

  #endOf(record: number): number {
    const { index, endOfLast } = this.#options;
    return record + 1 < index.count ? index.offset(record + 1) : endOfLast();
  }

  #encodingAt(offset: number): StretchEncoding {
    const stretch = this.#options.stretches.findLast((candidate) => candidate.offset <= offset);
    return stretch?.encoding ?? "ansi";
  }

  #read(from: number, to: number): Buffer {
    return read(this.#options.descriptor, to - from, from);
  }
}
