/**
 * Writes a run while it runs. Batches wait for at most a quarter of a second and are then written
 * together: many small transactions would cost more than the run. Nothing is ever left out; a write
 * that fails ends the run, since a recording with holes would lie.
 */
import type { Frame } from "../../contract/frame.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { type CreationCost, CreationWatch } from "../../domain/creation-cost.ts";
import { costOfCreation } from "./creation-costs.ts";
import { packBatch } from "./packed-batch.ts";
import type { Progress, RunStore, TimedBatch } from "./run-store.ts";

const flushIntervalMs = 250;
/** A burst is written before it takes much memory. */
const flushBytes = 4 * 1024 * 1024;
/** A paused run sends nothing; that its process lives still shows. */
const signOfLifeMs = 10_000;

export class RunRecording {
  readonly #store: RunStore;
  readonly #id: string;
  readonly #onFlush: () => void;
  readonly #snapshots = new Set<string>();
  readonly #creations = new CreationWatch();
  readonly #signOfLife: NodeJS.Timeout;
  #waiting: TimedBatch[] = [];
  #waitingBytes = 0;
  #seq = 0;
  #engineMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #problem: unknown = null;

  /** `onFlush`: what was taken is in the library now. */
  constructor(store: RunStore, id: string, onFlush: () => void) {
    this.#store = store;
    this.#id = id;
    this.#onFlush = onFlush;
    this.#signOfLife = setInterval(() => this.#flushQuietly(), signOfLifeMs);
    this.#signOfLife.unref();
  }

  get progress(): Progress {
    return { engineMs: this.#engineMs, snapshots: this.#snapshots.size };
  }

  /** What its first creation cost, as far as it is written. */
  costOfCreation({ warmupSeconds, sampleIntervalMs }: Scenario): CreationCost {
    return costOfCreation(this.#creations, {
      warmupMs: warmupSeconds * 1000,
      endMs: this.#engineMs,
      sampleIntervalMs,
      batchesIn: ({ startMs, endMs }) =>
        this.#store.batches(this.#id, { fromMs: startMs, toMs: endMs }),
    });
  }

  /** Throws what a write has met, now or since the last call. */
  take(frame: Frame, bytes: Uint8Array): void {
    if (this.#problem !== null) throw this.#problem;
    const fromMs = this.#engineMs;
    this.#engineMs = frame.timeMs.at(-1) ?? fromMs;
    this.#creations.take(frame.events);
    for (const event of frame.events) {
      if (event.kind === "phase" && event.snapshot !== null) this.#snapshots.add(event.snapshot);
    }
    const packed = packBatch(bytes);
    this.#waiting.push({ fromMs, toMs: this.#engineMs, packed });
    this.#waitingBytes += packed.byteLength;
    if (this.#waitingBytes >= flushBytes) this.flush();
    else this.#timer ??= setTimeout(() => this.#flushQuietly(), flushIntervalMs);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#store.record(this.#id, this.#seq, this.#waiting, this.progress);
    this.#seq += this.#waiting.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#onFlush();
  }

  /** Of a run that did not start: what waits is not written. */
  discard(): void {
    clearInterval(this.#signOfLife);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Writes what waits; throws when that or an earlier write failed. */
  close(): void {
    this.discard();
    if (this.#problem !== null) throw this.#problem;
    this.flush();
  }

  /** Nobody could catch what a timer throws: it is kept for the next call. */
  #flushQuietly(): void {
    try {
      this.flush();
    } catch (error) {
      this.#problem ??= error;
    }
  }
}
