/**
 * Where the lines of a file end: at LF, CR LF, CR CR LF (a file in text mode written twice), and at a CR
 * by itself. All of them may be in one file. `native/errorlog` finds the same ends in large logs.
 */

/** A string, or a Buffer with a byte per character. */
export interface Characters {
  readonly length: number;
  indexOf(character: string, from: number): number;
  at(index: number): string | number | undefined;
}

/**
 * Asked from the first line to the last. Each kind of end is looked for once, so that a text with none
 * of one kind is not searched again for each line.
 */
export class LineEnds {
  readonly #text: Characters;
  readonly #isEnd: boolean;
  /** The next of each from the line at hand on; the text's length where there is none. */
  #feed = -1;
  #firstReturn = -1;
  /** Behind the returns that follow each other from the first one on. */
  #pastReturns = 0;

  /** `isEnd`: no more follows; else returns at the end may belong to a feed that does. */
  constructor(text: Characters, isEnd = true) {
    this.#text = text;
    this.#isEnd = isEnd;
  }

  /** Where the line begins behind the one that has the character at `at`; null: nothing closes that. */
  next(at: number): number | null {
    const { length } = this.#text;
    if (this.#feed < at) this.#feed = this.#find("\n", at);
    if (this.#firstReturn < at) this.#firstReturn = this.#find("\r", at);
    if (this.#feed < this.#firstReturn) return this.#feed + 1;
    if (this.#firstReturn === length) return null;
    if (this.#pastReturns <= this.#firstReturn) this.#passReturns();
    if (this.#pastReturns === this.#feed && this.#feed < length) return this.#feed + 1;
    return this.#pastReturns === length && !this.#isEnd ? null : this.#firstReturn + 1;
  }

  #find(character: string, from: number): number {
    const found = this.#text.indexOf(character, from);
    return found < 0 ? this.#text.length : found;
  }

  #passReturns(): void {
    let at = this.#firstReturn;
    while (isReturn(this.#text.at(at))) at += 1;
    this.#pastReturns = at;
  }
}

const isReturn = (character: string | number | undefined): boolean =>
  character === "\r" || character === 0x0d;

/** Line ends of every kind are "\n"; as many lines as before. */
export const plainLineEnds = (text: string): string =>
  text.replaceAll(/\r+\n?/g, (ends) => "\n".repeat(ends.endsWith("\n") ? 1 : ends.length));

/** The last one counts also where nothing closes it. */
export function countLines(text: string): number {
  const ends = new LineEnds(text);
  let lines = 0;
  for (let at: number | null = 0; at !== null && at < text.length; at = ends.next(at)) lines += 1;
  return lines;
}
