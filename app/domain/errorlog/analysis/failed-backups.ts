/**
 * Backups and restores that failed, each once: messages 3013 and 3041 tell of it in either order, and only 3041 names
 * the database. A device that failed, and of which no failed backup follows, is one of another program.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { Message } from "../messages/message.ts";
import { type BackupCause, BackupCauses, causeText } from "./backup-causes.ts";
import { isRestore, sameFailureMs } from "./backup-phases.ts";
import { maxEvidence } from "./evidence.ts";
import type { MessageOf } from "./follower.ts";

/** What a device said may be the cause of a failure for so long. */
const maxBeforeMs = 60_000;
/** Failures, and devices, of which more may come. */
const maxOpen = 32;

export interface FailedBackup {
  readonly fact: "failedBackup";
  readonly restore: boolean;
  /** Where 3041 is if it came, else 3013. */
  place: EventPlace;
  /** Null: only 3041 names it. */
  database: string | null;
  cause: BackupCause | null;
  readonly phase: Phase;
  readonly firstKind: FailureMessage["kind"];
  /** Both of its messages came. */
  isTold: boolean;
}

/** A device that failed, as 18204, 18210, 3202, 3203 and 3271 tell one after the other. */
export interface FailedDevice {
  readonly fact: "failedDevice";
  readonly device: string;
  readonly cause: BackupCause;
  readonly places: EventPlace[];
}

export type FailureMessage = MessageOf<"backupFailed" | "backupTerminated">;

export class FailedBackups {
  readonly #causes = new BackupCauses();
  readonly #state: (fact: FailedBackup | FailedDevice) => void;
  #failures: FailedBackup[] = [];
  /** Devices that failed, while no failure of a backup is known yet. */
  #devices: FailedDevice[] = [];
  #lastFailureMs = Number.NEGATIVE_INFINITY;

  /** `state`: told of each failure of which nothing more comes. */
  constructor(state: (fact: FailedBackup | FailedDevice) => void) {
    this.#state = state;
  }

  open(): readonly (FailedBackup | FailedDevice)[] {
    return [...this.#failures, ...this.#devices];
  }

  /** Takes a message whose partner has not come. `phaseOf`: its phase, once it is known to be a failure of its own. */
  fail(place: EventPlace, message: FailureMessage, phaseOf: (restore: boolean) => Phase): void {
    this.#settle(place.atMs);
    this.#lastFailureMs = place.atMs;
    this.#devices = [];
    const is3041 = message.kind === "backupFailed";
    const restore = isRestore(is3041 ? message.command : message.operation);
    const database = is3041 ? message.database : null;
    const known = this.#failures.find((failure) =>
      isSame(failure, message.kind, restore, database),
    );
    const failure = known ?? {
      fact: "failedBackup",
      restore,
      place,
      database,
      cause: null,
      phase: phaseOf(restore),
      firstKind: message.kind,
      isTold: false,
    };
    if (known === undefined) this.#failures.push(failure);
    else known.isTold = true;
    if (is3041) {
      failure.place = place;
      failure.database = database;
      if (database !== null) failure.phase.database = database;
    }
    if (failure.cause === null) explain(failure, this.#causes.causeOf(place, failure.database));
  }

  /** What may be a cause: of a failure that was told just now, or of one to come. */
  takeCause(place: EventPlace, message: Message): void {
    this.#settle(place.atMs);
    const cause = this.#causes.take(place, message);
    if (cause === null) return;
    const explained = this.#failures.find(
      (failure) =>
        failure.cause === null && this.#causes.explains(cause, failure.place, failure.database),
    );
    if (explained !== undefined) explain(explained, cause);
    if (message.kind === "backupDeviceFailed") this.#deviceFailed(message.device, cause);
  }

  /** A device that fails is the cause of a failure that is told. */
  #deviceFailed(device: string, cause: BackupCause): void {
    const { place } = cause;
    if (isNear(place, this.#lastFailureMs, sameFailureMs)) return;
    const same = this.#devices.find(
      (known) => known.device === device && isNear(place, known.cause.place.atMs, sameFailureMs),
    );
    if (same === undefined) {
      if (this.#devices.length >= maxOpen)
        for (const first of this.#devices.splice(0, 1)) this.#state(first);
      this.#devices.push({ fact: "failedDevice", device, cause, places: [place] });
    } else if (same.places.length < maxEvidence) {
      same.places.push(place);
    }
  }

  /** States those of which nothing can come any more. */
  #settle(nowMs: number): void {
    if (this.#failures.length > 0) {
      this.#failures = this.#kept(this.#failures, ({ place }) =>
        isNear(place, nowMs, sameFailureMs),
      );
    }
    if (this.#devices.length > 0) {
      this.#devices = this.#kept(this.#devices, ({ cause }) =>
        isNear(cause.place, nowMs, maxBeforeMs),
      );
    }
  }

  #kept<F extends FailedBackup | FailedDevice>(facts: F[], isOpen: (fact: F) => boolean): F[] {
    const kept = facts.filter((fact, index) => index >= facts.length - maxOpen && isOpen(fact));
    if (kept.length === facts.length) return facts;
    for (const fact of facts) if (!kept.includes(fact)) this.#state(fact);
    return kept;
  }
}

const isNear = ({ atMs }: EventPlace, otherMs: number, maxMs: number): boolean =>
  Math.abs(atMs - otherMs) <= maxMs;

function explain(failure: FailedBackup, cause: BackupCause | null): void {
  failure.cause = cause;
  if (cause !== null) failure.phase.figures.cause = causeText(cause);
}

/** One is 3013 and the other 3041; two of a kind are two failures, as are those of two databases. */
const isSame = (
  known: FailedBackup,
  kind: FailureMessage["kind"],
  restore: boolean,
  database: string | null,
): boolean =>
  !known.isTold &&
  kind !== known.firstKind &&
  restore === known.restore &&
  (known.database === null || database === null || known.database === database);
