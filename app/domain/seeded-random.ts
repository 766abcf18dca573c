/**
 * Draws that are the same on every machine: mulberry32 (Tommy Ettinger), whose state of 32 bits comes
 * back after 2^32 draws. For resampling and for made-up data; the engine has a generator of its own.
 */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The next 32 bits, 0 to 2^32 − 1. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (bits ^ (bits >>> 14)) >>> 0;
  }

  /** A whole number below the bound; even to bound / 2^32. */
  below(bound: number): number {
    return this.#next() % bound;
  }

  /** Between 0 and 1, never either of them. */
  share(): number {
    return (this.#next() + 0.5) / 2 ** 32;
  }

  of<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0];
  }
}
