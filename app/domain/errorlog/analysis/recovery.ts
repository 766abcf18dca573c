/** One recovery of a database, or of a snapshot whose files the log does not show, and its phases. */
import type { Phase } from "../../../contract/phase.ts";
import { atLeast, type Edge, logged, makePhase } from "./edges.ts";
import { recoveryPhases } from "./recovery-phases.ts";
import { RecoveryTrace } from "./recovery-trace.ts";

/** What the log says of one recovery. Fields throughout: a server of many databases has millions. */
export class Recovery {
  readonly database: string;
  readonly source: string;
  readonly start: Edge;
  /** It began with "Starting up database". */
  readonly startedUp: boolean;
  /** While the server started, whose end is told for all databases at once. */
  readonly atServerStart: boolean;
  /** Of the hidden snapshot on which DBCC CHECKDB runs. */
  ofConsistencyCheck = false;
  /** Null: nothing was said of it but that it began. Nearly all databases that open say no more. */
  #trace: RecoveryTrace | null = null;
  #lastSignMs: number;

  constructor(
    database: string,
    source: string,
    start: Edge,
    startedUp: boolean,
    atServerStart: boolean,
  ) {
    this.database = database;
    this.source = source;
    this.start = start;
    this.startedUp = startedUp;
    this.atServerStart = atServerStart;
    this.#lastSignMs = start.atMs;
  }

  get trace(): RecoveryTrace {
    this.#trace ??= new RecoveryTrace();
    return this.#trace;
  }

  /** Transactions were rolled back: nothing is missing but what some versions print at the end. */
  get isRolledBack(): boolean {
    return this.#trace !== null && this.#trace.rolledBack !== null;
  }

  /** Analysis or redo show, as with a database that opens they mostly do not. */
  get showsSteps(): boolean {
    const trace = this.#trace;
    return trace !== null && (trace.analysisStart !== null || trace.redoStart !== null);
  }

  /** Nothing was said but that it began. */
  get isSilent(): boolean {
    const trace = this.#trace;
    const stepsLogged = trace?.stepsLogged ?? false;
    return this.#lastSignMs === this.start.atMs && !stepsLogged && !this.showsSteps;
  }

  /** It lasted at least until then. */
  get lastSign(): Edge {
    return atLeast(this.#lastSignMs);
  }

  get lastSignMs(): number {
    return this.#lastSignMs;
  }

  sign(atMs: number): void {
    this.#lastSignMs = atMs;
  }

  /** `isSnapshot`: its name is that of a snapshot. */
  phases(end: Edge | null, isSnapshot: boolean): Phase[] {
    return isSnapshot && this.isCreation
      ? this.#ofCreation(end)
      : this.#ofDatabase(end, isSnapshot);
  }

  /**
   * Should the name be a snapshot's: whether this is the end of its creation. A snapshot that is there
   * already starts with the server, or opens without steps.
   */
  get isCreation(): boolean {
    return this.startedUp && !this.atServerStart && this.showsSteps;
  }

  #ofDatabase(end: Edge | null, isSnapshot: boolean): Phase[] {
    const of = { database: this.database };
    const figures = this.#figures();
    if (isSnapshot) figures.ofSnapshot = true;
    const whole = makePhase("recovery", of, this.start, end, figures);
    if (this.#trace === null) return [whole];
    return [whole, ...recoveryPhases(of, this.#trace).map((part) => endWith(part, end))];
  }

  /** As of a creation whose files show, from the start of the snapshot on. */
  #ofCreation(end: Edge | null): Phase[] {
    const of = { snapshot: this.database };
    const { analysisStart, completedMs } = this.trace;
    const phases = [
      makePhase("startup", of, this.start, analysisStart),
      ...recoveryPhases(of, this.trace),
    ].map((part) => endWith(part, end));
    if (completedMs !== null) {
      phases.push(makePhase("complete", of, logged(completedMs), logged(completedMs)));
    }
    return phases;
  }

  #figures(): Phase["figures"] {
    const found: Phase["figures"] = {};
    const figures = this.#trace?.figures ?? null;
    if (figures !== null) {
      found.seconds = figures.seconds;
      found.analysisMs = figures.analysisMs;
      found.redoMs = figures.redoMs;
      found.undoMs = figures.undoMs;
    }
    const { rolledForward = null, rolledBack = null } = this.#trace ?? {};
    if (rolledForward !== null) found.rolledForward = rolledForward.transactions;
    if (rolledBack !== null) found.rolledBack = rolledBack.transactions;
    if (!this.startedUp) found.startSeen = false;
    if (this.ofConsistencyCheck) found.ofConsistencyCheck = true;
    return found;
  }
}

/** A part that nothing ended was over with the whole. */
function endWith(phase: Phase, end: Edge | null): Phase {
  if (phase.endMs !== null || end === null) return phase;
  const endMs = Math.max(phase.startMs, end.atMs);
  const figures = end.isAtLeast ? { ...phase.figures, endIsAtLeast: true } : phase.figures;
  return { ...phase, endMs, endSource: "bound", figures };
}
