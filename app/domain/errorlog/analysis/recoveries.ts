/**
 * Recoveries of ordinary databases, interleaved as they are at the start of a server: each line
 * names its database. A recovery has no reliable last line: some versions print their figures (3421),
 * flag 3400 prints a "completed", and databases with nothing to recover say nothing at all.
 */
import type { CapturedSnapshot } from "../../../contract/capture.ts";
import type { Phase } from "../../../contract/phase.ts";
import { printLocalTime } from "../../local-time.ts";
import type { EventPlace } from "../events.ts";
import { type CheckMessage, checkKinds } from "./consistency-checks.ts";
import type { Edge } from "./edges.ts";
import { fileName } from "./findings/wording.ts";
import { each, type Follower, type Handlers, Handling, maxPhasesOfSubject } from "./follower.ts";
import { Kept } from "./kept.ts";
import type { KnownDatabases } from "./known-databases.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";
import { clockSlackMs, Recovery, silentMs } from "./recovery.ts";
import { type RecoveryMessage, recoveryKinds } from "./recovery-trace.ts";

interface Ended {
  readonly recovery: Recovery;
  readonly end: Edge;
}

const lengthOf = (recovery: Recovery, end: Edge): number =>
  Math.max(0, end.atMs - recovery.start.atMs);

export class Recoveries extends Handling implements Follower {
  protected readonly handlers: Handlers = {
    startingUp: (place, { database }) => {
      this.#close(this.#open.get(database), place.atMs);
      this.#begin(database, place, true);
    },
    // No recovery comes of these: a group starts its database itself, and a restore of a chain of logs is one step after the other.
    ...each(["startSkipped", "markedRestoring"], (_place, { database }) =>
      this.#open.delete(database),
    ),
    ...each(recoveryKinds, (place, message) => this.#recovery(place, message)),
    allRecovered: ({ atMs }) => this.#allRecovered(atMs),
    parallelRedo: ({ atMs }, { database, started }) => this.#sign(database, atMs, !started),
    primaryConnection: ({ atMs }, { database, established }) =>
      this.#sign(database, atMs, established),
    databaseRoleChanged: ({ atMs }, { database }) => this.#roleChangedMs.set(database, atMs),
    sparseFileFull: (_place, { path }) => this.#sparse(path),
    fileSystemLimit: (_place, { file }) => this.#sparse(file),
    ...each(checkKinds, (place, message) => this.#checked(place, message)),
  };

  /** Its phases are made when they are asked for: whose they are may be told much later. */
  readonly #kept = new Kept<Ended>(maxPhasesOfSubject, ({ recovery, end }) =>
    lengthOf(recovery, end),
  );
  readonly #open = new RecentMap<string, Recovery>(maxFollowedDatabases);
  /** The last recovery of a database that ended. */
  readonly #ended = new RecentMap<string, Ended>(maxFollowedDatabases);
  /** When a database last changed its role. */
  readonly #roleChangedMs = new RecentMap<string, number>(maxFollowedDatabases);
  #serverStarts = false;
  #nowMs = Number.NEGATIVE_INFINITY;
  readonly #databases: KnownDatabases;
  readonly #state: (recovery: Recovery) => void;

  /** `state`: told of each recovery of which nothing more comes. */
  constructor(databases: KnownDatabases, state: (recovery: Recovery) => void) {
    super();
    this.#databases = databases;
    this.#state = state;
  }

  /** How far the log goes, whatever it speaks of. */
  reached(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  /** Databases that were starting when the server went away have no end that anybody saw. */
  restarted(): void {
    for (const recovery of this.#open.values()) this.#close(recovery, recovery.lastSignMs);
    this.#serverStarts = true;
  }

  phases(): readonly Phase[] {
    return this.#all().flatMap(({ recovery, end }) =>
      recovery.phases(end, this.#databases.isSnapshot(recovery.database)),
    );
  }

  /** Those whose creation shows only from its recovery on, so that nobody knows how long it took. */
  creations(): readonly Recovery[] {
    return this.#all().flatMap(({ recovery }) =>
      recovery.isCreation && this.#databases.isSnapshot(recovery.database) ? [recovery] : [],
    );
  }

  snapshots(originMs: number): CapturedSnapshot[] {
    return this.creations().map((recovery) => {
      const asOfMs = recovery.asOfMs;
      const asOf = asOfMs === null ? null : printLocalTime(originMs + asOfMs);
      return { name: recovery.database, asOf, asOfMs, createdMs: null };
    });
  }

  open(): readonly Recovery[] {
    return this.#open.values();
  }

  #all(): readonly { readonly recovery: Recovery; readonly end: Edge | null }[] {
    const open = this.#open.values();
    return [
      ...this.#kept.items(),
      ...open.map((recovery) => ({ recovery, end: recovery.end(this.#nowMs) })),
    ];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #begin(database: string, place: EventPlace, startedUp: boolean): Recovery {
    const before = this.#ended.get(database);
    const { atServerStart = false, reopens = false } = before?.recovery.how ?? {};
    const how = {
      startedUp,
      atServerStart: this.#serverStarts,
      reopens: atServerStart || reopens,
      ofRoleChange: !startedUp && this.#hasChangedRole(database, place.atMs - silentMs),
    };
    const recovery = new Recovery(
      database,
      place,
      how,
      before?.end.atMs ?? Number.NEGATIVE_INFINITY,
    );
    this.#open.set(database, recovery);
    return recovery;
  }

  #hasChangedRole(database: string, sinceMs: number): boolean {
    return (this.#roleChangedMs.get(database) ?? Number.NEGATIVE_INFINITY) >= sinceMs;
  }

  /** A line that tells of it without being one of its steps; what comes after a change of role is no part of it. */
  #sign(database: string, atMs: number, isOver: boolean): void {
    const recovery = this.#open.get(database);
    if (recovery === undefined || this.#isPast(recovery)) return;
    recovery.sign(atMs);
    recovery.isOver ||= isOver;
  }

  #isPast(recovery: Recovery): boolean {
    return (
      !recovery.how.ofRoleChange && this.#hasChangedRole(recovery.database, recovery.lastSignMs)
    );
  }

  #recovery(place: EventPlace, message: RecoveryMessage): void {
    const recovery = this.#continued(place, message);
    if (recovery === null) return;
    recovery.trace.take(place.atMs, message);
    recovery.sign(place.atMs);
    if (message.kind === "recoveryFigures") recovery.told = place;
    if (recovery.trace.completedMs !== null) this.#close(recovery, place.atMs);
  }

  /** The recovery that a line goes on with; a new one where the log did not show how it began. */
  #continued(place: EventPlace, message: RecoveryMessage): Recovery | null {
    const { database, kind } = message;
    const open = this.#open.get(database);
    if (open !== undefined && this.#goesOn(open, place.atMs, message)) return open;
    // Written after the end, by what was closed before or began before the log did.
    if (kind === "recoveryCheckpoint") return null;
    const endedMs = this.#ended.get(database)?.end.atMs ?? Number.NEGATIVE_INFINITY;
    if (kind === "recoveryCompleted" && Math.abs(place.atMs - endedMs) <= clockSlackMs) return null;
    this.#close(open, place.atMs);
    return this.#begin(database, place, false);
  }

  #goesOn(open: Recovery, atMs: number, message: RecoveryMessage): boolean {
    if (message.kind === "recoveryFigures" && open.how.startedUp) {
      return open.coversFigures(atMs, message.seconds) || open.end(atMs) === null;
    }
    if (this.#isPast(open)) return false;
    if (open.isRolledBack) return closing.has(message.kind);
    return !(open.isOver || open.allRecoveredMs !== null) || atMs - open.lastSignMs <= silentMs;
  }

  /** "Recovery is complete": whatever is still open, but for the databases of groups, had ended by now. */
  #allRecovered(atMs: number): void {
    if (!this.#serverStarts) return;
    for (const recovery of this.#open.values()) {
      if (recovery.how.atServerStart) recovery.allRecoveredMs ??= atMs;
    }
    this.#serverStarts = false;
  }

  /** A check recovers its hidden snapshot under the database's name, and never starts it up. */
  #checked({ source, atMs }: EventPlace, { database, durationMs }: CheckMessage): void {
    const recovery = this.#open.get(database);
    if (recovery === undefined || recovery.how.startedUp || recovery.place.source !== source)
      return;
    if (durationMs !== null && recovery.start.atMs < atMs - durationMs - clockSlackMs) return;
    recovery.ofConsistencyCheck = true;
    this.#close(recovery, recovery.lastSignMs);
  }

  /** A sparse file is a snapshot's: of the one whose name its own begins with, if it was seen to start. */
  #sparse(path: string): void {
    const file = fileName(path).toLowerCase();
    if (path.includes("MSSQL_DBCC")) return;
    const ended = this.#ended.values().map(({ recovery }) => recovery);
    let name = "";
    for (const { database, isCreation } of this.#open.values().concat(ended)) {
      const isLonger = database.length > name.length;
      if (isLonger && isCreation && isFileOf(file, database.toLowerCase())) name = database;
    }
    if (name !== "") this.#databases.addSnapshot(name);
  }

  /** What has no end of its own ended with its last sign, or earlier than another one begins. */
  #close(recovery: Recovery | undefined, nowMs: number): void {
    if (recovery === undefined) return;
    const end = recovery.end(nowMs) ?? recovery.lastSign;
    this.#open.delete(recovery.database);
    this.#ended.set(recovery.database, { recovery, end });
    if (!this.#kept.drops(lengthOf(recovery, end))) this.#kept.add({ recovery, end });
    this.#state(recovery);
  }
}

const isFileOf = (file: string, name: string): boolean =>
  file.startsWith(name) && !/^[\p{L}\d]/u.test(file.slice(name.length));

/** Lines that end a recovery whose transactions are rolled back already. */
const closing: ReadonlySet<string> = new Set([
  "recoveryCheckpoint",
  "recoveryFigures",
  "recoveryCompleted",
]);
