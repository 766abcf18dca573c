/** One capture that a thread holds: how far it is read, who watches, and its answers. */
import type { CaptureInput } from "../../capture/capture.ts";
import type { WorkerOpening } from "../../capture-worker/api.ts";
import type { CaptureOverview } from "../../contract/capture.ts";
import { type Result, success } from "../../contract/result.ts";
import type { CaptureUpdate } from "../../contract/rpc/captures.ts";
import type { ReadingProgress } from "../../contract/rpc/records.ts";
import { Wake } from "../live/wake.ts";
import type { ThreadWork, WorkerThread } from "./worker-thread.ts";

/** What a thread is to read. */
export interface OpeningFiles {
  readonly files: readonly CaptureInput[];
  /** Local time of 0 ms; null: the earliest moment in the files. */
  readonly originMs?: number | null;
}

export class OpenCapture {
  readonly #thread: WorkerThread;
  readonly #wake = new Wake();
  #progress: ReadingProgress;
  #overview: CaptureOverview | null = null;
  /** Counts what was heard, so that each watcher knows what it has not seen. */
  #pieces = 0;
  #overviewPiece = 0;
  /** The thread's last words may come after the word of its end, and must not bring it back to life. */
  #ended = false;
  #inUse = 0;
  #usedAt = 0;

  /** Takes the thread, which ends where nothing can be opened. */
  static async open(
    thread: WorkerThread,
    { files, originMs = null }: OpeningFiles,
  ): Promise<Result<{ readonly capture: OpenCapture; readonly opening: WorkerOpening }>> {
    const opening = await thread.call((api) => api.open(files, originMs));
    if (!opening.ok) {
      await thread.close();
      return opening;
    }
    const bytesTotal = opening.value.files.reduce((sum, { bytes }) => sum + bytes, 0);
    return success({ capture: new OpenCapture(thread, bytesTotal), opening: opening.value });
  }

  private constructor(thread: WorkerThread, bytesTotal: number) {
    this.#thread = thread;
    this.#progress = { state: "reading", bytesRead: 0, bytesTotal, records: 0, message: null };
    void thread.ended.then(({ error }) => {
      if (this.reading) this.#take({ progress: this.#failedWith(error.message), overview: null });
      this.#ended = true;
    });
  }

  get progress(): ReadingProgress {
    return this.#progress;
  }

  /** The overview as far as the capture was read; null until the first part was. */
  get overview(): CaptureOverview | null {
    return this.#overview;
  }

  get reading(): boolean {
    return this.#progress.state === "reading";
  }

  /** Whether somebody would miss it now. */
  get busy(): boolean {
    return this.#inUse > 0 || this.reading;
  }

  /** Rises with each use, of all captures. */
  get usedAt(): number {
    return this.#usedAt;
  }

  /** Reads on, unless it is read or could not be. */
  read(): void {
    if (this.#progress.state === "cancelled") {
      this.#progress = { ...this.#progress, state: "reading" };
    }
    this.#thread.read((update) => this.#take(update));
  }

  cancel(): void {
    if (this.reading) this.#thread.cancel();
  }

  /** Asks the thread. Rejects when nobody waits for the answer any more. */
  async ask<T>(work: ThreadWork<T>, signal?: AbortSignal): Promise<Result<T>> {
    const release = this.#use();
    try {
      return await this.#thread.call(work, signal);
    } finally {
      release();
    }
  }

  /** What is known now, then what is heard of it; the last piece is not "reading". */
  async *watch(signal: AbortSignal): AsyncGenerator<CaptureUpdate> {
    const release = this.#use();
    let seen = -1;
    try {
      while (!signal.aborted) {
        if (seen === this.#pieces) {
          await this.#wake.sleep(signal);
          continue;
        }
        const overview = this.#overviewPiece > seen ? this.#overview : null;
        seen = this.#pieces;
        const progress = this.#progress;
        yield { progress, overview };
        if (progress.state !== "reading") return;
      }
    } finally {
      release();
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  #take({ progress, overview }: CaptureUpdate): void {
    if (this.#ended) return;
    this.#progress = progress;
    this.#pieces += 1;
    if (overview !== null) {
      this.#overview = overview;
      this.#overviewPiece = this.#pieces;
    }
    this.#wake.notify();
  }

  #failedWith(message: string): ReadingProgress {
    return { ...this.#progress, state: "failed", message };
  }

  #use(): () => void {
    this.#inUse += 1;
    this.#usedAt = ++uses;
    return () => {
      this.#inUse -= 1;
      this.#usedAt = ++uses;
    };
  }
}

let uses = 0;
