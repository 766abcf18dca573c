/** Counts what an orderly shut-down takes with it, before or after it is told, apart from all else. */
const maxRecent = 1000;

export class AroundShutdowns {
  /** That have nothing to do with a shut-down, as far as is known. */
  others = 0;
  readonly #withinMs: number;
  /** Times of the records that a shut-down may still follow; the latest last. */
  readonly #recentMs: number[] = [];
  #shutdownMs = Number.NEGATIVE_INFINITY;

  constructor(withinMs: number, shutdownMs = Number.NEGATIVE_INFINITY) {
    this.#withinMs = withinMs;
    this.#shutdownMs = shutdownMs;
  }

  add(atMs: number): void {
    if (atMs - this.#shutdownMs <= this.#withinMs) return;
    this.others += 1;
    if (this.#recentMs.length >= maxRecent) this.#recentMs.shift();
    this.#recentMs.push(atMs);
  }

  shutdown(atMs: number): void {
    this.#shutdownMs = atMs;
    this.others -= this.#recentMs.filter((ms) => atMs - ms <= this.#withinMs).length;
    this.#recentMs.length = 0;
  }
}
