/** Tells those who show the library what changes in it, be it by this process or by another one. */
import type { LibraryChange } from "../../contract/rpc/services.ts";
import { Wake } from "../live/wake.ts";
import type { RunStore } from "./run-store.ts";

/** How often a look is taken at whether another process has written. */
const lookMs = 1000;

/** Changes that a subscriber has not seen; of each run the newest is enough. */
type Waiting = Map<string, LibraryChange>;

export class LibraryChanges {
  readonly #store: RunStore;
  readonly #subscribers = new Set<Waiting>();
  readonly #wake = new Wake();
  /** What subscribers know of each run, as JSON. */
  #known = new Map<string, string>();
  #otherWrites = 0;

  constructor(store: RunStore) {
    this.#store = store;
  }

  announce(change: LibraryChange): void {
    const runId = change.kind === "changed" ? change.entry.id : change.runId;
    if (change.kind === "changed") this.#known.set(runId, JSON.stringify(change.entry));
    else this.#known.delete(runId);
    for (const waiting of this.#subscribers) waiting.set(runId, change);
    this.#wake.notify();
  }

  async *subscribe(signal: AbortSignal): AsyncGenerator<LibraryChange> {
    const waiting: Waiting = new Map();
    if (this.#subscribers.size === 0) this.#remember();
    this.#subscribers.add(waiting);
    try {
      while (!signal.aborted) {
        const changes = [...waiting.values()];
        waiting.clear();
        yield* changes;
        if (waiting.size === 0) await this.#wake.sleep(signal, lookMs);
        if (!signal.aborted) this.#look();
      }
    } finally {
      this.#subscribers.delete(waiting);
    }
  }

  #remember(): void {
    this.#otherWrites = this.#store.otherWrites();
    this.#known = new Map(this.#store.list().map((entry) => [entry.id, JSON.stringify(entry)]));
  }

  /** Compares the library with what is known of it, when another connection has written. */
  #look(): void {
    const abandoned = this.#store.interruptAbandoned().length > 0;
    const otherWrites = this.#store.otherWrites();
    if (otherWrites === this.#otherWrites && !abandoned) return;
    this.#otherWrites = otherWrites;
    const gone = new Set(this.#known.keys());
    for (const entry of this.#store.list()) {
      gone.delete(entry.id);
      const text = JSON.stringify(entry);
      if (this.#known.get(entry.id) !== text) this.announce({ kind: "changed", entry });
    }
    for (const runId of gone) this.announce({ kind: "removed", runId });
  }
}
