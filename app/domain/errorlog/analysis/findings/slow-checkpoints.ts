import type { Phase } from "../../../../contract/phase.ts";
import type { EventPlace } from "../../events.ts";
import { Occurrences } from "../evidence.ts";
import { type Handlers, Handling, type MessageOf } from "../follower.ts";
import { type FindingDraft, finding } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import { Groups } from "./group-rule.ts";
import { numberText, spanText, timesText } from "./wording.ts";

/** The recovery interval's default of one minute; 2012 and later log every checkpoint beyond it. */
export const recoveryIntervalMs = 60_000;
/** Where the product itself begins to hold a checkpoint back: 20 ms before 2016, 50 ms since. */
export const throttledLatencyMs = 50;
const maxDatabases = 40;
/** SQL Server 2012, by the first number of its build. */
const firstWithIndirect = 11;

interface Slow {
  longest: MessageOf<"flushCache"> | null;
}

/** Checkpoints that take longer than the recovery interval, or whose writes are slow. */
export class SlowCheckpoints extends Handling implements FindingRule {
  readonly id = "slowCheckpoint";
  protected readonly handlers: Handlers = {
    serverBanner: (_place, { build }) => {
      this.#majorVersion = Number.parseInt(build, 10);
    },
    flushCache: (place, message) => this.#flushed(place, message),
    flushThroughput: (_place, { ioSaturation }) => {
      this.#highestSaturation = Math.max(this.#highestSaturation, ioSaturation);
    },
    flushTarget: (place, { averageWriteLatencyMs }) => {
      if ((averageWriteLatencyMs ?? 0) < throttledLatencyMs) return;
      this.#throttled.add(place);
      this.#highestLatencyMs = Math.max(this.#highestLatencyMs, averageWriteLatencyMs ?? 0);
    },
  };
  /** By the id of the database; -1 where the line names none. */
  readonly #slow = new Groups<Slow>(maxDatabases, () => ({ longest: null }));
  readonly #throttled = new Occurrences();
  #highestLatencyMs = 0;
  /** How often the limit of outstanding writes was met, at most, by one checkpoint. */
  #highestSaturation = 0;
  /** Major version of the product; null: no record tells. */
  #majorVersion: number | null = null;

  findings({ databaseName, phases, creations }: FindingContext): readonly FindingDraft[] {
    const ofCreations = new Set(creations.flatMap(({ checkpoints }) => checkpoints.map(endOf)));
    // Checkpoints that are slow because their writes are: one finding, not two.
    const both = this.#throttled.count === 0 ? 0 : phases.filter(isSlowAndThrottled).length;
    const slow = this.#slow.all().flatMap(({ occurrences, state: { longest } }) => {
      if (longest === null || occurrences.evidence.every(({ atMs }) => ofCreations.has(atMs))) {
        return [];
      }
      return [this.#long(occurrences, longest, databaseName(longest.databaseId), both > 0)];
    });
    return this.#throttled.count <= both ? slow : [...slow, this.#latency()];
  }

  #flushed(place: EventPlace, message: MessageOf<"flushCache">): void {
    if (message.durationMs <= recoveryIntervalMs) return;
    // The line names its database since then, in logs without a banner too.
    if (message.databaseId !== null) this.#majorVersion ??= firstWithIndirect;
    const { occurrences, state } = this.#slow.of(String(message.databaseId ?? -1));
    occurrences.add(place);
    occurrences.touch(place.atMs - message.durationMs);
    if (message.durationMs > (state.longest?.durationMs ?? 0)) state.longest = message;
  }

  #long(
    occurrences: Occurrences,
    { durationMs, buffers, databaseId }: MessageOf<"flushCache">,
    name: string | null,
    isThrottled: boolean,
  ): FindingDraft {
    const whose = name ?? (databaseId === null ? null : `database ${databaseId}`);
    const speed = numberText(buffers / 128 / (durationMs / 1000));
    return finding(
      "warning",
      `Checkpoints${whose === null ? "" : ` of ${whose}`} took up to ${spanText(durationMs)}, beyond 1 min, the recovery interval's default (${timesText(occurrences.count)})`,
      `The longest wrote ${numberText(buffers)} pages at ${speed} MiB/s. While a checkpoint lasts longer than that, a crash costs more than a minute of redo, and a snapshot created meanwhile waits for it. ${this.#saturation()}${isThrottled ? this.#writes() : ""}Compare the write latency of the data volume in this stretch; ${this.#remedy()}`,
      occurrences,
    );
  }

  /** Indirect checkpoints came with SQL Server 2012. */
  #remedy(): string {
    const version = this.#majorVersion;
    if (version !== null && version < firstWithIndirect) {
      return "if the volume is healthy, less memory for dirty pages or a shorter recovery interval makes each checkpoint smaller.";
    }
    const since = version === null ? "from SQL Server 2012 on " : "";
    return `if the volume is healthy, ${since}an indirect checkpoint (TARGET_RECOVERY_TIME) spreads the same writes.`;
  }

  #saturation(): string {
    if (this.#highestSaturation === 0) return "";
    return `The limit of outstanding writes was met up to ${numberText(this.#highestSaturation)} times by one checkpoint. `;
  }

  #writes(): string {
    return `Writes of such checkpoints took up to ${numberText(this.#highestLatencyMs)} ms on average, and from ${throttledLatencyMs} ms on (20 ms before 2016) the server holds a checkpoint back. `;
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

const endOf = ({ endMs }: Phase): number | null => endMs;

const isSlowAndThrottled = ({ name, figures }: Phase): boolean =>
  name === "checkpoint" &&
  Number(figures.durationMs) > recoveryIntervalMs &&
  Number(figures.averageWriteLatencyMs) >= throttledLatencyMs;
