/** Walks the lines of a text without copying them. The fields hold what the last `next` found. */
import { LineEnds } from "../../../domain/line-ends.ts";

export class TextLines {
  readonly text: string;
  /** Start of the line; its content ends at `contentEnd`, its line end at `end`. */
  start = 0;
  contentEnd = 0;
  end = 0;
  /** From 1. */
  number = 0;
  readonly #ends: LineEnds;

  constructor(text: string) {
    this.text = text;
    this.#ends = new LineEnds(text);
  }

  next(): boolean {
    const { text } = this;
    if (this.end >= text.length) return false;
    this.start = this.end;
    this.number += 1;
    this.end = this.#ends.next(this.start) ?? text.length;
    this.contentEnd = this.end;
    while (this.contentEnd > this.start && isLineEnd(text.charCodeAt(this.contentEnd - 1)))
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

const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d;
