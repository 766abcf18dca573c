/** Tells a process that dies now and then, which is started again, from one that dies each time. */

/** More deaths than that in this time, and the next one would not be the last. */
const mostDeaths = 3;
const withinMs = 60_000;

export class Deaths {
  readonly #now: () => number;
  #at: number[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts one. True: starting the process again would not help. */
  isOneTooMany(): boolean {
    const now = this.#now();
    this.#at = [...this.#at.filter((at) => now - at < withinMs), now];
    return this.#at.length > mostDeaths;
  }
}
