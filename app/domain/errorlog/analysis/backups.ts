/**
 * Backups and restores. Their start comes from the steps of trace flags 3004 and 3014, or from the
 * seconds that message 3014 prints; without either they are moments. Messages 18264 and kin name the
 * database, 3014 does not: the two are tied by kind, source and nearness.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { LogEvent } from "../events.ts";
import { type BackupCause, BackupCauses, backupCauseKinds } from "./backup-causes.ts";
import {
  type BackupSession,
  BackupSessions,
  type BackupStepEvent,
  backupStepKinds,
} from "./backup-sessions.ts";
import { bound, derived, type Edge, logged, makePhase } from "./edges.ts";
import { type EventOf, type Follower, keptPhases } from "./follower.ts";

/** The two messages of one backup come within milliseconds; a busy log writer may take longer. */
const maxApartMs = 2000;
/** Messages that wait for their partner. */
const maxWaiting = 64;

interface Done {
  readonly phase: Phase;
  readonly source: string;
  readonly log: boolean;
}

interface Failure {
  readonly phase: Phase;
  readonly event: LogEvent;
  readonly atMs: number;
  readonly kind: "backupFailed" | "backupTerminated";
  /** Both of its messages came. */
  readonly told: boolean;
}

type Finished = EventOf<"backedUp" | "restored">;
type Processed = EventOf<"backupProcessed">;

export class Backups implements Follower {
  readonly kinds = [
    "backedUp",
    "restored",
    "backupProcessed",
    "backupFailed",
    "backupTerminated",
    ...backupStepKinds,
    ...backupCauseKinds,
  ] as const;

  readonly #kept = keptPhases();
  readonly #sessions = new BackupSessions();
  readonly #causes = new BackupCauses();
  #done: Done[] = [];
  #processed: Processed[] = [];
  #lastFailure: Failure | null = null;

  take(event: LogEvent): void {
    this.#explain(this.#causes.take(event));
    switch (event.kind) {
      case "backedUp":
      case "restored":
        this.#finished(event);
        return;
      case "backupProcessed":
        this.#processedPages(event);
        return;
      case "backupFailed":
        this.#failed(event, isRestore(event.command), event.database);
        return;
      case "backupTerminated":
        this.#failed(event, isRestore(event.operation), null);
        return;
      case "backupStep":
      case "backupSetting":
      case "backupProgress":
      case "zeroing":
        this.#step(event);
        return;
      default:
        return;
    }
  }

  restarted(): void {
    for (const session of this.#sessions.end()) this.#brokenOff(session);
  }

  phases(): readonly Phase[] {
    return [
      ...this.#kept.items(),
      ...this.#done.map(({ phase }) => phase),
      ...this.#processed.map(processedPhase),
      ...this.#sessions.open().map((session) => sessionPhase(session, null, {})),
    ];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #explain(cause: BackupCause | null): void {
    const last = this.#lastFailure;
    if (cause === null || last === null || "cause" in last.phase.figures) return;
    if (!this.#causes.explains(cause, last.event, last.phase.database ?? null)) return;
    last.phase.figures.cause = cause.text;
  }

  #step(event: BackupStepEvent): void {
    const ended = this.#sessions.take(event);
    if (ended !== null) this.#brokenOff(ended);
  }

  #brokenOff(session: BackupSession): void {
    this.#kept.add(sessionPhase(session, bound(session.lastMs), {}));
  }

  /** It is kept once its 3014 came, or can come no more: that changes how long it is. */
  #finished(event: Finished): void {
    const restore = event.kind === "restored";
    const session = this.#sessions.finish(event, restore, event.database);
    const phase = finishedPhase(event, session);
    const done = { phase, source: event.source, log: event.scope === "log" };
    const processed = this.#processed.findIndex((candidate) => belongs(done, candidate));
    const [partner] = processed < 0 ? [] : this.#processed.splice(processed, 1);
    if (partner !== undefined) {
      addPages(phase, partner);
      this.#kept.add(phase);
      return;
    }
    this.#expire(event.atMs);
    this.#done.push(done);
  }

  #expire(nowMs: number): void {
    for (let oldest = this.#done[0]; oldest !== undefined; oldest = this.#done[0]) {
      if (apart(oldest, nowMs) <= maxApartMs && this.#done.length < maxWaiting) return;
      this.#kept.add(oldest.phase);
      this.#done.shift();
    }
  }

  #processedPages(event: Processed): void {
    const index = this.#done.findIndex((candidate) => belongs(candidate, event));
    const [done] = index < 0 ? [] : this.#done.splice(index, 1);
    if (done === undefined) {
      this.#wait(event);
      return;
    }
    addPages(done.phase, event);
    this.#kept.add(done.phase);
  }

  /** What finds no partner stands for itself, without a database. */
  #wait(event: Processed): void {
    for (let oldest = this.#processed[0]; oldest !== undefined; oldest = this.#processed[0]) {
      const fresh = Math.abs(event.atMs - oldest.atMs) <= maxApartMs;
      if (fresh && this.#processed.length < maxWaiting) break;
      this.#kept.add(processedPhase(oldest));
      this.#processed.shift();
    }
    this.#processed.push(event);
  }

  /** 3013 and 3041 tell of one failure, in either order; only 3041 names the database. */
  #failed(
    event: EventOf<"backupFailed" | "backupTerminated">,
    restore: boolean,
    database: string | null,
  ): void {
    const last = this.#lastFailure;
    if (last !== null && isSameFailure(last, event, nameOf(restore), database)) {
      if (database !== null) last.phase.database = database;
      this.#lastFailure = { ...last, told: true };
      return;
    }
    const session = this.#sessions.finish(event, restore, database);
    const cause = this.#causes.causeOf(event, database);
    const figures = { failed: true, ...(cause === null ? {} : { cause: cause.text }) };
    const phase =
      session === null
        ? makePhase(nameOf(restore), { database }, logged(event.atMs), logged(event.atMs), figures)
        : sessionPhase(session, logged(event.atMs), figures);
    this.#kept.add(phase);
    this.#lastFailure = { phase, event, atMs: event.atMs, kind: event.kind, told: false };
  }
}

const nameOf = (restore: boolean): "restore" | "backup" => (restore ? "restore" : "backup");
const isRestore = (operation: string): boolean => /^\s*(?:RESTORE|VERIFY|LOAD)\b/i.test(operation);

/** One is 3013 and the other 3041; two of a kind are two failures. */
function isSameFailure(
  last: Failure,
  { kind, atMs }: EventOf<"backupFailed" | "backupTerminated">,
  name: Phase["name"],
  database: string | null,
): boolean {
  const known = last.phase.database ?? null;
  return (
    !last.told &&
    kind !== last.kind &&
    Math.abs(atMs - last.atMs) <= maxApartMs &&
    last.phase.name === name &&
    (known === null || database === null || known === database)
  );
}

const apart = ({ phase }: Done, atMs: number): number =>
  Math.abs(atMs - (phase.endMs ?? phase.startMs));

const belongs = (done: Done, { operation, source, atMs }: Processed): boolean =>
  done.source === source &&
  done.phase.name === nameOf(isRestore(operation)) &&
  done.log === /\bLOG\b/i.test(operation) &&
  apart(done, atMs) <= maxApartMs;

function finishedPhase(event: Finished, session: BackupSession | null): Phase {
  const { kind, database, atMs, scope, device } = event;
  const figures = {
    scope,
    ...(device === null ? {} : { device }),
    ...(kind === "restored" || event.pages === null ? {} : { pages: event.pages }),
    ...(kind === "restored" || event.firstLsn === null ? {} : { firstLsn: event.firstLsn }),
    ...(kind === "restored" || event.lastLsn === null ? {} : { lastLsn: event.lastLsn }),
  };
  const name = nameOf(kind === "restored");
  if (session === null) {
    return makePhase(name, { database }, logged(atMs), logged(atMs), figures);
  }
  session.database ??= database;
  return sessionPhase(session, logged(atMs), figures);
}

/** Its steps, if they were logged, know the start better than seconds counted back. */
function addPages(
  phase: Phase,
  { operation, pages, seconds, megabytesPerSecond }: Processed,
): void {
  Object.assign(phase.figures, {
    operation,
    seconds,
    megabytesPerSecond,
    pages: phase.figures.pages ?? pages,
  });
  if (phase.endMs === null || phase.startMs !== phase.endMs) return;
  phase.startMs = phase.endMs - seconds * 1000;
  phase.startSource = "derived";
}

function processedPhase(event: Processed): Phase {
  const { atMs, operation, pages, seconds, megabytesPerSecond } = event;
  const start = derived(atMs - seconds * 1000);
  const figures = { operation, seconds, megabytesPerSecond, pages };
  return makePhase(nameOf(isRestore(operation)), {}, start, logged(atMs), figures);
}

function sessionPhase(session: BackupSession, end: Edge | null, figures: Phase["figures"]): Phase {
  const { restore, database, startMs, settings, zeroingMs } = session;
  return makePhase(nameOf(restore), { database }, logged(startMs), end, {
    ...figures,
    ...(zeroingMs === 0 ? {} : { zeroingMs }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  });
}
