/** Keeps what a run streams, for the files of `--out` and for reports: samples and events. */
import type { CreationCost } from "../contract/creation-cost.ts";
import type { Frame } from "../contract/frame.ts";
import { isTimelineEvent, type Series, type TimelineEvent } from "../contract/rpc/timeline-data.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { Summary } from "../contract/summary.ts";
import { noticedIn } from "../domain/acts/noticed-acts.ts";
import { creationCost } from "../domain/creation-cost/creation-cost.ts";
import { watchedCreations } from "../domain/creation-cost/creation-spans.ts";
import { snapshotSpans } from "../domain/creation-cost/snapshots-of-run.ts";
import type { PushLog } from "../domain/page-map/push-log.ts";
import { PushReader } from "../domain/page-map/push-reader.ts";
import { SeriesRecorder } from "../domain/series/series.ts";
import { setupPhraseAt } from "../domain/setup-phrase.ts";

interface RecordedOutcome {
  readonly scenario: Scenario;
  /** Null: the engine ended without one. */
  readonly summary: Summary | null;
}

export class Recorder {
  readonly #samples = new SeriesRecorder();
  readonly #events: TimelineEvent[] = [];
  readonly #pushes = new PushReader();
  #tellsPushes = true;

  take(frame: Frame): void {
    this.#samples.take(frame);
    this.#tellsPushes &&= this.#pushes.take(frame).ok;
    for (const event of frame.events) if (isTimelineEvent(event)) this.#events.push(event);
  }

  /** How far the recording goes, ms of engine time. */
  get endMs(): number {
    return this.#samples.endMs;
  }

  get events(): readonly TimelineEvent[] {
    return this.#events;
  }

  /** Null: what was told of pushes cannot be. */
  get pushes(): PushLog | null {
    return this.#tellsPushes ? this.#pushes.log : null;
  }

  get errorlog(): readonly string[] {
    return this.#events.flatMap((event) => (event.kind === "errorlog" ? event.line : []));
  }

  /** The series as measured, or merged to so many points. */
  series(points: number = Number.MAX_SAFE_INTEGER): Series {
    return this.#samples.series({ points });
  }

  /** What each creation cost, by the samples as they were measured. */
  creationCosts({ scenario, summary }: RecordedOutcome): CreationCost[] {
    const samples = this.#samples.measured(scenario.sampleIntervalMs);
    const recorded = {
      warmupMs: summary?.run.warmupMs ?? scenario.warmupSeconds * 1000,
      endMs: this.endMs,
    };
    const acts = noticedIn(this.#events);
    return watchedCreations(snapshotSpans(this.#events, scenario), recorded, acts).map((creation) =>
      creationCost(
        creation,
        samples,
        "run",
        setupPhraseAt(scenario, this.#events, creation.startMs),
        acts,
      ),
    );
  }

  /** Start of the run when only its own log tells: its first record's time. */
  get loggedOrigin(): string | null {
    const time = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d+)/.exec(this.errorlog[0] ?? "");
    return time === null ? null : `${time[1]}T${time[2]}`;
  }
}
