/**
 * Times in which the writes of a database are held, for a copy that the storage or the machine makes. No database
 * snapshots, though who does it calls its own so.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import { atLeast, type Edge, logged, makePhase } from "./edges.ts";
import { type Handlers, type MessageOf, PhaseFollower } from "./follower.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";

/**
 * vss: a backup to a virtual device follows; suspend: ALTER DATABASE ... SET SUSPEND_FOR_SNAPSHOT_BACKUP, of 2022;
 * unknown: the log does not tell who asked for it.
 */
export type FreezeKind = "vss" | "suspend" | "unknown";

export interface Freeze {
  readonly fact: "freeze";
  kind: FreezeKind;
  readonly database: string;
  /** Where the record is that tells of the freeze. */
  readonly place: EventPlace;
  /** Null: no record tells. */
  session: number | null;
  endMs: number | null;
}

/** The backup that VSS freezes for is told after the thaw; the one of SUSPEND_FOR_SNAPSHOT_BACKUP is the thaw. */
const maxAfterThawMs: Readonly<Record<FreezeKind, number>> = {
  vss: 60_000,
  suspend: 2000,
  unknown: 60_000,
};

export class IoFreezes extends PhaseFollower {
  protected readonly handlers: Handlers = {
    ioFrozen: (place, { database }) => this.#begin(place, database),
    ioResumed: ({ atMs }, { database }) => {
      const freeze = this.#latest.get(database);
      this.#suspending.delete(database);
      if (freeze !== undefined) freeze.endMs ??= atMs;
    },
    suspension: (_place, message) => this.#suspension(message),
    backedUp: ({ atMs }, message) => {
      if (message.scope !== "log") this.#backedUp(atMs, message);
    },
  };
  readonly #state: (freeze: Freeze) => void;
  /** The latest of each database: a backup that follows may still tell its kind. */
  readonly #latest = new RecentMap<string, Freeze>(maxFollowedDatabases);
  /** Sessions that suspend a database, which may be told before it is frozen. */
  readonly #suspending = new RecentMap<string, number>(maxFollowedDatabases);

  /** `state`: told of each freeze of which nothing more comes. */
  constructor(state: (freeze: Freeze) => void) {
    super();
    this.#state = state;
  }

  /** The freeze that a backup belongs to, which ends right after it or was over right before. */
  freezeOf(database: string, atMs: number): Freeze | null {
    const freeze = this.#latest.get(database);
    if (freeze === undefined) return null;
    return atMs - (freeze.endMs ?? atMs) <= maxAfterThawMs[freeze.kind] ? freeze : null;
  }

  restarted(): void {
    for (const freeze of this.#latest.values()) this.#settle(freeze);
  }

  open(): readonly Freeze[] {
    return this.#latest.values();
  }

  protected override openPhases(): readonly Phase[] {
    return this.open().map((freeze) => freezePhase(freeze, null));
  }

  #begin(place: EventPlace, database: string): void {
    const before = this.#latest.get(database);
    if (before !== undefined) this.#settle(before);
    const session = this.#suspending.get(database) ?? null;
    const kind = session === null ? "unknown" : "suspend";
    this.#latest.set(database, { fact: "freeze", kind, database, place, session, endMs: null });
  }

  /** The suspension of a group or of the whole server is one of all databases that are frozen. */
  #suspension({ database, session, isSuspended }: MessageOf<"suspension">): void {
    if (!isSuspended) return;
    if (database !== null) this.#suspending.set(database, session);
    for (const freeze of database === null ? this.#latest.values() : [this.#latest.get(database)]) {
      if (freeze === undefined || freeze.endMs !== null) continue;
      freeze.kind = "suspend";
      freeze.session = session;
    }
  }

  #backedUp(atMs: number, { database, device }: MessageOf<"backedUp">): void {
    const freeze = this.freezeOf(database, atMs);
    if (freeze?.kind === "unknown" && isVirtual(device)) freeze.kind = "vss";
  }

  /** A second freeze without a thaw in between: the first had ended, nobody knows when. */
  #settle(freeze: Freeze): void {
    this.#latest.delete(freeze.database);
    this.kept.add(freezePhase(freeze, atLeast(freeze.place.atMs)));
    this.#state(freeze);
  }
}

export const isVirtual = (device: string | null): boolean =>
  device?.includes("VIRTUAL_DEVICE") === true;

/** `end`: of one without a thaw. */
const freezePhase = ({ database, place, endMs, kind, session }: Freeze, end: Edge | null): Phase =>
  makePhase("ioFreeze", { database }, logged(place.atMs), endMs === null ? end : logged(endMs), {
    ...(kind === "unknown" ? {} : { kind }),
    ...(session === null ? {} : { session }),
  });
