/**
 * Reverts of databases to their snapshots. Message 1843 begins one; no message ends it. It is over
 * when the database starts up, or at the latest when it is recovered.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { LogEvent } from "../events.ts";
import { bound, type Edge, logged, makePhase } from "./edges.ts";
import { type EventOf, type Follower, keptPhases } from "./follower.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";

export class Reverts implements Follower {
  readonly kinds = [
    "reverting",
    "startingUp",
    "recoveryCheckpoint",
    "recoveryFigures",
    "recoveryCompleted",
  ] as const;

  readonly #kept = keptPhases();
  readonly #open = new RecentMap<string, EventOf<"reverting">>(maxFollowedDatabases);

  take(event: LogEvent): void {
    switch (event.kind) {
      case "reverting": {
        const before = this.#open.get(event.database);
        if (before !== undefined) this.#close(before, before.atMs);
        this.#open.set(event.database, event);
        return;
      }
      case "startingUp":
      case "recoveryCheckpoint":
      case "recoveryFigures":
      case "recoveryCompleted": {
        const open = this.#open.get(event.database);
        if (open !== undefined) this.#close(open, event.atMs);
        return;
      }
      default:
        return;
    }
  }

  /** A revert that the server's end interrupts goes on at the next start: it stays open. */
  phases(): readonly Phase[] {
    return [...this.#kept.items(), ...this.#open.values().map((event) => revertPhase(event, null))];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #close(event: EventOf<"reverting">, atMs: number): void {
    this.#open.delete(event.database);
    this.#kept.add(revertPhase(event, bound(atMs)));
  }
}

function revertPhase({ database, snapshot, atMs }: EventOf<"reverting">, end: Edge | null): Phase {
  // `snapshot` of a phase says whose creation it is part of; this is none.
  const figures = snapshot === null ? {} : { toSnapshot: snapshot };
  return makePhase("revert", { database }, logged(atMs), end, figures);
}
