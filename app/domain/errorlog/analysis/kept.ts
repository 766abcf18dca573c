/**
 * Keeps what matters most of a stream that may be of any length: the `limit` items of highest rank,
 * and how many others there were. An item's rank must not change once it was added.
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

  /** Sorting happens once per `limit` items that are worth keeping, so adding is cheap. */
  add(item: T): void {
    if (this.#rank(item) <= this.#floor) {
      this.#dropped += 1;
      return;
    }
    this.#items.push(item);
    if (this.#items.length < 2 * this.#limit) return;
    this.#dropped += this.#items.length - this.#limit;
    this.#items = this.#best();
    const lowest = this.#items.at(-1);
    if (lowest !== undefined) this.#floor = this.#rank(lowest);
  }

  /** In the order of coming as long as there are no more than the limit. */
  items(): readonly T[] {
    return this.#items.length <= this.#limit ? this.#items : this.#best();
  }

  get leftOut(): number {
    return this.#dropped + Math.max(0, this.#items.length - this.#limit);
  }

  /** Of equals the earlier ones are kept: a stable sort. */
  #best(): T[] {
    const ranked = this.#items.map((item) => ({ item, rank: this.#rank(item) }));
    // Subtraction would turn two infinite ranks into NaN.
    ranked.sort((a, b) => (a.rank === b.rank ? 0 : a.rank < b.rank ? 1 : -1));
    return ranked.slice(0, this.#limit).map(({ item }) => item);
  }
}
