/** Starts of the server that came to nothing, by their cause: a service that is started again and again fails in one way. */
import type { EventPlace } from "../events.ts";
import type { StartFailureCause } from "../messages/start-failure.ts";
import { Occurrences } from "./evidence.ts";
import type { MessageOf } from "./follower.ts";

/** What the log shows of the cause; "unknown": it only shows that the server ended before it was ready. */
export type FailedStartCause = StartFailureCause | "unknown";

export interface FailedStartGroup {
  readonly cause: FailedStartCause;
  starts: number;
  /** The first that is known: the last one may differ, as ports do. */
  detail: string | null;
  readonly occurrences: Occurrences;
}

/** The plainest cause first: what stands below it in one start follows from it. */
const order: readonly StartFailureCause[] = [
  "password",
  "port",
  "certificate",
  "masterFile",
  "parameter",
  "evaluation",
  "memory",
  "tempdb",
  "upgrade",
  "master",
  "network",
  "setup",
];
/** Records of one start that show why it failed. */
const maxRecords = 20;

/** Why one start fails, as far as its records tell. */
export class StartFailures {
  cause: FailedStartCause = "unknown";
  detail: string | null = null;
  readonly places: EventPlace[] = [];

  add(place: EventPlace, { cause, detail }: MessageOf<"startFailed">): void {
    this.show(place);
    if (this.cause !== "unknown" && order.indexOf(cause) >= order.indexOf(this.cause)) return;
    this.cause = cause;
    this.detail = detail;
  }

  /** More of what led to it. */
  show(place: EventPlace): void {
    if (this.places.length < maxRecords) this.places.push(place);
  }

  get areSeen(): boolean {
    return this.cause !== "unknown";
  }
}

export class FailedStarts {
  /** As many groups as there are causes. */
  readonly #groups = new Map<FailedStartCause, FailedStartGroup>();

  add({ cause, detail, places }: StartFailures): void {
    const known = this.#groups.get(cause);
    const group = known ?? { cause, starts: 0, detail: null, occurrences: new Occurrences() };
    if (known === undefined) this.#groups.set(cause, group);
    group.starts += 1;
    group.detail ??= detail;
    for (const place of places) group.occurrences.add(place);
  }

  /** With those of a start that may still succeed, as if nothing more came of it. */
  groups(current: StartFailures | null): readonly FailedStartGroup[] {
    if (current === null) return [...this.#groups.values()];
    const copy = new FailedStarts();
    for (const [cause, group] of this.#groups) {
      copy.#groups.set(cause, { ...group, occurrences: group.occurrences.copy() });
    }
    copy.add(current);
    return [...copy.#groups.values()];
  }
}
