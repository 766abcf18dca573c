/**
 * Recoveries of ordinary databases, interleaved as they are at the start of a server: each line
 * names its database. A recovery has no reliable last line: some versions print their figures (3421),
 * flag 3400 prints a "completed", and databases with nothing to recover say nothing at all.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { LogEvent } from "../events.ts";
import { type CheckEvent, checkKinds } from "./consistency-checks.ts";
import { bound, derived, type Edge, logged, makePhase } from "./edges.ts";
import { type EventOf, type Follower, keptPhases } from "./follower.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";
import { recoveryPhases } from "./recovery-phases.ts";
import { type RecoveryEvent, RecoveryTrace, recoveryKinds } from "./recovery-trace.ts";

interface Recovery {
  readonly database: string;
  readonly source: string;
  readonly start: Edge;
  readonly trace: RecoveryTrace;
  /** It began with "Starting up database". */
  readonly startedUp: boolean;
  /** While the server started, whose end is told for all databases at once. */
  readonly atServerStart: boolean;
  /** Of the hidden snapshot on which DBCC CHECKDB runs. */
  ofConsistencyCheck: boolean;
}

export class Recoveries implements Follower {
  readonly kinds = [
    "startingUp",
    ...recoveryKinds,
    "allRecovered",
    "parallelRedo",
    ...checkKinds,
  ] as const;

  readonly #kept = keptPhases();
  readonly #open = new RecentMap<string, Recovery>(maxFollowedDatabases);
  #serverStarts = false;
  #nowMs = Number.NEGATIVE_INFINITY;

  /** How far the log goes, whatever it speaks of. */
  reached(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  take(event: LogEvent): void {
    switch (event.kind) {
      case "startingUp":
        this.#startingUp(event);
        return;
      case "allRecovered":
        this.#allRecovered(event.atMs);
        return;
      case "parallelRedo":
        this.#sign(event.database, event.atMs);
        return;
      case "consistencyChecked":
      case "consistencyCheckAborted":
        this.#checked(event);
        return;
      default:
        if (isRecovery(event)) this.#recovery(event);
    }
  }

  /** Databases that were starting when the server went away have no end that anybody saw. */
  restarted(): void {
    for (const recovery of this.#open.values()) this.#close(recovery, lastSign(recovery));
    this.#serverStarts = true;
  }

  phases(): readonly Phase[] {
    const open = this.#open
      .values()
      .flatMap((recovery) => toPhases(recovery, openEnd(recovery, this.#nowMs)));
    return [...this.#kept.items(), ...open];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #startingUp({ database, source, atMs }: EventOf<"startingUp">): void {
    const before = this.#open.get(database);
    if (before !== undefined) this.#close(before, lastSign(before));
    this.#begin(database, source, logged(atMs), true);
  }

  #begin(database: string, source: string, start: Edge, startedUp: boolean): Recovery {
    const recovery: Recovery = {
      database,
      source,
      start,
      trace: new RecoveryTrace(),
      startedUp,
      atServerStart: this.#serverStarts,
      ofConsistencyCheck: false,
    };
    recovery.trace.lastSignMs = start.atMs;
    this.#open.set(database, recovery);
    return recovery;
  }

  #recovery(event: RecoveryEvent): void {
    const recovery = this.#continued(event);
    if (recovery === null) return;
    recovery.trace.take(event);
    if (recovery.trace.completedMs !== null) {
      this.#close(recovery, logged(recovery.trace.completedMs));
    }
  }

  /** The recovery that a line goes on with; a new one where the log did not show how it began. */
  #continued(event: RecoveryEvent): Recovery | null {
    const { database, source, atMs } = event;
    const open = this.#open.get(database);
    if (open !== undefined && (open.trace.rolledBack === null || closing.has(event.kind))) {
      return open;
    }
    // Written after the end, by what was closed before or began before the log did.
    if (event.kind === "recoveryCheckpoint") return null;
    if (open !== undefined) this.#close(open, lastSign(open));
    const start =
      event.kind === "recoveryFigures" ? derived(atMs - event.seconds * 1000) : bound(atMs);
    return this.#begin(database, source, start, false);
  }

  #sign(database: string, atMs: number): void {
    const recovery = this.#open.get(database);
    if (recovery !== undefined) recovery.trace.lastSignMs = atMs;
  }

  /** "Recovery is complete": whatever is still open had ended by now. */
  #allRecovered(atMs: number): void {
    if (!this.#serverStarts) return;
    for (const recovery of this.#open.values()) {
      if (!recovery.atServerStart) continue;
      const told = recovery.trace.rolledBack !== null;
      this.#close(recovery, told ? lastSign(recovery) : bound(atMs));
    }
    this.#serverStarts = false;
  }

  /** A check recovers its hidden snapshot under the database's name, and never starts it up. */
  #checked({ database, source, atMs, durationMs }: CheckEvent): void {
    const recovery = this.#open.get(database);
    if (recovery === undefined || recovery.startedUp || recovery.source !== source) return;
    if (durationMs !== null && recovery.start.atMs < atMs - durationMs - clockSlackMs) return;
    recovery.ofConsistencyCheck = true;
    this.#close(recovery, lastSign(recovery));
  }

  #close(recovery: Recovery, end: Edge): void {
    this.#open.delete(recovery.database);
    for (const phase of toPhases(recovery, end)) this.#kept.add(phase);
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

const recoveryKindSet: ReadonlySet<string> = new Set(recoveryKinds);
const isRecovery = (event: LogEvent): event is RecoveryEvent => recoveryKindSet.has(event.kind);

/** It lasted at least until then. */
const lastSign = ({ trace }: Recovery): Edge => bound(trace.lastSignMs);

/**
 * Of one that has not ended where the log ends. A database that opens while the server is up (of
 * AUTO_CLOSE, attached, restored) often says no more than that it starts: that is no open recovery.
 */
function openEnd(recovery: Recovery, nowMs: number): Edge | null {
  const { trace, start, atServerStart } = recovery;
  if (trace.rolledBack !== null || nowMs - trace.lastSignMs > silentMs) return lastSign(recovery);
  const silent = trace.lastSignMs === start.atMs && !trace.stepsLogged;
  return silent && !atServerStart && trace.analysisStart === null && trace.redoStart === null
    ? lastSign(recovery)
    : null;
}

function toPhases(recovery: Recovery, end: Edge | null): Phase[] {
  const { database, start, trace } = recovery;
  const of = { database };
  const parts = recoveryPhases(of, trace).map((phase) => endWith(phase, end));
  return [makePhase("recovery", of, start, end, figuresOf(recovery)), ...parts];
}

/** A part that nothing ended was over with the whole. */
const endWith = (phase: Phase, end: Edge | null): Phase =>
  phase.endMs !== null || end === null
    ? phase
    : { ...phase, endMs: Math.max(phase.startMs, end.atMs), endSource: "bound" };

function figuresOf({ trace, startedUp, ofConsistencyCheck }: Recovery): Phase["figures"] {
  const { figures, rolledForward, rolledBack } = trace;
  return {
    ...(figures === null
      ? {}
      : {
          seconds: figures.seconds,
          analysisMs: figures.analysisMs,
          redoMs: figures.redoMs,
          undoMs: figures.undoMs,
        }),
    ...(rolledForward === null ? {} : { rolledForward: rolledForward.transactions }),
    ...(rolledBack === null ? {} : { rolledBack: rolledBack.transactions }),
    ...(startedUp ? {} : { startSeen: false }),
    ...(ofConsistencyCheck ? { ofConsistencyCheck: true } : {}),
  };
}
