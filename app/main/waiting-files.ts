/**
 * Files that the application was asked to open: they wait until the page takes them, however long its
 * start, and come back when the page goes before it has them.
 */
import type { PickedFile } from "../contract/rpc/host-bridge.ts";

/** A page that takes files from now on. */
export interface Taker {
  /** The files that are there of these; says what is wrong with the others. */
  pick(paths: readonly string[]): Promise<PickedFile[]>;
  take(files: readonly PickedFile[]): void;
}

export class WaitingFiles {
  #paths: string[];
  #taker: Taker | null = null;

  constructor(paths: readonly string[]) {
    this.#paths = [...paths];
  }

  add(paths: readonly string[]): Promise<void> {
    this.#paths.push(...paths);
    return this.#handOver();
  }

  /** The page listens; null: it is gone, or listens no longer. */
  takenBy(taker: Taker | null): Promise<void> {
    this.#taker = taker;
    return this.#handOver();
  }

  async #handOver(): Promise<void> {
    const taker = this.#taker;
    if (taker === null || this.#paths.length === 0) return;
    const files = await taker.pick(this.#paths.splice(0));
    if (files.length === 0) return;
    if (this.#taker === taker) {
      taker.take(files);
      return;
    }
    this.#paths.unshift(...files.map(({ path }) => path));
    await this.#handOver();
  }
}
