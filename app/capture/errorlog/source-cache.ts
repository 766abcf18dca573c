/**
 * Ids of sources by the bytes of their names, the last name of each slot: looking a name up as text
 * would cost more than all else that is done with most records.
 */

const slots = 4096;
/** Bytes of a name that two numbers hold. */
export const longestCached = 8;

export const slotOf = (low: number, high: number): number =>
  (low ^ (low >>> 13) ^ Math.imul(high, 31)) & (slots - 1);

export class SourceCache {
  readonly lows = new Int32Array(slots);
  readonly highs = new Int32Array(slots);
  readonly ids = new Uint16Array(slots);

  /** A name of ASCII characters, at most `longestCached`; others are not kept. */
  keep(name: string, id: number): void {
    let low = 0;
    let high = 0;
    for (let at = 0; at < name.length; at++) {
      const code = name.charCodeAt(at);
      if (code >= 0x80 || name.length > longestCached) return;
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | code;
    }
    const slot = slotOf(low, high);
    this.lows[slot] = low;
    this.highs[slot] = high;
    this.ids[slot] = id;
  }
}
