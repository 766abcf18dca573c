/**
 * Numbers for texts that come again and again, from 0. A Map would hash all of each new text, and find
 * it by way of several objects that have long left the processor's cache; this looks at some characters
 * and into one column, and then compares.
 */

/** Texts that end alike lie next to each other; farther than this they are not looked for. */
const maxProbes = 8;
/** Of each text: what differs between failed log-ons is the account at the start and the client at the end. */
const [headFrom, headTo, tail] = [24, 34, 14] as const;
/** A damaged record has any length. */
const maxLength = 1024;

export class TextIds {
  readonly #limit: number;
  /** A text's number plus 1; 0: free. */
  readonly #slots: Int32Array;
  readonly #texts: string[] = [];

  /** `limit` is a power of two. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#slots = new Int32Array(2 * limit);
  }

  /** -1: not known. */
  idOf(text: string): number {
    const mask = this.#slots.length - 1;
    const first = hashOf(text);
    for (let probe = 0; probe < maxProbes; probe++) {
      const id = (this.#slots[(first + probe) & mask] ?? 0) - 1;
      if (id < 0 || this.#texts[id] === text) return id;
    }
    return -1;
  }

  /** The number of a text that was not known; -1: there is no room for it. */
  add(text: string): number {
    if (this.#texts.length >= this.#limit || text.length > maxLength) return -1;
    const mask = this.#slots.length - 1;
    const first = hashOf(text);
    for (let probe = 0; probe < maxProbes; probe++) {
      const slot = (first + probe) & mask;
      if (this.#slots[slot] !== 0) continue;
      this.#slots[slot] = this.#texts.push(text);
      return this.#texts.length - 1;
    }
    return -1;
  }
}

function hashOf(text: string): number {
  const { length } = text;
  let hash = length;
  const headEnd = Math.min(headTo, length);
  for (let at = headFrom; at < headEnd; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at);
  for (let at = Math.max(0, length - tail); at < length; at++) {
    hash = Math.imul(hash, 31) + text.charCodeAt(at);
  }
  // The lower bits choose the slot; the upper ones know of the earlier characters.
  return (hash ^ (hash >>> 15)) >>> 0;
}
