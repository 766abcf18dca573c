/**
 * Recoveries of ordinary databases, interleaved as they are at the start of a server: each line
 * names its database. A recovery has no reliable last line: some versions print their figures (3421),
 * flag 3400 prints a "completed", and databases with nothing to recover say nothing at all.
 */
import type { CapturedSnapshot } from "../../../contract/capture.ts";
import type { Phase } from "../../../contract/phase.ts";
import { printLocalTime } from "../../local-time.ts";
import type { EventPlace } from "../events.ts";
import type { Message } from "../messages/message.ts";
import { type CheckMessage, checkKinds } from "./consistency-checks.ts";
import { bound, derived, type Edge, logged } from "./edges.ts";
import { type Follower, maxPhasesOfSubject } from "./follower.ts";
import { Kept } from "./kept.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";
import { Recovery } from "./recovery.ts";
import { isRecoveryMessage, type RecoveryMessage, recoveryKinds } from "./recovery-trace.ts";
import type { SnapshotNames } from "./snapshot-names.ts";

interface Ended {
  readonly recovery: Recovery;
  readonly end: Edge;
}

const lengthOf = (recovery: Recovery, end: Edge): number =>
  Math.max(0, end.atMs - recovery.start.atMs);

export class Recoveries implements Follower {
  readonly kinds = [
    "startingUp",
    "markedRestoring",
    ...recoveryKinds,
    "allRecovered",
    "parallelRedo",
    ...checkKinds,
  ] as const;

  /** Its phases are made when they are asked for: whose they are may be told much later. */
  readonly #kept = new Kept<Ended>(maxPhasesOfSubject, ({ recovery, end }) =>
    lengthOf(recovery, end),
  );
  readonly #open = new RecentMap<string, Recovery>(maxFollowedDatabases);
  /** When the last recovery of a database ended. */
  readonly #ended = new RecentMap<string, number>(maxFollowedDatabases);
  #serverStarts = false;
  #nowMs = Number.NEGATIVE_INFINITY;
  readonly #snapshots: SnapshotNames;

  constructor(snapshots: SnapshotNames) {
    this.#snapshots = snapshots;
  }

  /** How far the log goes, whatever it speaks of. */
  reached(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  take(place: EventPlace, message: Message): void {
    switch (message.kind) {
      case "startingUp":
        this.#startingUp(place, message.database);
        return;
      case "markedRestoring": // of which no recovery comes: a step of a restore, as each log of a chain
        this.#open.delete(message.database);
        return;
      case "allRecovered":
        this.#allRecovered(place.atMs);
        return;
      case "parallelRedo":
        this.#open.get(message.database)?.sign(place.atMs);
        return;
      case "consistencyChecked":
      case "consistencyCheckAborted":
        this.#checked(place, message);
        return;
      default:
        if (isRecoveryMessage(message)) this.#recovery(place, message);
    }
  }

  /** Databases that were starting when the server went away have no end that anybody saw. */
  restarted(): void {
    for (const recovery of this.#open.values()) this.#close(recovery, recovery.lastSign);
    this.#serverStarts = true;
  }

  phases(): readonly Phase[] {
    return this.#all().flatMap(({ recovery, end }) =>
      recovery.phases(end, this.#snapshots.has(recovery.database)),
    );
  }

  /** Those whose creation shows only from its recovery on, so that nobody knows how long it took. */
  snapshots(originMs: number): CapturedSnapshot[] {
    return this.#all().flatMap(({ recovery }) => {
      if (!recovery.isCreation || !this.#snapshots.has(recovery.database)) return [];
      const asOfMs = recovery.trace.analysisStart?.atMs ?? null;
      const asOf = asOfMs === null ? null : printLocalTime(originMs + asOfMs);
      return [{ name: recovery.database, asOf, asOfMs, createdMs: null }];
    });
  }

  #all(): readonly { readonly recovery: Recovery; readonly end: Edge | null }[] {
    const open = this.#open
      .values()
      .map((recovery) => ({ recovery, end: openEnd(recovery, this.#nowMs) }));
    return [...this.#kept.items(), ...open];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #startingUp({ source, atMs }: EventPlace, database: string): void {
    const before = this.#open.get(database);
    if (before !== undefined) this.#keep(before, before.lastSign);
    this.#begin(database, source, logged(atMs), true);
  }

  #begin(database: string, source: string, start: Edge, startedUp: boolean): Recovery {
    const recovery = new Recovery(database, source, start, startedUp, this.#serverStarts);
    this.#open.set(database, recovery);
    return recovery;
  }

  #recovery(place: EventPlace, message: RecoveryMessage): void {
    const recovery = this.#continued(place, message);
    if (recovery === null) return;
    recovery.trace.take(place.atMs, message);
    recovery.sign(place.atMs);
    const { completedMs } = recovery.trace;
    if (completedMs !== null) this.#close(recovery, logged(completedMs));
  }

  /** The recovery that a line goes on with; a new one where the log did not show how it began. */
  #continued({ source, atMs }: EventPlace, message: RecoveryMessage): Recovery | null {
    const { database, kind } = message;
    const open = this.#open.get(database);
    if (open !== undefined && (!open.isRolledBack || closing.has(kind))) {
      return open;
    }
    // Written after the end, by what was closed before or began before the log did.
    if (kind === "recoveryCheckpoint") return null;
    if (kind === "recoveryCompleted" && this.#hasJustEnded(database, atMs)) return null;
    if (open !== undefined) this.#keep(open, open.lastSign);
    const start = kind === "recoveryFigures" ? derived(atMs - message.seconds * 1000) : bound(atMs);
    return this.#begin(database, source, start, false);
  }

  /** "Recovery is complete": whatever is still open had ended by now. */
  #allRecovered(atMs: number): void {
    if (!this.#serverStarts) return;
    for (const recovery of this.#open.values()) {
      if (!recovery.atServerStart) continue;
      this.#close(recovery, recovery.isRolledBack ? recovery.lastSign : bound(atMs));
    }
    this.#serverStarts = false;
  }

  /** A check recovers its hidden snapshot under the database's name, and never starts it up. */
  #checked({ source, atMs }: EventPlace, { database, durationMs }: CheckMessage): void {
    const recovery = this.#open.get(database);
    if (recovery === undefined || recovery.startedUp || recovery.source !== source) return;
    if (durationMs !== null && recovery.start.atMs < atMs - durationMs - clockSlackMs) return;
    recovery.ofConsistencyCheck = true;
    this.#close(recovery, recovery.lastSign);
  }

  /** Of one recovery the figures come first, and with trace flag 3400 the words that it is complete. */
  #hasJustEnded(database: string, atMs: number): boolean {
    const endedMs = this.#ended.get(database);
    return endedMs !== undefined && Math.abs(atMs - endedMs) <= clockSlackMs;
  }

  #close(recovery: Recovery, end: Edge): void {
    this.#open.delete(recovery.database);
    this.#ended.set(recovery.database, end.atMs);
    this.#keep(recovery, end);
  }

  #keep(recovery: Recovery, end: Edge): void {
    if (!this.#kept.drops(lengthOf(recovery, end))) this.#kept.add({ recovery, end });
  }
}

/**
 * A recovery tells of its progress every few seconds. One that is silent for an hour has ended
 * without a word, or with one in a language that is not read.
 */
const silentMs = 3_600_000;

/** A check's elapsed time is printed in whole seconds. */
const clockSlackMs = 1000;

/** Lines that end a recovery whose transactions are rolled back already. */
const closing: ReadonlySet<string> = new Set([
  "recoveryCheckpoint",
  "recoveryFigures",
  "recoveryCompleted",
]);

/**
 * Of one that has not ended where the log ends. A database that opens while the server is up (of
 * AUTO_CLOSE, attached, restored) often says no more than that it starts: that is no open recovery.
 */
function openEnd(recovery: Recovery, nowMs: number): Edge | null {
  if (recovery.isRolledBack || nowMs - recovery.lastSignMs > silentMs) return recovery.lastSign;
  return recovery.isSilent && !recovery.atServerStart ? recovery.lastSign : null;
}
