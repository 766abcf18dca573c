/** One recovery of a database, or of a snapshot whose files the log does not show, and its phases. */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import { atLeast, bound, derived, type Edge, logged, makePhase } from "./edges.ts";
import { numberText } from "./findings/wording.ts";
import { recoveryPhases } from "./recovery-phases.ts";
import { RecoveryTrace } from "./recovery-trace.ts";

/**
 * A recovery tells of its progress every few seconds. One that is silent for an hour has ended
 * without a word, or with one in a language that is not read.
 */
export const silentMs = 3_600_000;
/** What is printed in whole seconds is rounded. */
export const clockSlackMs = 1000;

export interface RecoveryStart {
  /** It began with "Starting up database". */
  readonly startedUp: boolean;
  /** While the server started, whose end is told for all databases at once. */
  readonly atServerStart: boolean;
  /** What was there when the server started opens once more. */
  readonly reopens: boolean;
  /** By a change of role in its group or its mirroring: what the primary did last is made good. */
  readonly ofRoleChange: boolean;
}

/** What the log says of one recovery. Fields throughout: a server of many databases has millions. */
export class Recovery {
  readonly fact = "recovery";
  readonly database: string;
  /** Its first record. */
  readonly place: EventPlace;
  readonly how: RecoveryStart;
  /** It is that of the hidden snapshot on which DBCC CHECKDB runs. */
  ofConsistencyCheck = false;
  /** Its redo has ended, or a secondary database has found its primary: nothing more has to be said. */
  isOver = false;
  /** "Recovery is complete", 3408, of all databases of the server; null: it did not come. */
  allRecoveredMs: number | null = null;
  /** Message 3421. */
  told: EventPlace | null = null;
  readonly #earliestMs: number;
  /** Null: nothing was said of it but that it began. Nearly all databases that open say no more. */
  #trace: RecoveryTrace | null = null;
  #lastSignMs: number;

  /** `earliestMs`: until when the database's recovery before it lasted. */
  constructor(database: string, place: EventPlace, how: RecoveryStart, earliestMs: number) {
    this.database = database;
    this.place = place;
    this.how = how;
    this.#earliestMs = earliestMs;
    this.#lastSignMs = place.atMs;
  }

  get trace(): RecoveryTrace {
    this.#trace ??= new RecoveryTrace();
    return this.#trace;
  }

  get figures(): RecoveryTrace["figures"] {
    return this.#trace?.figures ?? null;
  }

  /** Stated by the start-up; else the first line, or what 3421 prints if that is earlier. */
  get start(): Edge {
    const { atMs } = this.place;
    if (this.how.startedUp) return logged(atMs);
    const { figures = null, printedMs = null } = this.#trace ?? {};
    if (figures === null || printedMs === null) return bound(atMs);
    const startMs = figures.atMs - Math.max(figures.seconds * 1000, printedMs);
    return startMs > atMs ? bound(atMs) : derived(Math.max(startMs, this.#earliestMs));
  }

  get lastSignMs(): number {
    return this.#lastSignMs;
  }

  sign(atMs: number): void {
    this.#lastSignMs = atMs;
  }

  /** Transactions were rolled back: nothing is missing but what some versions print at the end. */
  get isRolledBack(): boolean {
    return this.#trace !== null && this.#trace.rolledBack !== null;
  }

  /** Whether figures that are printed now are its own: they do not begin behind it. */
  coversFigures(atMs: number, seconds: number): boolean {
    return atMs - seconds * 1000 <= this.place.atMs + 2 * clockSlackMs;
  }

  /** The end as far as it is known at this time; null: the recovery goes on. */
  end(nowMs: number): Edge | null {
    const completedMs = this.#trace?.completedMs ?? null;
    if (completedMs !== null) return logged(completedMs);
    const isSilent = nowMs - this.#lastSignMs > silentMs;
    if (this.isRolledBack || this.isOver || this.how.ofRoleChange) return this.lastSign;
    const byMs = this.allRecoveredMs;
    if (byMs !== null && byMs >= this.#lastSignMs) return bound(byMs);
    return isSilent || (this.#saysNothing && !this.how.atServerStart) ? this.lastSign : null;
  }

  /** It lasted at least until then. */
  get lastSign(): Edge {
    return atLeast(this.#lastSignMs);
  }

  /**
   * A database that opens while the server is up (of AUTO_CLOSE, attached, restored) often says no more
   * than that it starts: that is no open recovery.
   */
  get #saysNothing(): boolean {
    return this.#lastSignMs === this.place.atMs && this.#trace?.showsSteps !== true;
  }

  /**
   * Should the name be a snapshot's: whether this is the end of its creation. A snapshot that is there
   * already starts with the server, or opens without steps.
   */
  get isCreation(): boolean {
    const { startedUp, atServerStart, reopens } = this.how;
    if (!startedUp || atServerStart) return false;
    return !reopens || this.#trace?.showsSteps === true || this.told !== null;
  }

  /** The moment whose data the snapshot of a creation shows; null: the log does not tell. */
  get asOfMs(): number | null {
    const parts = this.#trace === null ? [] : recoveryPhases({}, this.#trace, this.start.atMs);
    return parts.find(({ name }) => name === "analysis")?.startMs ?? null;
  }

  /** `isSnapshot`: its name is that of a snapshot. */
  phases(end: Edge | null, isSnapshot: boolean): Phase[] {
    const isCreation = isSnapshot && this.isCreation;
    const of = isCreation ? { snapshot: this.database } : { database: this.database };
    const { start } = this;
    const trace = this.#trace;
    const parts = trace === null ? [] : recoveryPhases(of, trace, start.atMs);
    for (const part of parts) endWith(part, end);
    if (isCreation) return this.#ofCreation(start, parts, end);
    const figures = this.#figures(start, end);
    if (isSnapshot) figures.ofSnapshot = true;
    // What a change of role rolls back is no recovery of the whole.
    if (this.how.ofRoleChange) return [makePhase("undo", of, start, end, figures)];
    return [makePhase("recovery", of, start, end, figures), ...parts];
  }

  /** Phases like those of a creation whose files show, from the start of the snapshot on. */
  #ofCreation(start: Edge, parts: readonly Phase[], end: Edge | null): Phase[] {
    const of = { snapshot: this.database };
    const completedMs = this.#trace?.completedMs ?? null;
    const [first] = parts;
    const startupEnd = first === undefined ? end : bound(first.startMs);
    const whole = makePhase("startup", of, start, startupEnd, { phasesNotLogged: true });
    const complete = completedMs === null ? [] : [logged(completedMs)];
    return [whole, ...parts, ...complete.map((edge) => makePhase("complete", of, edge, edge))];
  }

  #figures(start: Edge, end: Edge | null): Phase["figures"] {
    const found: Phase["figures"] = {};
    const {
      figures = null,
      printedMs = null,
      rolledForward = null,
      rolledBack = null,
    } = this.#trace ?? {};
    if (figures !== null) {
      found.seconds = figures.seconds;
      found.analysisMs = figures.analysisMs;
      found.redoMs = figures.redoMs;
      found.undoMs = figures.undoMs;
    }
    if (rolledForward !== null) found.rolledForward = rolledForward.transactions;
    if (rolledBack !== null) found.rolledBack = rolledBack.transactions;
    if (!this.how.startedUp) found.startSeen = false;
    if (this.ofConsistencyCheck) found.ofConsistencyCheck = true;
    if (this.how.ofRoleChange) found.ofRoleChange = true;
    const loggedMs = end === null ? Number.NaN : end.atMs - start.atMs;
    if (figures !== null && (printedMs ?? 0) > loggedMs + clockSlackMs) {
      const { analysisMs, redoMs, undoMs } = figures;
      found.contradiction = `message 3421 prints ${numberText(analysisMs)} ms of analysis, ${numberText(redoMs)} ms of redo and ${numberText(undoMs)} ms of undo, which do not fit into the ${numberText(loggedMs)} ms that the log shows`;
    }
    return found;
  }
}

/** A part that nothing ended was over with the whole. */
function endWith(phase: Phase, end: Edge | null): void {
  if (phase.endMs !== null || end === null) return;
  phase.endMs = Math.max(phase.startMs, end.atMs);
  phase.endSource = "bound";
  if (end.isAtLeast) phase.figures.endIsAtLeast = true;
}
