/** Times in which VSS holds a database's writes. Not database snapshots, though VSS calls its own so. */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { Message } from "../messages/message.ts";
import { atLeast, type Edge, logged, makePhase } from "./edges.ts";
import { type Follower, keptPhases } from "./follower.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";

export class IoFreezes implements Follower {
  readonly kinds = ["ioFrozen", "ioResumed"] as const;
  readonly #kept = keptPhases();
  /** When each was frozen, by database. */
  readonly #frozen = new RecentMap<string, number>(maxFollowedDatabases);

  take(place: EventPlace, message: Message): void {
    if (message.kind !== "ioFrozen" && message.kind !== "ioResumed") return;
    const { atMs } = place;
    const { kind, database } = message;
    const startMs = this.#frozen.get(database);
    // A second freeze without a thaw in between: the first had ended, nobody knows when.
    const end = kind === "ioResumed" ? logged(atMs) : atLeast(startMs ?? atMs);
    if (startMs !== undefined) this.#close(database, startMs, end);
    if (kind === "ioFrozen") this.#frozen.set(database, atMs);
  }

  restarted(): void {
    for (const [database, startMs] of this.#frozen.entries()) {
      this.#close(database, startMs, atLeast(startMs));
    }
  }

  phases(): readonly Phase[] {
    const open = this.#frozen
      .entries()
      .map(([database, startMs]) => freeze(database, startMs, null));
    return [...this.#kept.items(), ...open];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #close(database: string, startMs: number, end: Edge): void {
    this.#frozen.delete(database);
    this.#kept.add(freeze(database, startMs, end));
  }
}

const freeze = (database: string, startMs: number, end: Edge | null): Phase =>
  makePhase("ioFreeze", { database }, logged(startMs), end);
