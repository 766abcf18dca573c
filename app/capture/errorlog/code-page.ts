/**
 * The code page of text that has a byte or two per character and is no UTF-8: what a client of a
 * localised Windows saved. A library tells it from the words that are not ASCII; few of them tell
 * nothing, and then the Western page is taken and the file says so.
 */
import { isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { analyse } from "chardet";

/** Code pages of Windows, by the names that decoders know. */
export type CodePage =
  | "windows-1250"
  | "windows-1251"
  | "windows-1252"
  | "windows-1253"
  | "windows-1254"
  | "windows-1255"
  | "windows-1256"
  | "shift_jis"
  | "gb18030"
  | "euc-kr"
  | "big5";

/** Every byte is a character of it, so that nothing is lost. */
const fallback: CodePage = "windows-1252";

/** What the library calls them: of the pages of ISO 8859 those of Windows hold the same letters. */
const pagesByName: ReadonlyMap<string, CodePage> = new Map([
  ["windows-1250", "windows-1250"],
  ["ISO-8859-2", "windows-1250"],
  ["windows-1251", "windows-1251"],
  ["windows-1252", "windows-1252"],
  ["ISO-8859-1", "windows-1252"],
  ["windows-1253", "windows-1253"],
  ["ISO-8859-7", "windows-1253"],
  ["windows-1254", "windows-1254"],
  ["ISO-8859-9", "windows-1254"],
  ["windows-1255", "windows-1255"],
  ["ISO-8859-8", "windows-1255"],
  ["windows-1256", "windows-1256"],
  ["Shift_JIS", "shift_jis"],
  ["GB18030", "gb18030"],
  ["EUC-KR", "euc-kr"],
  ["Big5", "big5"],
]);

/** Bytes beyond ASCII in different words. Names alone are mistaken for those of other languages. */
const leastEvidence = 24;
/** What the best page must have of 100, and how much less the next one must have. */
const [leastConfidence, leastLead] = [30, 15];
/** Bytes of words that are kept to tell by, and that are looked through for them, at most. */
const [mostEvidence, mostLooked] = [16_384, 2 ** 26];

export class CodePageFinder {
  /** With all that blanks do not part from them: characters of two bytes may end in any sign. */
  readonly #words = new Set<string>();
  #evidence = 0;
  #looked = 0;
  #page: CodePage | null = null;

  get page(): CodePage {
    return this.#page ?? fallback;
  }

  /** Whether the text told it; else the page is the Western one for want of a better. */
  get isKnown(): boolean {
    return this.#page !== null;
  }

  /** At a piece of the file, before its text is decoded; later pieces help where the first do not tell. */
  look(bytes: Buffer): void {
    if (this.#page !== null || this.#looked > mostLooked || isAscii(bytes)) return;
    this.#looked += bytes.length;
    if (isUtf8(bytes)) return;
    const before = this.#evidence;
    this.#gather(bytes);
    if (this.#evidence > before && this.#evidence >= leastEvidence) this.#page = this.#tell();
  }

  #gather(bytes: Buffer): void {
    for (let at = nextBeyondAscii(bytes, 0); at < bytes.length; at = nextBeyondAscii(bytes, at)) {
      let [start, end] = [at, at];
      while (start > 0 && isOfWord(bytes[start - 1])) start -= 1;
      while (end < bytes.length && isOfWord(bytes[end])) end += 1;
      at = end;
      // A piece may end within a character.
      if (end === bytes.length || this.#evidence >= mostEvidence) return;
      const word = bytes.subarray(start, end);
      if (isUtf8(word)) continue;
      const text = word.toString("latin1");
      if (this.#words.has(text)) continue;
      this.#words.add(text);
      this.#evidence += text.replaceAll(/[\0-\x7f]/g, "").length;
    }
  }

  #tell(): CodePage | null {
    const text = [...this.#words].join(" ");
    const sample = Buffer.from(text, "latin1");
    // Paths and quotes around a name are of no language.
    const letters = Buffer.from((text.match(lettersBeyondAscii) ?? []).join(" "), "latin1");
    const best = new Map<CodePage, number>();
    const weigh = (bytes: Buffer, wanted: (page: CodePage) => boolean): void => {
      for (const { name, confidence } of analyse(bytes)) {
        const page = pagesByName.get(name);
        if (page === undefined || !wanted(page) || !canBe(page, sample)) continue;
        best.set(page, Math.max(best.get(page) ?? 0, confidence));
      }
    };
    weigh(letters, hasOneByte);
    weigh(sample, (page) => !hasOneByte(page));
    const [first, second] = [...best].toSorted(([, a], [, b]) => b - a);
    if (first === undefined || first[1] < leastConfidence) return null;
    return first[1] - (second?.[1] ?? 0) >= leastLead ? first[0] : null;
  }
}

const lettersBeyondAscii = /[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*/g;

const hasOneByte = (page: CodePage): boolean => page.startsWith("windows-");

const isOfWord = (byte: number | undefined): boolean => byte !== undefined && byte > 0x20;

function nextBeyondAscii(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at += 1;
  return at;
}

const decoders = new Map<CodePage, TextDecoder>();

/** Decodes text that is no UTF-8. */
export function decodePage(bytes: Uint8Array, page: CodePage): string {
  let decoder = decoders.get(page);
  if (decoder === undefined) {
    decoder = new TextDecoder(page);
    decoders.set(page, decoder);
  }
  return decoder.decode(bytes);
}

/** Whether each byte is of a character of the page. */
const canBe = (page: CodePage, sample: Buffer): boolean =>
  !decodePage(sample, page).includes("\ufffd");
