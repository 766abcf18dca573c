/**
 * Steps of backups and restores (trace flags 3004, 3014 and 3213), by the session that takes them:
 * they tell when one began, which no other message does.
 */
import type { EventPlace } from "../events.ts";
import type { MessageOf } from "./follower.ts";
import { maxFollowedDatabases, maxFollowedSources, RecentMap } from "./recent-map.ts";

/** Steps that trail behind the message of completion. */
const maxTrailMs = 5000;
/** Lines of flag 3213; there are fifteen or so. */
const maxSettings = 40;

export interface BackupSession {
  readonly restore: boolean;
  readonly source: string;
  database: string | null;
  readonly startMs: number;
  lastMs: number;
  readonly settings: Record<string, string | null>;
  zeroingMs: number;
  zeroingSinceMs: number | null;
}

export const backupStepKinds = [
  "backupStep",
  "backupSetting",
  "backupProgress",
  "zeroing",
] as const;
export type BackupStepMessage = MessageOf<(typeof backupStepKinds)[number]>;

interface Finished {
  readonly restore: boolean;
  readonly atMs: number;
}

export class BackupSessions {
  readonly #open = new RecentMap<string, BackupSession>(maxFollowedSources);
  /** Sessions by their databases, where those are known. */
  readonly #byDatabase = new RecentMap<string, BackupSession>(maxFollowedDatabases);
  readonly #finished = new RecentMap<string, Finished>(maxFollowedSources);

  /** A session that the step shows to have ended without saying so. */
  take(place: EventPlace, message: BackupStepMessage): BackupSession | null {
    if (message.kind === "backupStep") return this.#step(place, message);
    const session = this.#open.get(place.source);
    if (session === undefined) return null;
    session.lastMs = place.atMs;
    if (message.kind === "backupSetting") addSetting(session, message.name, message.value);
    if (message.kind === "zeroing") addZeroing(session, place.atMs, message.completed);
    return null;
  }

  /** Ends the session that a message of completion or failure belongs to, if its steps were logged. */
  finish(
    source: string,
    atMs: number,
    restore: boolean,
    database: string | null,
  ): BackupSession | null {
    const session = this.#of(source, restore, database);
    if (session === null) return null;
    this.#open.delete(session.source);
    if (session.database !== null) this.#byDatabase.delete(session.database);
    this.#finished.set(session.source, { restore, atMs });
    return session;
  }

  /** All that are under way; they are no more, when the server has gone. */
  end(): readonly BackupSession[] {
    const open = this.open();
    this.#open.clear();
    this.#byDatabase.clear();
    return open;
  }

  open(): readonly BackupSession[] {
    return this.#open.values();
  }

  #of(source: string, restore: boolean, database: string | null): BackupSession | null {
    // Without the trace flags, as nearly always, there are no steps.
    if (this.#open.size === 0) return null;
    const own = this.#open.get(source);
    const fits = (session: BackupSession) =>
      session.restore === restore &&
      (session.database === null || database === null || session.database === database);
    if (own !== undefined && fits(own)) return own;
    if (database === null) return null;
    // The message of completion may come from the source "Backup", the steps from a session.
    const named = this.#byDatabase.get(database);
    return named !== undefined && this.#open.get(named.source) === named && fits(named)
      ? named
      : null;
  }

  #step({ source, atMs }: EventPlace, message: MessageOf<"backupStep">): BackupSession | null {
    const { restore, database } = message;
    const open = this.#open.get(source);
    if (open !== undefined && continues(open, message)) {
      open.lastMs = atMs;
      if (open.database === null && database !== null) {
        open.database = database;
        this.#byDatabase.set(database, open);
      }
      return null;
    }
    if (open === undefined && (ending.test(message.step) || this.#trails(source, atMs, message)))
      return null;
    const session: BackupSession = {
      restore,
      source,
      database,
      startMs: atMs,
      lastMs: atMs,
      settings: {},
      zeroingMs: 0,
      zeroingSinceMs: null,
    };
    this.#open.set(source, session);
    if (database !== null) this.#byDatabase.set(database, session);
    return open ?? null;
  }

  #trails(source: string, atMs: number, { restore, step }: MessageOf<"backupStep">): boolean {
    const finished = this.#finished.get(source);
    if (finished === undefined || finished.restore !== restore || beginning.test(step))
      return false;
    return Math.abs(atMs - finished.atMs) <= maxTrailMs;
  }
}

/** A last step begins nothing, however long after the message of completion it comes. */
const ending = /\bfinished\b/i;

/** First steps of either flag; a session that makes one backup after another shows them again. */
const beginning = /\bstarted\b|^(?:Backup|Restore)(?:Database|Log)\b/i;

const continues = (open: BackupSession, { restore, database }: MessageOf<"backupStep">): boolean =>
  open.restore === restore &&
  (database === null || open.database === null || open.database === database);

function addSetting({ settings }: BackupSession, name: string, value: string | null): void {
  if (Object.keys(settings).length < maxSettings) settings[name] = value;
}

function addZeroing(session: BackupSession, atMs: number, completed: boolean): void {
  if (!completed) session.zeroingSinceMs ??= atMs;
  else if (session.zeroingSinceMs !== null) {
    session.zeroingMs += Math.max(0, atMs - session.zeroingSinceMs);
    session.zeroingSinceMs = null;
  }
}
