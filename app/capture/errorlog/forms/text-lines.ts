/**
 * Walks the lines of a text without copying them. LF, CR LF and CR CR LF end a line; a lone CR does
 * where the text has no LF at all. The fields hold what the last `next` found.
 */
export class TextLines {
  readonly text: string;
  /** Of the line; its content ends at `contentEnd`, its line end at `end`. */
  start = 0;
  contentEnd = 0;
  end = 0;
  /** From 1. */
  number = 0;
  readonly #lineEnd: "\n" | "\r";

  constructor(text: string) {
    this.text = text;
    this.#lineEnd = !text.includes("\n") && text.includes("\r") ? "\r" : "\n";
  }

  next(): boolean {
    const { text } = this;
    if (this.end >= text.length) return false;
    this.start = this.end;
    this.number += 1;
    const found = text.indexOf(this.#lineEnd, this.start);
    this.end = found === -1 ? text.length : found + 1;
    this.contentEnd = found === -1 ? text.length : found;
    while (this.contentEnd > this.start && text.charCodeAt(this.contentEnd - 1) === 13)
      this.contentEnd -= 1;
    return true;
  }

  get content(): string {
    return this.text.slice(this.start, this.contentEnd);
  }

  get isBlank(): boolean {
    for (let at = this.start; at < this.contentEnd; at++) {
      const code = this.text.charCodeAt(at);
      if (code !== 32 && code !== 9) return false;
    }
    return true;
  }
}
