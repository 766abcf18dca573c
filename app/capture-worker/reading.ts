/** Reads a capture in slices and tells how far it is, at distances that grow with what is read. */
import type { CaptureOverview } from "../contract/capture.ts";
import type { CaptureUpdate } from "../contract/rpc/captures.ts";
import type { ReadingProgress } from "../contract/rpc/records.ts";

/** The part of a capture that reading is about. */
export interface Readable {
  readSlice(): boolean;
  readonly progress: {
    readonly bytesRead: number;
    readonly bytesTotal: number;
    readonly records: number;
  };
  overview(): CaptureOverview;
}

/** Progress is told no more often. */
const progressEveryMs = 100;
/** The overview is made anew when so many times as much is read. */
const overviewGrowth = 2;

export class Reading {
  readonly #capture: Readable;
  readonly #now: () => number;
  #state: ReadingProgress["state"] = "reading";
  #message: string | null = null;
  #listener: ((update: CaptureUpdate) => void) | null = null;
  #toldAtMs = -Infinity;
  #overviewBytes = 0;
  #overview: CaptureOverview | null = null;

  constructor(capture: Readable, now: () => number = () => performance.now()) {
    this.#capture = capture;
    this.#now = now;
  }

  get started(): boolean {
    return this.#listener !== null;
  }

  /** No record will be added any more, unless somebody starts it again. */
  get ended(): boolean {
    return this.#state !== "reading";
  }

  /** The overview that was told last. */
  get overview(): CaptureOverview {
    this.#overview ??= this.#capture.overview();
    return this.#overview;
  }

  /** Starts, or goes on after a cancellation; what was told before is told again. */
  start(listener: (update: CaptureUpdate) => void): void {
    this.#listener = listener;
    if (this.#state === "cancelled") this.#state = "reading";
    if (this.ended) this.#tell(true);
  }

  cancel(): void {
    if (this.ended) return;
    this.#state = "cancelled";
    this.#tell(true);
  }

  /** Reads one slice; true while there is more. */
  step(): boolean {
    if (!this.started || this.ended) return false;
    try {
      if (!this.#capture.readSlice()) this.#state = "complete";
    } catch (error) {
      // A disk that fails in the middle; what was read until then stays.
      this.#state = "failed";
      this.#message = error instanceof Error ? error.message : String(error);
    }
    const { bytesRead } = this.#capture.progress;
    const grown = this.#overviewBytes === 0 || bytesRead >= overviewGrowth * this.#overviewBytes;
    if (this.ended || grown) this.#tell(true);
    else if (this.#now() - this.#toldAtMs >= progressEveryMs) this.#tell(false);
    return !this.ended;
  }

  #tell(withOverview: boolean): void {
    const { bytesRead, bytesTotal, records } = this.#capture.progress;
    const progress = { state: this.#state, bytesRead, bytesTotal, records, message: this.#message };
    if (withOverview) {
      this.#overview = this.#capture.overview();
      this.#overviewBytes = Math.max(1, bytesRead);
    }
    this.#listener?.({ progress, overview: withOverview ? this.#overview : null });
    this.#toldAtMs = this.#now();
  }
}
