/** Phases of backups and restores that are over, and of those whose steps were logged. */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { BackupSession } from "./backup-sessions.ts";
import { derived, type Edge, logged, makePhase } from "./edges.ts";
import type { MessageOf, Placed } from "./follower.ts";
import { type FreezeKind, isVirtual } from "./io-freezes.ts";

export type Finished = MessageOf<"backedUp" | "restored">;
export type Processed = Placed<"backupProcessed">;

/** 3013, 3041 and what a device says stand side by side, in any order; so do 18264 and 3014. A busy log writer takes longer. */
export const sameFailureMs = 2000;

export const backupPhaseName = (restore: boolean): "restore" | "backup" =>
  restore ? "restore" : "backup";
export const isRestore = (operation: string): boolean =>
  /^\s*(?:RESTORE|VERIFY|LOAD)\b/i.test(operation);

/** Message 18264 or kin, which may still find its 3014: that changes how long it is. */
export interface Done {
  readonly place: EventPlace;
  readonly restore: boolean;
  readonly log: boolean;
  readonly message: Finished;
  readonly session: BackupSession | null;
  /** Kind of the freeze that it belongs to; null: there was none right before it. */
  readonly freeze: FreezeKind | null;
}

/**
 * A backup of which 3014 says 0 pages holds none: they are in a snapshot of the storage, for which the writes were
 * frozen. Message 18264 counts the pages of the database all the same; without a 3014 the freeze has to tell.
 */
export const isOfSnapshot = ({ freeze, message }: Done, processed: Processed | null): boolean =>
  processed !== null
    ? processed.message.pages === 0
    : freeze === "suspend" || (freeze !== null && isVirtual(message.device));

export function donePhase(done: Done, processed: Processed | null): Phase {
  const { message, session } = done;
  const { atMs } = done.place;
  const figures = finishedFigures(message);
  if (!done.restore && !done.log && isOfSnapshot(done, processed)) {
    figures.ofStorageSnapshot = true;
    figures.pages = 0;
  }
  if (processed !== null) addPages(figures, processed.message);
  const end = logged(atMs);
  const phase =
    session === null
      ? makePhase(backupPhaseName(done.restore), { database: message.database }, end, end, figures)
      : sessionPhase(session, end, figures);
  // Its steps, if they were logged, know the start better than seconds counted back.
  if (processed !== null && phase.startMs === phase.endMs) {
    phase.startMs = atMs - processed.message.seconds * 1000;
    phase.startSource = "derived";
  }
  return phase;
}

function finishedFigures(message: Finished): Phase["figures"] {
  const figures: Phase["figures"] = { scope: message.scope };
  if (message.device !== null) figures.device = message.device;
  if (message.kind === "restored") return figures;
  if (message.pages !== null) figures.pages = message.pages;
  if (message.firstLsn !== null) figures.firstLsn = message.firstLsn;
  if (message.lastLsn !== null) figures.lastLsn = message.lastLsn;
  return figures;
}

function addPages(
  figures: Phase["figures"],
  { operation, seconds, megabytesPerSecond, pages }: Processed["message"],
): void {
  figures.operation = operation;
  figures.seconds = seconds;
  figures.megabytesPerSecond = megabytesPerSecond;
  figures.pages ??= pages;
}

/** The phase of a 3014 alone, which names no database. */
export function processedPhase({ place: { atMs }, message }: Processed): Phase {
  const figures: Phase["figures"] = {};
  addPages(figures, message);
  const start = derived(atMs - message.seconds * 1000);
  const name = backupPhaseName(isRestore(message.operation));
  return makePhase(name, {}, start, logged(atMs), figures);
}

export function sessionPhase(
  { restore, database, startMs, settings, zeroingMs }: BackupSession,
  end: Edge | null,
  figures: Phase["figures"],
): Phase {
  if (zeroingMs !== 0) figures.zeroingMs = zeroingMs;
  if (Object.keys(settings).length > 0) figures.settings = settings;
  return makePhase(backupPhaseName(restore), { database }, logged(startMs), end, figures);
}
