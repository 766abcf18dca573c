/**
 * Keeps what matters most of a stream that may be of any length: the `limit` items of highest rank,
 * in the order of coming, and how many others there were. An item's rank must not change once it was
 * added, and is never NaN.
 */
export class Kept<T> {
  readonly #limit: number;
  readonly #rank: (item: T) => number;
  #items: T[] = [];
  #dropped = 0;
  /** Rank of the lowest item that is kept, once there were too many: no better, no room. */
  #floor = Number.NEGATIVE_INFINITY;

  constructor(limit: number, rank: (item: T) => number) {
    this.#limit = limit;
    this.#rank = rank;
  }

  /**
   * Whether there is no room for an item of this rank. Then it counts as left out, and need not even
   * be made.
   */
  drops(rank: number): boolean {
    if (rank > this.#floor) return false;
    this.#dropped += 1;
    return true;
  }

  /** What is too much goes once in `limit` items that are worth keeping, so adding is cheap. */
  add(item: T): void {
    if (this.drops(this.#rank(item))) return;
    this.#items.push(item);
    if (this.#items.length >= 2 * this.#limit) this.#trim();
  }

  items(): readonly T[] {
    if (this.#items.length > this.#limit) this.#trim();
    return this.#items;
  }

  get leftOut(): number {
    return this.#dropped + Math.max(0, this.#items.length - this.#limit);
  }

  /** The earlier ones of equals are kept. */
  #trim(): void {
    const ranks = Float64Array.from(this.#items, this.#rank);
    const sorted = ranks.toSorted();
    const floor = sorted[sorted.length - this.#limit] ?? Number.NEGATIVE_INFINITY;
    let room = this.#limit - (sorted.length - sorted.findLastIndex((rank) => rank <= floor) - 1);
    const kept = this.#items.filter((_, index) => {
      const rank = ranks[index] ?? floor;
      if (rank > floor) return true;
      if (rank < floor || room === 0) return false;
      room -= 1;
      return true;
    });
    this.#dropped += this.#items.length - kept.length;
    this.#items = kept;
    this.#floor = floor;
  }
}
