/**
 * Where a piece of a file is plain ASCII: there a byte is a character in every encoding, and making a
 * string of it takes half the time.
 */
import { isAscii } from "node:buffer";

const blockBits = 12;
const blockBytes = 1 << blockBits;

export class AsciiBlocks {
  readonly #isAscii: Uint8Array;

  constructor(bytes: number) {
    this.#isAscii = new Uint8Array(Math.ceil(bytes / blockBytes));
  }

  /** Of the piece at hand; null: it has more than one byte per character. */
  note(piece: Buffer | null): void {
    this.#isAscii.fill(0);
    if (piece === null) return;
    for (let block = 0; block << blockBits < piece.length; block++) {
      const from = block << blockBits;
      this.#isAscii[block] = isAscii(piece.subarray(from, from + blockBytes)) ? 1 : 0;
    }
  }

  /** Whether all blocks are ASCII that [start, end) touches. */
  has(start: number, end: number): boolean {
    const last = end >>> blockBits;
    for (let block = start >>> blockBits; block <= last; block++) {
      if (this.#isAscii[block] !== 1) return false;
    }
    return true;
  }
}
