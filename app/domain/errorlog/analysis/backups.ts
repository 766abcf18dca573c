/**
 * Backups and restores. Their start comes from the steps of trace flags 3004 and 3014, or from the
 * seconds that message 3014 prints; without either they are moments. Messages 18264 and kin name the
 * database, 3014 does not: the two are tied by kind, source and nearness.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import { backupCauseKinds } from "./backup-causes.ts";
import {
  backupPhaseName,
  type Done,
  donePhase,
  type Finished,
  isOfSnapshot,
  isRestore,
  type Processed,
  processedPhase,
  sameFailureMs,
  sessionPhase,
} from "./backup-phases.ts";
import {
  type BackupSession,
  BackupSessions,
  type BackupStepMessage,
  backupStepKinds,
} from "./backup-sessions.ts";
import { atLeast, logged, makePhase } from "./edges.ts";
import { type FailedBackup, FailedBackups, type FailedDevice } from "./failed-backups.ts";
import { each, type Handlers, PhaseFollower } from "./follower.ts";
import type { IoFreezes } from "./io-freezes.ts";

/** Messages that wait for their partner; the oldest half goes when they are too many. */
const maxWaiting = 128;

/** A 3014 that waits for the message that names its database. */
interface Waiting {
  readonly processed: Processed;
  readonly restore: boolean;
  readonly log: boolean;
}

/** A backup of data; those of the log are too many, and none of them is a snapshot's. */
export interface BackupMade {
  readonly fact: "backup";
  readonly database: string;
  readonly scope: Finished["scope"];
  /** Its pages are in a snapshot of the storage, not in the backup. */
  readonly isSnapshot: boolean;
  readonly place: EventPlace;
}

export class Backups extends PhaseFollower {
  protected readonly handlers: Handlers = {
    ...each(["backedUp", "restored"], (place, message) => this.#finished(place, message)),
    backupProcessed: (place, message) => this.#processedPages({ place, message }),
    ...each(["backupFailed", "backupTerminated"], (place, message) => {
      const database = message.kind === "backupFailed" ? message.database : null;
      this.#failed.fail(place, message, (restore) => this.#failedPhase(place, restore, database));
    }),
    ...each(backupStepKinds, (place, message) => this.#step(place, message)),
    ...each(backupCauseKinds, (place, message) => this.#failed.takeCause(place, message)),
  };
  readonly #sessions = new BackupSessions();
  readonly #failed: FailedBackups;
  #done: Done[] = [];
  #processed: Waiting[] = [];
  readonly #freezes: IoFreezes;
  readonly #state: (made: BackupMade) => void;

  /** `state`: told of each backup, and of each failure, of which nothing more comes. */
  constructor(freezes: IoFreezes, state: (fact: BackupMade | FailedBackup | FailedDevice) => void) {
    super();
    this.#freezes = freezes;
    this.#state = state;
    this.#failed = new FailedBackups(state);
  }

  restarted(): void {
    for (const session of this.#sessions.end()) this.#brokenOff(session);
  }

  open(): readonly (BackupMade | FailedBackup | FailedDevice)[] {
    return [...this.#done.flatMap((done) => madeOf(done, null)), ...this.#failed.open()];
  }

  protected override openPhases(): readonly Phase[] {
    return [
      ...this.#done.map((done) => donePhase(done, null)),
      ...this.#processed.map(({ processed }) => processedPhase(processed)),
      ...this.#sessions.open().map((session) => sessionPhase(session, null, {})),
    ];
  }

  #step(place: EventPlace, message: BackupStepMessage): void {
    const ended = this.#sessions.take(place, message);
    if (ended !== null) this.#brokenOff(ended);
  }

  #brokenOff(session: BackupSession): void {
    this.kept.add(sessionPhase(session, atLeast(session.lastMs), {}));
  }

  /** It is kept once its 3014 came, or can come no more. */
  #finished(place: EventPlace, message: Finished): void {
    const { source, atMs } = place;
    const restore = message.kind === "restored";
    const session = this.#sessions.finish(source, atMs, restore, message.database);
    if (session !== null) session.database ??= message.database;
    const log = message.scope === "log";
    const freeze = log || restore ? null : this.#freezes.freezeOf(message.database, atMs);
    const done: Done = { place, restore, log, message, session, freeze: freeze?.kind ?? null };
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
    const fresh = this.#done.findIndex(
      ({ place }) => Math.abs(nowMs - place.atMs) <= sameFailureMs,
    );
    const expired = Math.max(fresh < 0 ? maxWaiting : fresh, maxWaiting / 2);
    for (const done of this.#done.splice(0, expired)) this.#keep(done, null);
  }

  /** Most are moments, of which a long log has more than are kept: they need not even be made. */
  #keep(done: Done, processed: Processed | null): void {
    for (const made of madeOf(done, processed)) this.#state(made);
    const lengthMs = processed === null ? 0 : processed.message.seconds * 1000;
    if (done.session === null && this.kept.drops(lengthMs)) return;
    this.kept.add(donePhase(done, processed));
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
      if (done === undefined || atMs - done.place.atMs > sameFailureMs) break;
      if (belongs(done, waiting)) found = index;
    }
    return found;
  }

  /** What finds no partner stands for itself, without a database. */
  #wait(waiting: Waiting): void {
    const { atMs } = waiting.processed.place;
    for (let oldest = this.#processed[0]; oldest !== undefined; oldest = this.#processed[0]) {
      const fresh = Math.abs(atMs - oldest.processed.place.atMs) <= sameFailureMs;
      if (fresh && this.#processed.length < maxWaiting) break;
      this.kept.add(processedPhase(oldest.processed));
      this.#processed.shift();
    }
    this.#processed.push(waiting);
  }

  /** The cause, and the database, may be told later. */
  #failedPhase(place: EventPlace, restore: boolean, database: string | null): Phase {
    const end = logged(place.atMs);
    const session = this.#sessions.finish(place.source, place.atMs, restore, database);
    const phase =
      session === null
        ? makePhase(backupPhaseName(restore), { database }, end, end, { failed: true })
        : sessionPhase(session, end, { failed: true });
    this.kept.add(phase);
    return phase;
  }
}

function madeOf(done: Done, processed: Processed | null): BackupMade[] {
  const { place, restore, log, message } = done;
  if (restore || log) return [];
  const isSnapshot = isOfSnapshot(done, processed);
  return [{ fact: "backup", database: message.database, scope: message.scope, isSnapshot, place }];
}

const isOfLog = (operation: string): boolean => /\bLOG\b/i.test(operation);

const belongs = (done: Done, { processed: { place }, restore, log }: Waiting): boolean =>
  done.place.source === place.source &&
  done.restore === restore &&
  done.log === log &&
  Math.abs(done.place.atMs - place.atMs) <= sameFailureMs;
