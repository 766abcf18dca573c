/** Long I/Os (833) and latch time-outs (844, 845): one message each, which may tell how long it took. */
import type { Phase } from "../../../contract/phase.ts";
import type { LogEvent } from "../events.ts";
import type { DatabaseNames } from "./database-names.ts";
import { derived, logged, makePhase } from "./edges.ts";
import { type EventOf, type Follower, keptPhases } from "./follower.ts";

export class LongIos implements Follower {
  readonly kinds = ["longIo"] as const;
  readonly #kept = keptPhases();
  readonly #names: DatabaseNames;

  constructor(names: DatabaseNames) {
    this.#names = names;
  }

  take(event: LogEvent): void {
    if (event.kind === "longIo") this.#kept.add(longIoPhase(event, this.#names));
  }

  phases(): readonly Phase[] {
    return this.#kept.items();
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }
}

/** Only the newer form tells how long the latest of the I/Os took. */
export const longIoStart = ({ atMs, durationMs }: EventOf<"longIo">): number =>
  durationMs === null ? atMs : atMs - durationMs;

function longIoPhase(event: EventOf<"longIo">, names: DatabaseNames): Phase {
  const { atMs, occurrences, thresholdSeconds, file, databaseId, offset, durationMs } = event;
  const database = event.database ?? names.nameOf(databaseId);
  const start = durationMs === null ? logged(atMs) : derived(longIoStart(event));
  return makePhase("longIo", { database }, start, logged(atMs), {
    occurrences,
    thresholdSeconds,
    file,
    databaseId,
    ...(offset === null ? {} : { offset }),
    ...(durationMs === null ? {} : { durationMs }),
  });
}

export class LatchTimeouts implements Follower {
  readonly kinds = ["latchTimeout"] as const;
  readonly #kept = keptPhases();
  readonly #names: DatabaseNames;

  constructor(names: DatabaseNames) {
    this.#names = names;
  }

  take(event: LogEvent): void {
    if (event.kind === "latchTimeout") this.#kept.add(latchPhase(event, this.#names));
  }

  phases(): readonly Phase[] {
    return this.#kept.items();
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }
}

function latchPhase(event: EventOf<"latchTimeout">, names: DatabaseNames): Phase {
  const { atMs, latchType, databaseId, page, waitSeconds, continues } = event;
  const start = waitSeconds === null ? logged(atMs) : derived(atMs - waitSeconds * 1000);
  return makePhase("latchTimeout", { database: names.nameOf(databaseId) }, start, logged(atMs), {
    continues,
    ...(latchType === null ? {} : { latchType }),
    ...(databaseId === null ? {} : { databaseId }),
    ...(page === null ? {} : { page }),
    ...(waitSeconds === null ? {} : { waitSeconds }),
  });
}
