/** Keeps what a run streams, for the files of `--out` and for reports: samples and events. */
import type { Frame } from "../contract/frame.ts";
import type { Series, TimelineEvent } from "../contract/rpc/timeline-data.ts";
import { SeriesRecorder } from "../domain/series/series.ts";
import { meanOver } from "../report/span-means.ts";

export class Recorder {
  readonly #samples = new SeriesRecorder();
  readonly #events: TimelineEvent[] = [];
  /** All samples; made when it is asked for, which is once the run is over. */
  #series: Series | null = null;

  take(frame: Frame): void {
    this.#series = null;
    this.#samples.take(frame);
    for (const event of frame.events) if (event.kind !== "latency") this.#events.push(event);
  }

  /** How far the recording goes, ms of engine time. */
  get endMs(): number {
    return this.#samples.endMs;
  }

  get events(): readonly TimelineEvent[] {
    return this.#events;
  }

  get errorlog(): readonly string[] {
    return this.#events.flatMap((event) => (event.kind === "errorlog" ? event.line : []));
  }

  /** As measured, or merged to so many points. */
  series(points: number = Number.MAX_SAFE_INTEGER): Series {
    return this.#samples.series({ points });
  }

  /** Mean of a counter over a span of engine time, each sample by its share; null if none is in it. */
  meanOf(counter: string, fromMs: number, toMs: number): number | null {
    this.#series ??= this.series();
    const { timeMs, counters } = this.#series;
    return meanOver(timeMs, counters[counter] ?? new Float64Array(), fromMs, toMs);
  }

  /** Start of the run when only its own log tells: its first record's time. */
  get loggedOrigin(): string | null {
    const time = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d+)/.exec(this.errorlog[0] ?? "");
    return time === null ? null : `${time[1]}T${time[2]}`;
  }
}
