/**
 * Why a backup or restore failed. Message 3041 says only that it did; what the device, the operating
 * system or the log said stands shortly before it, under the same or another source.
 */
import type { EventPlace } from "../events.ts";
import type { Message, MessageKind } from "../messages/message.ts";

/** A device that hangs is given up after minutes, but what it says then comes with the failure. */
const maxBeforeMs = 60_000;
/** Sessions write side by side: the cause may stand right behind the failure. */
const maxAfterMs = 2000;
/** Possible causes that are remembered: a broken share fails many backups at once. */
const maxRemembered = 32;

export interface BackupCause {
  readonly place: EventPlace;
  readonly kind: MessageKind;
  readonly database: string | null;
  readonly osError: number | null;
  /** Said by a backup itself, so that it explains one whose session is not known. */
  readonly ofBackup: boolean;
}

export const backupCauseKinds = [
  "backupDeviceFailed",
  "sectorSizeMismatch",
  "logChainBroken",
  "logFull",
  "ioError",
  "logicalIoError",
  "errorText",
] as const;

export class BackupCauses {
  readonly #causes: BackupCause[] = [];

  /** The cause that the message tells, if it does. */
  take(place: EventPlace, message: Message): BackupCause | null {
    const cause = toCause(place, message);
    if (cause === null) return null;
    if (this.#causes.length >= maxRemembered) this.#causes.shift();
    this.#causes.push(cause);
    return cause;
  }

  /** Whether a cause explains a failure that was logged right before it; then it is used up. */
  explains(cause: BackupCause, failed: EventPlace, database: string | null): boolean {
    const near = Math.abs(cause.place.atMs - failed.atMs) <= maxAfterMs;
    const own = cause.database === null ? cause.ofBackup : cause.database === database;
    if (near && own) this.#use(cause);
    return near && own;
  }

  /**
   * The latest one of the same database or source, else of the backup's own messages; nearest first.
   * A cause is used once, or one broken device would explain every failure of the minute after.
   */
  causeOf(failed: EventPlace, database: string | null): BackupCause | null {
    let [ofSource, ofBackup]: (BackupCause | null)[] = [null, null];
    for (let index = this.#causes.length - 1; index >= 0; index--) {
      const cause = this.#causes[index];
      if (cause === undefined) break;
      if (Math.abs(failed.atMs - cause.place.atMs) > maxBeforeMs) continue;
      if (cause.database !== null) {
        if (cause.database === database) return this.#use(cause);
      } else if (cause.place.source === failed.source) {
        ofSource ??= cause;
      } else if (cause.ofBackup) {
        ofBackup ??= cause;
      }
    }
    const found = ofSource ?? ofBackup ?? null;
    return found === null ? null : this.#use(found);
  }

  #use(used: BackupCause): BackupCause {
    this.#causes.splice(this.#causes.indexOf(used), 1);
    return used;
  }
}

/** Numbers of the messages of backup and restore. */
const firstBackupError = 3000;
const lastBackupError = 3299;
const isBackupError = (number: number): boolean =>
  (number >= firstBackupError && number <= lastBackupError) ||
  (number >= 18_200 && number < 18_300);

const isOfBackup = ({ source, error }: EventPlace): boolean =>
  source === "Backup" || (error !== null && isBackupError(error.number));

function toCause(place: EventPlace, message: Message): BackupCause | null {
  const { kind } = message;
  switch (kind) {
    case "backupDeviceFailed": {
      const { osError } = message;
      return { place, kind, database: null, osError, ofBackup: true };
    }
    case "sectorSizeMismatch":
    case "logChainBroken":
      return { place, kind, database: null, osError: null, ofBackup: true };
    case "ioError": {
      const { osError } = message;
      return { place, kind, database: null, osError, ofBackup: isOfBackup(place) };
    }
    case "logFull": {
      const { database } = message;
      return { place, kind, database, osError: null, ofBackup: isOfBackup(place) };
    }
    case "logicalIoError":
      return { place, kind, database: null, osError: null, ofBackup: isOfBackup(place) };
    case "errorText":
      if (place.error === null || !isBackupError(place.error.number)) return null;
      return { place, kind, database: null, osError: null, ofBackup: true };
    default:
      return null;
  }
}

/** Enough for a cause in a title; the whole text is evidence. */
const maxCauseText = 300;

/** One line: what was said. */
export function causeText({ place: { text } }: BackupCause): string {
  const end = text.search(/[\r\n]/);
  return (end < 0 ? text : text.slice(0, end)).slice(0, maxCauseText).trimEnd();
}
