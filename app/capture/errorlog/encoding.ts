/**
 * Encodings of logs as they come: as the product wrote them, saved again by an editor, appended to
 * by a tool that writes another encoding, or two files copied into one.
 */
import { isAscii, isUtf8 } from "node:buffer";
import type { Encoding } from "../../contract/capture.ts";
import { type CodePage, CodePageFinder, decodePage } from "./code-page.ts";

/** How a stretch of a file is encoded. `ansi`: UTF-8 where its bytes are valid, else a code page of Windows. */
export type StretchEncoding = "utf-16le" | "utf-16be" | "ansi";

export const unitBytes = (encoding: StretchEncoding): 1 | 2 => (encoding === "ansi" ? 1 : 2);

export interface DetectedEncoding {
  readonly encoding: StretchEncoding;
  /** Length of the byte order mark. */
  readonly markBytes: number;
}

/** So much of a file's head is looked at. */
const sampleBytes = 4096;
/** In UTF-16 text of Western languages nearly every second byte is zero; in other text none is. */
const zerosOfUtf16 = 0.25;

/** By byte order mark, else by where the zero bytes are. */
export function detectEncoding(head: Uint8Array): DetectedEncoding {
  const [first, second, third] = head;
  if (first === 0xff && second === 0xfe) return { encoding: "utf-16le", markBytes: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: "utf-16be", markBytes: 2 };
  if (first === 0xef && second === 0xbb && third === 0xbf)
    return { encoding: "ansi", markBytes: 3 };
  const sample = head.subarray(0, sampleBytes);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) {
    if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros.map((count) => count / Math.max(1, sample.length / 2));
  if (odd > zerosOfUtf16 && odd > 2 * even) return { encoding: "utf-16le", markBytes: 0 };
  if (even > zerosOfUtf16 && even > 2 * odd) return { encoding: "utf-16be", markBytes: 0 };
  return { encoding: "ansi", markBytes: 0 };
}

/** No line of a log in UTF-16 is that long without a zero byte: its time alone has twenty. */
const longestWithoutZero = 4096;
/** A tail shorter than this is not worth an encoding of its own. */
const shortestTail = 16;
const lineFeed = 0x0a;

/**
 * Where, in [from, to), text of another encoding begins; `to` where none does. `from` is the start of
 * a character. A stretch begins with a line, as far as that can be told.
 */
export function stretchEnd(
  bytes: Buffer,
  from: number,
  to: number,
  encoding: StretchEncoding,
): number {
  if (encoding === "ansi") return ansiEnd(bytes, from, to);
  return Math.min(appendedRecord(bytes, from, to, encoding), utf16End(bytes, from, to));
}

/** The end of a line in UTF-16, and then the year of a record in one byte per character. */
const appended = {
  "utf-16le": Buffer.from([lineFeed, 0, 0x32, 0x30]),
  "utf-16be": Buffer.from([0, lineFeed, 0x32, 0x30]),
};

/** Where a tool appended a record of its own; it may be short, and the product may have gone on. */
function appendedRecord(
  bytes: Buffer,
  from: number,
  to: number,
  encoding: keyof typeof appended,
): number {
  const end = bytes.indexOf(appended[encoding], from);
  return end < 0 || end + 2 >= to || (end - from) % 2 !== 0 ? to : end + 2;
}

function ansiEnd(bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; ) {
    const zero = bytes.indexOf(0, at);
    if (zero < 0 || zero >= to) return to;
    const { encoding } = detectEncoding(bytes.subarray(zero, Math.min(to, zero + sampleBytes)));
    // Seen from a zero byte, high and low bytes have changed places.
    if (encoding === "utf-16be") return utf16Start(bytes, from, zero, 1);
    if (encoding === "utf-16le") return utf16Start(bytes, from, zero, 0);
    // A few zero bytes are damage within a line, not another encoding.
    at = zero + sampleBytes;
  }
  return to;
}

/** The line's start before the first zero byte, with a byte order mark that stands there. */
function utf16Start(bytes: Buffer, from: number, zero: number, zerosAt: 0 | 1): number {
  const start = bytes.lastIndexOf(lineFeed, zero) + 1;
  const isCharacter = start > from && (zero - start) % 2 === zerosAt;
  return isCharacter ? start : Math.max(from, zero - zerosAt);
}

function utf16End(bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; ) {
    const zero = bytes.indexOf(0, at);
    const next = zero < 0 || zero > to ? to : zero;
    const isLong = next - at >= (next === to ? shortestTail : longestWithoutZero);
    // After "0A 00" the next byte begins a line.
    if (isLong && isPlainText(bytes.subarray(at, next))) return at;
    at = Math.max(next + 1, nextZeroAfter(bytes, at, to));
  }
  return to;
}

/** Skips text that is as it should be: looks at one place in so many bytes only. */
function nextZeroAfter(bytes: Buffer, at: number, to: number): number {
  const probe = at + longestWithoutZero / 2;
  if (probe >= to) return at;
  const zero = bytes.lastIndexOf(0, probe);
  return zero > at ? zero + 1 : at;
}

/** Text of other scripts has bytes above ASCII, also where it has no zero bytes. */
function isPlainText(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte >= 0x7f || byte < 0x09) return false;
  return true;
}

const replacement = "\ufffd";

const guessed =
  "Some of its text is no UTF-8, and too little to tell the code page: it was read as Windows-1252, " +
  "so letters of other languages may be wrong.";

/** What a file was found to be made of, for the name of its encoding. */
export class EncodingsSeen {
  readonly #wide = new Set<Encoding>();
  readonly #codePage = new CodePageFinder();
  #ascii = false;
  #utf8 = false;
  /** Some text is in a code page. */
  #paged = false;

  /** At each piece, before its text is decoded: its code page may be needed. */
  look(bytes: Buffer, encoding: StretchEncoding): void {
    if (encoding === "ansi") this.#codePage.look(bytes);
  }

  /** The code page of what is no UTF-8. */
  get page(): CodePage {
    return this.#codePage.page;
  }

  /** What was assumed. */
  get notes(): readonly string[] {
    return this.#paged && !this.#codePage.isKnown ? [guessed] : [];
  }

  /** Whole lines of one stretch. */
  take(bytes: Buffer, encoding: StretchEncoding): void {
    if (bytes.length === 0) return;
    if (encoding !== "ansi") this.#wide.add(encoding);
    else if (isAscii(bytes)) this.#ascii = true;
    else if (isUtf8(bytes)) this.#utf8 = true;
    else this.#takeAnsi(bytes);
  }

  /** Some lines may be UTF-8 all the same. Once is enough: nothing is gained by looking at all. */
  #takeAnsi(bytes: Buffer): void {
    if (!this.#paged) {
      for (let at = 0; at < bytes.length && !this.#utf8; ) {
        const feed = bytes.indexOf(lineFeed, at);
        const line = bytes.subarray(at, feed < 0 ? bytes.length : feed + 1);
        this.#utf8 = !isAscii(line) && isUtf8(line);
        at += line.length;
      }
    }
    this.#paged = true;
  }

  get name(): Encoding {
    const narrow = this.#ascii || this.#utf8 || this.#paged;
    const [only] = this.#wide;
    if (only !== undefined) return this.#wide.size > 1 || narrow ? "mixed" : only;
    if (this.#paged) return this.#utf8 ? "mixed" : this.page;
    return "utf-8";
  }
}

/** Text of the bytes [start, end), which lie within one stretch; `page`: of what is no UTF-8. */
export function decode(
  bytes: Buffer,
  start: number,
  end: number,
  encoding: StretchEncoding,
  page: CodePage,
): string {
  if (encoding === "ansi") return decodeNarrow(bytes, start, end, page);
  const even = end - ((end - start) % 2);
  const text =
    encoding === "utf-16le"
      ? bytes.toString("utf16le", start, even)
      : Buffer.from(bytes.subarray(start, even)).swap16().toString("utf16le");
  // Half a character at the end of a cut file: nothing may be dropped.
  return even === end ? text : text + String.fromCharCode(bytes[even] ?? 0);
}

/** UTF-8 where that is valid. */
function decodeNarrow(bytes: Buffer, start: number, end: number, page: CodePage): string {
  const text = bytes.toString("utf8", start, end);
  if (!text.includes(replacement)) return text;
  const piece = bytes.subarray(start, end);
  return isUtf8(piece) ? text : decodePage(piece, page);
}
