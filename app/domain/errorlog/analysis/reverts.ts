/**
 * Reverts of databases to their snapshots. Message 1843 begins one; no message ends it. It is over
 * when the database starts up, or at the latest when it is recovered.
 */
import type { Phase } from "../../../contract/phase.ts";
import { bound, type Edge, logged, makePhase } from "./edges.ts";
import { each, type Handlers, PhaseFollower, type Placed } from "./follower.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";

export class Reverts extends PhaseFollower {
  protected readonly handlers: Handlers = {
    reverting: (place, message) => {
      const before = this.#open.get(message.database);
      if (before !== undefined) this.#close(before, before.place.atMs);
      this.#open.set(message.database, { place, message });
    },
    ...each(
      ["startingUp", "recoveryCheckpoint", "recoveryFigures", "recoveryCompleted"],
      ({ atMs }, { database }) => {
        const open = this.#open.get(database);
        if (open !== undefined) this.#close(open, atMs);
      },
    ),
  };
  readonly #open = new RecentMap<string, Placed<"reverting">>(maxFollowedDatabases);

  /** A revert that the server's end interrupts goes on at the next start: it stays open. */
  protected override openPhases(): readonly Phase[] {
    return this.#open.values().map((open) => revertPhase(open, null));
  }

  #close(open: Placed<"reverting">, atMs: number): void {
    this.#open.delete(open.message.database);
    this.kept.add(revertPhase(open, bound(atMs)));
  }
}

function revertPhase({ place, message }: Placed<"reverting">, end: Edge | null): Phase {
  const { database, snapshot } = message;
  // `snapshot` of a phase says whose creation it is part of; this is none.
  const figures = snapshot === null ? {} : { toSnapshot: snapshot };
  return makePhase("revert", { database }, logged(place.atMs), end, figures);
}
