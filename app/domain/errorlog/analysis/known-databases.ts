/**
 * What records tell of the names of databases: which are snapshots' - without trace flag 1810 nothing in the
 * start of a snapshot says what it is; messages that come hours later do -, which belong to an availability
 * group, and which went back to a snapshot.
 */
import { each, type Handlers, Handling } from "./follower.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";

interface Known {
  isSnapshot: boolean;
  inGroup: boolean;
  /** When it last went back to a snapshot; NaN: never. */
  revertedMs: number;
}

export class KnownDatabases extends Handling {
  protected readonly handlers: Handlers = {
    snapshotSuspect: (_place, { snapshot }) => this.addSnapshot(snapshot),
    reverting: ({ atMs }, { database, snapshot }) => {
      if (snapshot !== null) this.addSnapshot(snapshot);
      this.#of(database).revertedMs = atMs;
    },
    ...each(
      ["startSkipped", "primaryConnection", "databaseRoleChanged", "dataMovement"],
      (_place, { database }) => {
        this.#of(database).inGroup = true;
      },
    ),
  };
  readonly #known = new RecentMap<string, Known>(maxFollowedDatabases);

  addSnapshot(name: string): void {
    if (name !== "") this.#of(name).isSnapshot = true;
  }

  isSnapshot(name: string): boolean {
    return this.#known.get(name)?.isSnapshot === true;
  }

  /** Whether it is in an availability group, or mirrored: its changes of role start it too. */
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
