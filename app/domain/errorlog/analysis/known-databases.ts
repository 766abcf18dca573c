/**
 * What records tell of the names of databases: which are snapshots' - without trace flag 1810 nothing in the
 * start of a snapshot says what it is; messages that come hours later do -, which belong to an availability
 * group, and which went back to a snapshot.
 */
import type { EventPlace } from "../events.ts";
import type { Message, MessageKind } from "../messages/message.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";

interface Known {
  isSnapshot: boolean;
  inGroup: boolean;
  /** When it last went back to a snapshot; NaN: never. */
  revertedMs: number;
}

export class KnownDatabases {
  static readonly kinds: readonly MessageKind[] = [
    "snapshotSuspect",
    "reverting",
    "startSkipped",
    "primaryConnection",
    "databaseRoleChanged",
    "dataMovement",
  ];

  readonly #known = new RecentMap<string, Known>(maxFollowedDatabases);

  take({ atMs }: EventPlace, message: Message): void {
    switch (message.kind) {
      case "snapshotSuspect":
        this.addSnapshot(message.snapshot);
        return;
      case "reverting":
        if (message.snapshot !== null) this.addSnapshot(message.snapshot);
        this.#of(message.database).revertedMs = atMs;
        return;
      case "startSkipped":
      case "primaryConnection":
      case "databaseRoleChanged":
      case "dataMovement":
        this.#of(message.database).inGroup = true;
        return;
      default:
    }
  }

  addSnapshot(name: string): void {
    if (name !== "") this.#of(name).isSnapshot = true;
  }

  isSnapshot(name: string): boolean {
    return this.#known.get(name)?.isSnapshot === true;
  }

  /** Of an availability group, or mirrored: its changes of role start it too. */
  isInGroup(name: string): boolean {
    return this.#known.get(name)?.inGroup === true;
  }

  wasReverted(name: string, byMs: number): boolean {
    return (this.#known.get(name)?.revertedMs ?? Number.NaN) <= byMs;
  }

  #of(name: string): Known {
    const known = this.#known.get(name) ?? {
      isSnapshot: false,
      inGroup: false,
      revertedMs: Number.NaN,
    };
    this.#known.set(name, known);
    return known;
  }
}
