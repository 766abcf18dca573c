import type { LogEvent } from "../../events.ts";
import { type BackupCause, BackupCauses, backupCauseKinds } from "../backup-causes.ts";
import { Occurrences } from "../evidence.ts";
import type { EventOf } from "../follower.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
} from "./finding-rule.ts";
import { type Group, Groups } from "./group-rule.ts";
import { timesText } from "./wording.ts";

const maxDatabases = 49;
/** 3013 follows the 3041 that names the database, or comes before it, at once. */
const sameFailureMs = 2000;

interface Failed {
  failures: number;
  cause: BackupCause | null;
  reverted: boolean;
}

/** A 3013 whose 3041 may still come. */
interface Pending {
  readonly event: EventOf<"backupTerminated">;
  readonly cause: BackupCause | null;
}

/** A failure whose cause has not come. */
interface Unexplained {
  readonly event: LogEvent;
  readonly database: string;
}

/** Backups and restores that failed, by database, each with what was said before. */
export class BackupFailures implements FindingRule {
  readonly id = "backupFailure";
  readonly kinds = ["backupFailed", "backupTerminated", "reverting", ...backupCauseKinds] as const;
  readonly #causes = new BackupCauses();
  readonly #databases = new Groups<Failed>(maxDatabases, newFailed);
  readonly #reverted = new Set<string>();
  #pending: Pending | null = null;
  #unexplained: Unexplained | null = null;
  #failedMs = Number.NEGATIVE_INFINITY;

  take(event: LogEvent): void {
    this.#explain(this.#causes.take(event));
    switch (event.kind) {
      case "backupFailed":
        this.#failed(event, event.database ?? "");
        return;
      case "backupTerminated":
        this.#ended(event);
        return;
      case "reverting":
        if (this.#reverted.size < maxDatabases) this.#reverted.add(event.database);
        return;
      default:
        return;
    }
  }

  findings({ endMs }: FindingContext): readonly FindingDraft[] {
    this.#flush(endMs);
    const found = this.#databases.all().map(toFinding);
    return this.#pending === null ? found : [...found, alone(this.#pending)];
  }

  #failed(event: EventOf<"backupFailed">, database: string): void {
    this.#flush(event.atMs);
    const known = this.#pending?.cause ?? null;
    this.#pending = null;
    this.#failedMs = event.atMs;
    this.#add(event, database, known ?? this.#causes.causeOf(event, database));
  }

  #ended(event: EventOf<"backupTerminated">): void {
    if (Math.abs(event.atMs - this.#failedMs) <= sameFailureMs) return;
    this.#flush(Number.POSITIVE_INFINITY);
    this.#pending = { event, cause: this.#causes.causeOf(event, null) };
  }

  /** A 3013 counts on its own where no 3041 stands beside it. */
  #flush(nowMs: number): void {
    const pending = this.#pending;
    if (pending === null || Math.abs(nowMs - pending.event.atMs) <= sameFailureMs) return;
    this.#pending = null;
    this.#add(pending.event, "", pending.cause);
  }

  #add(event: LogEvent, database: string, cause: BackupCause | null): void {
    const { occurrences, state } = this.#databases.of(database);
    if (cause !== null) occurrences.add(cause.place);
    occurrences.add(event);
    state.cause = cause ?? state.cause;
    state.failures += 1;
    state.reverted ||= this.#reverted.has(database);
    this.#unexplained = cause === null ? { event, database } : null;
  }

  #explain(cause: BackupCause | null): void {
    const last = this.#unexplained;
    if (cause === null || last === null) return;
    if (!this.#causes.explains(cause, last.event, last.database)) return;
    const { occurrences, state } = this.#databases.of(last.database);
    occurrences.add(cause.place);
    state.cause = cause;
    this.#unexplained = null;
  }
}

const newFailed = (): Failed => ({ failures: 0, cause: null, reverted: false });

function toFinding({ key, occurrences, state }: Group<Failed>): FindingDraft {
  const whose = key === null ? "further databases" : key === "" ? "a database" : key;
  return finding(
    "critical",
    `Backup or restore of ${whose} failed ${timesText(state.failures)}${state.cause === null ? "" : `: ${state.cause.text}`}`,
    adviceOf(state),
    occurrences,
  );
}

/** Of the end of a log, where its 3041 may be missing. */
function alone({ event, cause }: Pending): FindingDraft {
  const occurrences = new Occurrences();
  if (cause !== null) occurrences.add(cause.place);
  occurrences.add(event);
  return toFinding({ key: "", occurrences, state: { ...newFailed(), failures: 1, cause } });
}

/** Of the operating system: access denied, no space, and what a share that is away says. */
const osAdvice: ReadonlyMap<number, string> = new Map([
  [3, "The path does not exist on the server that writes the backup."],
  [
    5,
    "The service account may not write there: it is that account, not the caller's, that needs the right.",
  ],
  [32, "Another program holds the file, often a copy job or a virus scanner."],
  [53, "The file server was not reached."],
  [59, "The network failed while the backup was written."],
  [64, "The network failed while the backup was written."],
  [112, "The backup volume is full: look at how old backups are removed."],
  [1326, "The file server refused the service account's log-on."],
]);

function adviceOf({ cause, reverted }: Failed): string {
  const next =
    "Until one succeeds, work since the last good backup can be lost, and the log cannot be reused under the full recovery model.";
  if (cause === null)
    return `The log does not show the cause; the backup application's output does. ${next}`;
  if (cause.place.error?.number === 4214 || /no current database backup/i.test(cause.text)) {
    const why = reverted
      ? "The database was reverted to a snapshot, which breaks the log chain."
      : "The log chain is broken: a revert to a snapshot, a switch of the recovery model or a restore does that.";
    return `${why} Take a full or differential backup now; log backups work again after it. ${next}`;
  }
  const advice = cause.osError === null ? undefined : osAdvice.get(cause.osError);
  return `${advice === undefined ? "" : `${advice} `}${next}`;
}
