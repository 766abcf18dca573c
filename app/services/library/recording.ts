/**
 * Writes a run while it runs. Batches wait for at most a quarter of a second and are then written
 * together: many small transactions would cost more than the run. Nothing is ever left out: what a library that
 * another process writes does not take yet is kept, and any other write that fails ends the run, since a recording with
 * holes would lie.
 */
import type { Frame } from "../../contract/frame.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import { plannedMsAfter } from "../../domain/run/prolong.ts";
import { isBusy } from "./busy-library.ts";
import { packBatch } from "./packed-batch.ts";
import type { Progress, RunStore, TimedBatch } from "./run-store.ts";

const flushIntervalMs = 250;
/** A burst is written before it takes much memory. */
const flushBytes = 4 * 1024 * 1024;
/** What is kept while the library is busy. */
const mostWaitingBytes = 256 * 1024 * 1024;
/** A paused run sends nothing; that its process lives still shows. */
const signOfLifeMs = 10_000;

export class RunRecording {
  readonly #store: RunStore;
  readonly #id: string;
  readonly #onFlush: () => void;
  readonly #snapshots = new Set<string>();
  readonly #signOfLife: NodeJS.Timeout;
  #waiting: TimedBatch[] = [];
  #waitingBytes = 0;
  #seq = 0;
  #engineMs = 0;
  #plannedMs: number;
  #timer: NodeJS.Timeout | null = null;
  #problem: unknown = null;

  /** `onFlush`: what was taken is in the library now. */
  constructor(
    store: RunStore,
    { id, plannedMs }: Pick<RunEntry, "id" | "plannedMs">,
    onFlush: () => void,
  ) {
    this.#store = store;
    this.#id = id;
    this.#plannedMs = plannedMs;
    this.#onFlush = onFlush;
    this.#signOfLife = setInterval(() => this.#flushQuietly(), signOfLifeMs);
    this.#signOfLife.unref();
  }

  get progress(): Progress {
    const [engineMs, plannedMs] = [this.#engineMs, this.#plannedMs];
    return { engineMs, plannedMs, snapshots: this.#snapshots.size };
  }

  /** Throws what a write has met, now or since the last call. */
  take(frame: Frame, bytes: Uint8Array): void {
    if (this.#problem !== null) throw this.#problem;
    const fromMs = this.#engineMs;
    this.#engineMs = frame.timeMs.at(-1) ?? fromMs;
    this.#plannedMs = plannedMsAfter(this.#plannedMs, frame.events);
    for (const event of frame.events) {
      if (event.kind === "phase" && event.snapshot !== null) this.#snapshots.add(event.snapshot);
    }
    const packed = packBatch(bytes);
    this.#waiting.push({ fromMs, toMs: this.#engineMs, packed });
    this.#waitingBytes += packed.byteLength;
    if (this.#waitingBytes >= flushBytes) this.#flushUnlessBusy();
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

  /** Ends the recording of a run that did not start: what waits is not written. */
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

  #flushUnlessBusy(): void {
    try {
      this.flush();
    } catch (error) {
      if (!isBusy(error) || this.#waitingBytes > mostWaitingBytes) throw error;
      this.#timer = setTimeout(() => this.#flushQuietly(), flushIntervalMs);
    }
  }

  /** Nobody could catch what a timer throws: it is kept for the next call. */
  #flushQuietly(): void {
    try {
      this.#flushUnlessBusy();
    } catch (error) {
      this.#problem ??= error;
    }
  }
}
