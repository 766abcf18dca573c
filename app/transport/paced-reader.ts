/**
 * Flow control of subscriptions. After each piece the reader is asked for a sign of life, which it
 * gives in order: so it has dealt with the piece by then. The next piece is fetched only after
 * that, and a source that merges what has come meanwhile never piles up, however slow the reader.
 */
export class PacedReader {
  readonly #ask: () => void;
  readonly #waiting: (() => void)[] = [];
  #gone = false;

  /** `ask` sends the question; each answer is to be reported by `answered()`, in order. */
  constructor(ask: () => void) {
    this.#ask = ask;
  }

  answered(): void {
    this.#waiting.shift()?.();
  }

  /** Nobody reads any more: nobody waits any more. */
  release(): void {
    this.#gone = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async *pace<Piece>(source: AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
    let wake: () => void = () => undefined;
    const aborted = () => wake();
    signal.addEventListener("abort", aborted, { once: true });
    try {
      for await (const piece of source) {
        yield piece;
        if (this.#gone || signal.aborted) return;
        // After an abort the answer still comes, and finds a promise that is settled already.
        await new Promise<void>((resolve) => {
          wake = resolve;
          this.#waiting.push(resolve);
          this.#ask();
        });
      }
    } finally {
      signal.removeEventListener("abort", aborted);
    }
  }
}
