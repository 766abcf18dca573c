/** The last of what a process wrote: its last words, when it dies. */

/** Enough for the message of a failed check; a process that floods its output is cut. */
const longest = 4096;

export class OutputTail {
  readonly #decoder = new TextDecoder();
  #text = "";

  take(chunk: Uint8Array): void {
    this.#text = (this.#text + this.#decoder.decode(chunk, { stream: true })).slice(-longest);
  }

  get text(): string {
    return this.#text.trim();
  }
}
