/**
 * A map that forgets old keys rather than grow without end: sources and names come from the log, and
 * a damaged one may have millions of them. It has two generations: when the younger one is full, the
 * older one is forgotten. That holds the latest `limit` keys at least and twice as many at most, and
 * costs nothing for each key, unlike looking for the oldest.
 */
export class RecentMap<K, V> {
  readonly #limit: number;
  #older = new Map<K, V>();
  #younger = new Map<K, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: K): V | undefined {
    const value = this.#younger.get(key);
    return value === undefined && this.#older.size > 0 ? this.#older.get(key) : value;
  }

  set(key: K, value: V): void {
    if (this.#older.size > 0) this.#older.delete(key);
    if (this.#younger.size >= this.#limit && !this.#younger.has(key)) {
      this.#older = this.#younger;
      this.#younger = new Map();
    }
    this.#younger.set(key, value);
  }

  delete(key: K): void {
    this.#younger.delete(key);
    if (this.#older.size > 0) this.#older.delete(key);
  }

  clear(): void {
    this.#older.clear();
    this.#younger.clear();
  }

  values(): readonly V[] {
    return [...this.#older.values(), ...this.#younger.values()];
  }

  entries(): readonly (readonly [K, V])[] {
    return [...this.#older.entries(), ...this.#younger.entries()];
  }

  get size(): number {
    return this.#older.size + this.#younger.size;
  }
}

/** Sessions that are followed at a time; the product has at most 32,767 of them. */
export const maxFollowedSources = 4096;
/** Files that are followed at a time; a database has at most 32,767 of them, and few have more than a handful. */
export const maxFollowedFiles = 4096;
/** Databases that are followed at a time; the product has at most 32,767 of them. */
export const maxFollowedDatabases = 4096;
