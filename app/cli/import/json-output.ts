/** JSON that is written as it is made: a capture may have more records than fit into memory. */
import { once } from "node:events";
import type { Writable } from "node:stream";
import { terminalText } from "../text/terminal-text.ts";

/** Characters that are written at once. */
const atOnce = 256 * 1024;

export class JsonOutput {
  readonly #stream: Writable;
  #waiting = "";

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Nobody reads any more, as after `| head`: the rest need not be made. */
  get closed(): boolean {
    return this.#stream.destroyed || this.#stream.errored !== null;
  }

  /** An object of these fields in their order; a list is written one element a line. */
  async object(
    fields: readonly (readonly [name: string, value: unknown | Iterable<unknown>])[],
  ): Promise<void> {
    let separator = "{\n";
    for (const [name, value] of fields) {
      await this.#write(`${separator}  ${JSON.stringify(name)}: `);
      if (isLazy(value)) await this.#list(value);
      else await this.#write(indented(value));
      separator = ",\n";
    }
    await this.#write("\n}\n");
    await this.#flush();
  }

  async #list(values: Iterable<unknown>): Promise<void> {
    let separator = "[\n";
    for (const value of values) {
      await this.#write(`${separator}    ${JSON.stringify(value)}`);
      separator = ",\n";
      if (this.closed) return;
    }
    await this.#write(separator === "[\n" ? "[]" : "\n  ]");
  }

  async #write(text: string): Promise<void> {
    this.#waiting += text;
    if (this.#waiting.length >= atOnce) await this.#flush();
  }

  /** A reader that is slower than we are is waited for. */
  async #flush(): Promise<void> {
    const text = terminalText(this.#waiting);
    this.#waiting = "";
    if (this.closed || text === "" || this.#stream.write(text)) return;
    const over = new AbortController();
    const { signal } = over;
    await Promise.race(
      ["drain", "close"].map((event) => once(this.#stream, event, { signal })),
    ).catch(() => undefined);
    over.abort();
  }
}

/** Made while it is written; arrays are there already. */
const isLazy = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && "next" in value && Symbol.iterator in value;

const indented = (value: unknown) => JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");
