import type { LogEvent } from "../../events.ts";
import { Occurrences } from "../evidence.ts";
import type { EventOf } from "../follower.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
} from "./finding-rule.ts";
import { Groups } from "./group-rule.ts";
import { numberText, spanText, timesText } from "./wording.ts";

/** The recovery interval's default of one minute; 2012 and later log every checkpoint beyond it. */
export const recoveryIntervalMs = 60_000;
/** Where the product itself begins to hold a checkpoint back: 20 ms before 2016, 50 ms since. */
export const throttledLatencyMs = 50;
const maxDatabases = 40;

interface Slow {
  longest: EventOf<"flushCache"> | null;
}

/** Checkpoints that take longer than the recovery interval, or whose writes are slow. */
export class SlowCheckpoints implements FindingRule {
  readonly id = "slowCheckpoint";
  readonly kinds = ["flushCache", "flushTarget", "flushThroughput"] as const;
  /** By the id of the database; -1 where the line names none. */
  readonly #slow = new Groups<Slow>(maxDatabases, () => ({ longest: null }));
  readonly #throttled = new Occurrences();
  #highestLatencyMs = 0;
  /** How often the limit of outstanding writes was met, at most, by one checkpoint. */
  #highestSaturation = 0;

  take(event: LogEvent): void {
    if (event.kind === "flushCache") this.#flushed(event);
    if (event.kind === "flushThroughput") {
      this.#highestSaturation = Math.max(this.#highestSaturation, event.ioSaturation);
    }
    if (event.kind !== "flushTarget" || event.averageWriteLatencyMs === null) return;
    if (event.averageWriteLatencyMs < throttledLatencyMs) return;
    this.#throttled.add(event);
    this.#highestLatencyMs = Math.max(this.#highestLatencyMs, event.averageWriteLatencyMs);
  }

  findings({ databaseName }: FindingContext): readonly FindingDraft[] {
    const slow = this.#slow.all().flatMap(({ occurrences, state: { longest } }) => {
      if (longest === null) return [];
      return [this.#long(occurrences, longest, databaseName(longest.databaseId))];
    });
    return this.#throttled.count === 0 ? slow : [...slow, this.#latency()];
  }

  #flushed(event: EventOf<"flushCache">): void {
    if (event.durationMs <= recoveryIntervalMs) return;
    const { occurrences, state } = this.#slow.of(String(event.databaseId ?? -1));
    occurrences.add(event);
    occurrences.touch(event.atMs - event.durationMs);
    if (event.durationMs > (state.longest?.durationMs ?? 0)) state.longest = event;
  }

  #long(
    occurrences: Occurrences,
    { durationMs, buffers, databaseId }: EventOf<"flushCache">,
    name: string | null,
  ): FindingDraft {
    const whose = name ?? (databaseId === null ? null : `database ${databaseId}`);
    const speed = numberText(buffers / 128 / (durationMs / 1000));
    return finding(
      "warning",
      `Checkpoints${whose === null ? "" : ` of ${whose}`} took up to ${spanText(durationMs)}, beyond the recovery interval of 60 s (${timesText(occurrences.count)})`,
      `The longest wrote ${numberText(buffers)} pages at ${speed} MiB/s. While a checkpoint lasts longer than the recovery interval, a crash costs more than a minute of redo, and a snapshot created meanwhile waits for it. ${this.#saturation()}Compare the write latency of the data volume in this stretch; if the volume is healthy, an indirect checkpoint (TARGET_RECOVERY_TIME) spreads the same writes.`,
      occurrences,
    );
  }

  #saturation(): string {
    if (this.#highestSaturation === 0) return "";
    return `The limit of outstanding writes was met up to ${numberText(this.#highestSaturation)} times by one checkpoint. `;
  }

  #latency(): FindingDraft {
    return finding(
      "warning",
      `Checkpoint writes took ${numberText(this.#highestLatencyMs)} ms on average at worst (${timesText(this.#throttled.count)} at or above ${throttledLatencyMs} ms)`,
      `Beyond ${throttledLatencyMs} ms (20 ms before 2016) the server holds its checkpoints back to spare the volume, so they last longer than their pages need. Look at what else writes to the volume at these times: backups, index builds, another machine on the same storage.`,
      this.#throttled,
    );
  }
}
