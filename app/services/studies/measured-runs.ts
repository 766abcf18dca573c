/** What the completed runs of a study measured, for its results: read once, while the study is looked at. */
import { setImmediate } from "node:timers/promises";
import { comparedRun } from "../../domain/comparison/compared-recordings.ts";
import type { ComparedRun } from "../../domain/comparison/compared-run.ts";
import type { RepeatRuns } from "../../domain/studies/study-results.ts";
import { noSeries } from "../../domain/timeline/recording-timeline.ts";
import type { RunStore } from "../library/run-store.ts";
import type { TrackedRun } from "./study-runs.ts";

/** Summaries between two looks at the event loop: others are served meanwhile. */
const summariesAtOnce = 8;

export class MeasuredRuns {
  readonly #store: RunStore;
  /** The study that was looked at last, and what its runs measured, by their ids. */
  #studyId: string | null = null;
  #known = new Map<string, ComparedRun>();

  constructor(store: RunStore) {
    this.#store = store;
  }

  /** At the places of points and repeats. */
  async of(
    studyId: string,
    { points, repeats }: { readonly points: number; readonly repeats: number },
    runs: readonly TrackedRun[],
    signal?: AbortSignal,
  ): Promise<readonly RepeatRuns[]> {
    if (this.#studyId !== studyId) this.#known = new Map();
    this.#studyId = studyId;
    const known = this.#known;
    const measured = Array.from({ length: points }, () =>
      new Array<ComparedRun | null>(repeats).fill(null),
    );
    let read = 0;
    for (const { point, repeat, status, entry } of runs) {
      if (status !== "completed" || entry === null) continue;
      const run = known.get(entry.id) ?? this.#read(entry.id);
      if (run === null) continue;
      if (!known.has(entry.id)) {
        known.set(entry.id, run);
        read += 1;
        if (read % summariesAtOnce === 0) await setImmediate();
        signal?.throwIfAborted();
      }
      const place = measured[point];
      if (place !== undefined) place[repeat] = run;
    }
    // What was taken back meanwhile is heard of here, before it is computed.
    await setImmediate();
    signal?.throwIfAborted();
    return measured;
  }

  /** Each run is a value of every metric: what it was like over time is not asked, nor all of its responses. */
  #read(runId: string): ComparedRun | null {
    const summary = this.#store.documents(runId)?.summary ?? null;
    return summary === null ? null : { ...comparedRun(summary, noSeries), responses: null };
  }
}
