/**
 * One run under way, as pieces of it arrive: accumulates the timeline and tells its readers at most
 * once a frame, however many pieces came. Several readers share one feed.
 */
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { LiveUpdate } from "../../../app/contract/rpc/timeline-data.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import type { Summary } from "../../../app/contract/summary.ts";
import type { ShownTail } from "../../../app/domain/timeline/log-tail.ts";
import { RunTimeline } from "../../../app/domain/timeline/run-timeline.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";

export interface LiveRun {
  readonly timeline: Timeline | null;
  /** The end of its ERRORLOG. */
  readonly log: ShownTail;
  readonly entry: RunEntry | null;
  readonly scenario: Scenario | null;
  readonly summary: Summary | null;
  /** Why nothing more comes, for a person. */
  readonly problem: string | null;
}

export const noLiveRun: LiveRun = {
  timeline: null,
  log: { records: [], count: 0 },
  entry: null,
  scenario: null,
  summary: null,
  problem: null,
};

export interface FeedListener {
  onScenario(scenario: Scenario): void;
  onUpdate(update: LiveUpdate): void;
  onProblem(message: string): void;
}

export interface FeedSource {
  /** Begins to deliver; the returned function ends it. */
  open(listener: FeedListener): () => void;
  /** Runs the task before the next frame is drawn. */
  beforeNextFrame(task: () => void): void;
}

export class LiveFeed {
  readonly #source: FeedSource;
  readonly #readers = new Set<() => void>();
  #close: (() => void) | null = null;
  #run: RunTimeline | null = null;
  #next: LiveRun = noLiveRun;
  #shown: LiveRun = noLiveRun;
  #frameAsked = false;

  constructor(source: FeedSource) {
    this.#source = source;
  }

  get current(): LiveRun {
    return this.#shown;
  }

  get hasReaders(): boolean {
    return this.#readers.size > 0;
  }

  /** The first reader opens the source, the last to leave closes it. */
  subscribe(reader: () => void): () => void {
    this.#readers.add(reader);
    this.#close ??= this.#source.open({
      onScenario: (scenario) => this.#change({ scenario }),
      onUpdate: (update) => this.#take(update),
      onProblem: (problem) => this.#change({ problem }),
    });
    return () => {
      this.#readers.delete(reader);
      if (this.hasReaders) return;
      this.#close?.();
      this.#close = null;
    };
  }

  #take(update: LiveUpdate): void {
    if (this.#run === null) {
      const warmupSeconds = this.#next.scenario?.warmupSeconds ?? 0;
      this.#run = new RunTimeline({
        origin: update.origin,
        plannedEndMs: update.entry.plannedMs,
        warmupEndMs: warmupSeconds * 1000,
      });
    }
    this.#run.endsAt(update.entry.plannedMs);
    this.#run.take(update);
    this.#change({ entry: update.entry, summary: update.summary, problem: null });
  }

  #change(change: Partial<LiveRun>): void {
    this.#next = { ...this.#next, ...change };
    if (this.#frameAsked) return;
    this.#frameAsked = true;
    this.#source.beforeNextFrame(() => {
      this.#frameAsked = false;
      // The timeline is put together here, once, however many pieces it grew by.
      const { timeline = null, log = noLiveRun.log } = this.#run ?? {};
      this.#shown = { ...this.#next, timeline, log };
      for (const reader of [...this.#readers]) reader();
    });
  }
}
