/** Consistency checks: one message at their end tells all, mostly the elapsed time too. */
import type { Phase } from "../../../contract/phase.ts";
import type { LogEvent } from "../events.ts";
import { derived, logged, makePhase } from "./edges.ts";
import { type EventOf, type Follower, keptPhases } from "./follower.ts";

export const checkKinds = ["consistencyChecked", "consistencyCheckAborted"] as const;
export type CheckEvent = EventOf<(typeof checkKinds)[number]>;

export class ConsistencyChecks implements Follower {
  readonly kinds = checkKinds;
  readonly #kept = keptPhases();

  take(event: LogEvent): void {
    if (event.kind === "consistencyChecked" || event.kind === "consistencyCheckAborted") {
      this.#kept.add(checkPhase(event));
    }
  }

  phases(): readonly Phase[] {
    return this.#kept.items();
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }
}

function checkPhase(event: CheckEvent): Phase {
  const { atMs, command, target, database, user, durationMs } = event;
  const start = durationMs === null ? logged(atMs) : derived(atMs - durationMs);
  return makePhase("consistencyCheck", { database }, start, logged(atMs), {
    command,
    target,
    ...(user === null ? {} : { user }),
    ...(durationMs === null ? {} : { durationMs }),
    ...resultOf(event),
  });
}

function resultOf(event: CheckEvent): Phase["figures"] {
  if (event.kind === "consistencyCheckAborted") {
    return { failed: true, errorState: event.errorState };
  }
  const { errorsFound, errorsRepaired, splitLsn, firstLsn } = event;
  return {
    errorsFound,
    errorsRepaired,
    ...(splitLsn === null ? {} : { splitLsn }),
    ...(firstLsn === null ? {} : { firstLsn }),
  };
}
