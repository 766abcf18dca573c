/**
 * What a run sends, for those who watch it. Recording is none of its business: a watcher may be as
 * slow as it likes, gets its next piece when it asks for it, and what came meanwhile is merged.
 */
import type { Frame } from "../../contract/frame.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import type { LiveUpdate } from "../../contract/rpc/timeline-data.ts";
import type { Summary } from "../../contract/summary.ts";
import { SeriesRecorder } from "../../domain/series/series.ts";
import { EventDigest } from "./event-digest.ts";
import { Wake } from "./wake.ts";

/** No eye needs more, and a UI has other work between two pieces. */
const minimumIntervalMs = 100;
const pointsPerPiece = 512;
const sizesPerPiece = 64;
/** Records of the ERRORLOG at least: what one reads live. All of them are in the recording. */
const recordsAtOnce = 1000;
/** Points of a piece that replaces all before it, and of snapshots' sizes in it. */
export const pointsOfWhole = 4096;
export const sizesOfWhole = 2048;
/** A watcher that was sent this many points gets the whole again: what it holds stays bounded. */
const pointsUntilRestart = 4 * pointsOfWhole;

export interface LiveHead {
  readonly entry: RunEntry;
  readonly origin: string;
}

interface Watcher {
  series: SeriesRecorder;
  digest: EventDigest;
}

export class LiveFeed {
  readonly #head: () => LiveHead;
  readonly #series = new SeriesRecorder({ capacity: 2 * pointsOfWhole });
  readonly #digest = new EventDigest({ sizes: sizesOfWhole, records: recordsAtOnce });
  readonly #watchers = new Set<Watcher>();
  readonly #wake = new Wake();
  #end: { readonly summary: Summary | null } | null = null;

  /** `head` is asked for every piece, so that a run that is renamed shows its new name. */
  constructor(head: () => LiveHead) {
    this.#head = head;
  }

  /** Engine time of the last sample, ms. */
  get engineMs(): number {
    return this.#series.endMs;
  }

  take(frame: Frame): void {
    for (const watcher of [...this.#watchers]) {
      watcher.series.take(frame);
      watcher.digest.take(frame.events);
    }
    this.#series.take(frame);
    this.#digest.take(frame.events);
    this.#wake.notify();
  }

  /** By then `head` tells how it ended. */
  end(summary: Summary | null): void {
    this.#end = { summary };
    this.#wake.notify();
  }

  async *watch(signal: AbortSignal): AsyncGenerator<LiveUpdate> {
    const watcher = this.#newWatcher();
    this.#watchers.add(watcher);
    let delivered = Infinity;
    try {
      while (!signal.aborted) {
        const startedMs = performance.now();
        const restart = delivered > pointsUntilRestart;
        const piece = restart ? this.#whole(watcher) : this.#piece(watcher);
        delivered = piece.series.timeMs.length + (restart ? 0 : delivered);
        yield piece;
        if (piece.ended) return;
        await this.#news(watcher, signal, startedMs);
      }
    } finally {
      this.#watchers.delete(watcher);
    }
  }

  /** Sleeps until there is something to tell, but no shorter than the interval between pieces. */
  async #news(watcher: Watcher, signal: AbortSignal, startedMs: number): Promise<void> {
    const untilNext = () => startedMs + minimumIntervalMs - performance.now();
    while (!signal.aborted && this.#end === null) {
      const [waitMs, quiet] = [untilNext(), watcher.digest.isEmpty && watcher.series.length === 0];
      if (waitMs <= 0 && !quiet) return;
      await this.#wake.sleep(signal, quiet ? undefined : waitMs);
    }
  }

  #newWatcher(): Watcher {
    return {
      series: new SeriesRecorder({ capacity: pointsPerPiece, startMs: this.#series.endMs }),
      digest: new EventDigest({ sizes: sizesPerPiece, records: recordsAtOnce }),
    };
  }

  #whole(watcher: Watcher): LiveUpdate {
    Object.assign(watcher, this.#newWatcher());
    return this.#update(true, this.#series, pointsOfWhole, this.#digest);
  }

  #piece(watcher: Watcher): LiveUpdate {
    const { series, digest } = watcher;
    Object.assign(watcher, this.#newWatcher());
    return this.#update(false, series, pointsPerPiece, digest);
  }

  #update(
    restart: boolean,
    series: SeriesRecorder,
    points: number,
    digest: EventDigest,
  ): LiveUpdate {
    return {
      ...this.#head(),
      restart,
      series: series.series({ points }),
      events: digest.events,
      recordsLeftOut: digest.recordsLeftOut,
      summary: this.#end?.summary ?? null,
      ended: this.#end !== null,
    };
  }
}
