/**
 * Backups and restores. Their start comes from the steps of trace flags 3004 and 3014, or from the
 * seconds that message 3014 prints; without either they are moments. Messages 18264 and kin name the
 * database, 3014 does not: the two are tied by kind, source and nearness.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { Message } from "../messages/message.ts";
import { type BackupCause, BackupCauses, backupCauseKinds, causeText } from "./backup-causes.ts";
import {
  backupPhaseName,
  type Done,
  donePhase,
  type Finished,
  isRestore,
  type Processed,
  processedPhase,
  sessionPhase,
} from "./backup-phases.ts";
import {
  type BackupSession,
  BackupSessions,
  type BackupStepMessage,
  backupStepKinds,
} from "./backup-sessions.ts";
import { atLeast, logged, makePhase } from "./edges.ts";
import { type Follower, keptPhases, type MessageOf } from "./follower.ts";

/** The two messages of one backup come within milliseconds; a busy log writer may take longer. */
const maxApartMs = 2000;
/** Messages that wait for their partner; the oldest half goes when they are too many. */
const maxWaiting = 128;

type Failing = MessageOf<"backupFailed" | "backupTerminated">;

interface Failure {
  readonly phase: Phase;
  readonly place: EventPlace;
  readonly kind: Failing["kind"];
  /** Both of its messages came. */
  told: boolean;
}

/** A 3014 that waits for the message that names its database. */
interface Waiting {
  readonly processed: Processed;
  readonly restore: boolean;
  readonly log: boolean;
}

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
  #processed: Waiting[] = [];
  /** The latest last; those that are too old to be told again are forgotten. */
  #failures: Failure[] = [];

  take(place: EventPlace, message: Message): void {
    switch (message.kind) {
      case "backedUp":
      case "restored":
        this.#finished(place, message);
        return;
      case "backupProcessed":
        this.#processedPages({ place, message });
        return;
      case "backupFailed":
        this.#failed(place, message, isRestore(message.command), message.database);
        return;
      case "backupTerminated":
        this.#failed(place, message, isRestore(message.operation), null);
        return;
      case "backupStep":
      case "backupSetting":
      case "backupProgress":
      case "zeroing":
        this.#step(place, message);
        return;
      default:
        this.#explain(this.#causes.take(place, message));
    }
  }

  restarted(): void {
    for (const session of this.#sessions.end()) this.#brokenOff(session);
  }

  phases(): readonly Phase[] {
    return [
      ...this.#kept.items(),
      ...this.#done.map((done) => donePhase(done, null)),
      ...this.#processed.map(({ processed }) => processedPhase(processed)),
      ...this.#sessions.open().map((session) => sessionPhase(session, null, {})),
    ];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #explain(cause: BackupCause | null): void {
    const last = this.#failures.at(-1);
    if (cause === null || last === undefined || "cause" in last.phase.figures) return;
    if (!this.#causes.explains(cause, last.place, last.phase.database ?? null)) return;
    last.phase.figures.cause = causeText(cause);
  }

  #step(place: EventPlace, message: BackupStepMessage): void {
    const ended = this.#sessions.take(place, message);
    if (ended !== null) this.#brokenOff(ended);
  }

  #brokenOff(session: BackupSession): void {
    this.#kept.add(sessionPhase(session, atLeast(session.lastMs), {}));
  }

  /** It is kept once its 3014 came, or can come no more. */
  #finished({ source, atMs }: EventPlace, message: Finished): void {
    const restore = message.kind === "restored";
    const session = this.#sessions.finish(source, atMs, restore, message.database);
    if (session !== null) session.database ??= message.database;
    const done: Done = { atMs, source, restore, log: message.scope === "log", message, session };
    const processed = this.#processedOf(done);
    if (processed !== null) {
      this.#keep(done, processed);
      return;
    }
    if (this.#done.length >= maxWaiting) this.#expire(atMs);
    this.#done.push(done);
  }

  #processedOf(done: Done): Processed | null {
    // Nearly always: 3014 comes second.
    if (this.#processed.length === 0) return null;
    const index = this.#processed.findIndex((waiting) => belongs(done, waiting));
    const [waiting] = index < 0 ? [] : this.#processed.splice(index, 1);
    return waiting?.processed ?? null;
  }

  #expire(nowMs: number): void {
    const fresh = this.#done.findIndex(({ atMs }) => Math.abs(nowMs - atMs) <= maxApartMs);
    const expired = Math.max(fresh < 0 ? maxWaiting : fresh, maxWaiting / 2);
    for (const done of this.#done.splice(0, expired)) this.#keep(done, null);
  }

  /** Most are moments. Of those a long log has more than are kept, and they need not even be made. */
  #keep(done: Done, processed: Processed | null): void {
    const lengthMs = processed === null ? 0 : processed.message.seconds * 1000;
    if (done.session === null && this.#kept.drops(lengthMs)) return;
    this.#kept.add(donePhase(done, processed));
  }

  #processedPages(processed: Processed): void {
    const { operation } = processed.message;
    const waiting = { processed, restore: isRestore(operation), log: isOfLog(operation) };
    const index = this.#doneBefore(waiting);
    const [done] = index < 0 ? [] : this.#done.splice(index, 1);
    if (done === undefined) this.#wait(waiting);
    else this.#keep(done, processed);
  }

  /** The first that it can belong to. Looked for from the end: those before have long expired. */
  #doneBefore(waiting: Waiting): number {
    const { atMs } = waiting.processed.place;
    let found = -1;
    for (let index = this.#done.length - 1; index >= 0; index--) {
      const done = this.#done[index];
      if (done === undefined || atMs - done.atMs > maxApartMs) break;
      if (belongs(done, waiting)) found = index;
    }
    return found;
  }

  /** What finds no partner stands for itself, without a database. */
  #wait(waiting: Waiting): void {
    const { atMs } = waiting.processed.place;
    for (let oldest = this.#processed[0]; oldest !== undefined; oldest = this.#processed[0]) {
      const fresh = Math.abs(atMs - oldest.processed.place.atMs) <= maxApartMs;
      if (fresh && this.#processed.length < maxWaiting) break;
      this.#kept.add(processedPhase(oldest.processed));
      this.#processed.shift();
    }
    this.#processed.push(waiting);
  }

  /** 3013 and 3041 tell of one failure, in either order; only 3041 names the database. */
  #failed(place: EventPlace, { kind }: Failing, restore: boolean, database: string | null): void {
    const known = this.#failures.find((each) =>
      isSameFailure(each, place.atMs, kind, restore, database),
    );
    if (known !== undefined) {
      if (database !== null) known.phase.database = database;
      known.told = true;
      return;
    }
    const session = this.#sessions.finish(place.source, place.atMs, restore, database);
    const cause = this.#causes.causeOf(place, database);
    const figures = { failed: true, ...(cause === null ? {} : { cause: causeText(cause) }) };
    const phase =
      session === null
        ? momentOf(place, restore, database, figures)
        : sessionPhase(session, logged(place.atMs), figures);
    this.#kept.add(phase);
    this.#failures = this.#failures.filter(
      (each) => Math.abs(place.atMs - each.place.atMs) <= maxApartMs,
    );
    this.#failures.push({ phase, place, kind, told: false });
  }
}

function momentOf(
  { atMs }: EventPlace,
  restore: boolean,
  database: string | null,
  figures: Phase["figures"],
): Phase {
  return makePhase(backupPhaseName(restore), { database }, logged(atMs), logged(atMs), figures);
}

/** One is 3013 and the other 3041; two of a kind are two failures. */
function isSameFailure(
  last: Failure,
  atMs: number,
  kind: Failing["kind"],
  restore: boolean,
  database: string | null,
): boolean {
  const known = last.phase.database ?? null;
  return (
    !last.told &&
    kind !== last.kind &&
    Math.abs(atMs - last.place.atMs) <= maxApartMs &&
    last.phase.name === backupPhaseName(restore) &&
    (known === null || database === null || known === database)
  );
}

const isOfLog = (operation: string): boolean => /\bLOG\b/i.test(operation);

const belongs = (done: Done, { processed: { place }, restore, log }: Waiting): boolean =>
  done.source === place.source &&
  done.restore === restore &&
  done.log === log &&
  Math.abs(done.atMs - place.atMs) <= maxApartMs;
