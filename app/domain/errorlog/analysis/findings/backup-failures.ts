import type { EventPlace } from "../../events.ts";
import type { Message } from "../../messages/message.ts";
import { type BackupCause, BackupCauses, backupCauseKinds } from "../backup-causes.ts";
import { backupPhaseName, isRestore } from "../backup-phases.ts";
import { adviceOn, causeTitle } from "./backup-advice.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
  maxFindingsOfRule,
} from "./finding-rule.ts";
import { type Group, Groups } from "./group-rule.ts";
import { orOthers, timesText } from "./wording.ts";

const maxGroups = maxFindingsOfRule - 1;
const maxReverted = 1000;
/** 3013, 3041 and what a device says stand side by side, in any order. */
const sameFailureMs = 2000;
/** Failures of which not all may have been said. */
const maxOpen = 32;

/** A failure to which 3013, 3041 or the cause may still come. */
interface Failure {
  readonly restore: boolean;
  place: EventPlace;
  /** Null: only 3041 names it. */
  database: string | null;
  cause: BackupCause | null;
  hasNumber3013: boolean;
  hasNumber3041: boolean;
}

interface Failed {
  failures: number;
  restore: boolean;
  database: string;
  cause: BackupCause | null;
  reverted: boolean;
}

/** Backups and restores that failed, by database and cause. */
export class BackupFailures implements FindingRule {
  readonly id = "backupFailure";
  readonly kinds = ["backupFailed", "backupTerminated", "reverting", ...backupCauseKinds] as const;
  readonly #causes = new BackupCauses();
  readonly #groups = new Groups<Failed>(maxGroups, newFailed);
  readonly #reverted = new Set<string>();
  readonly #open: Failure[] = [];

  take(place: EventPlace, message: Message): void {
    if (this.#open.length > 0) this.#settle(place.atMs);
    switch (message.kind) {
      case "backupFailed":
        this.#failed(place, isRestore(message.command), message.database, "hasNumber3041");
        return;
      case "backupTerminated":
        this.#failed(place, isRestore(message.operation), null, "hasNumber3013");
        return;
      case "reverting":
        if (this.#reverted.size < maxReverted) this.#reverted.add(message.database);
        return;
      default:
        this.#explain(this.#causes.take(place, message));
    }
  }

  /** As if nothing more came of those that are open. */
  findings(_context: FindingContext): readonly FindingDraft[] {
    const groups = this.#groups.copy((state) => ({ ...state }));
    for (const failure of this.#open) this.#addTo(groups, failure);
    return groups.all().map(toFinding);
  }

  #failed(
    place: EventPlace,
    restore: boolean,
    database: string | null,
    number: "hasNumber3013" | "hasNumber3041",
  ): void {
    const same = this.#open.find((failure) => failure.restore === restore && !failure[number]);
    if (same === undefined) {
      const cause = this.#causes.causeOf(place, database);
      const failure = {
        restore,
        place,
        database,
        cause,
        hasNumber3013: false,
        hasNumber3041: false,
      };
      failure[number] = true;
      this.#open.push(failure);
      return;
    }
    same[number] = true;
    if (number === "hasNumber3013") return;
    same.place = place;
    same.database = database;
    same.cause ??= this.#causes.causeOf(place, database);
  }

  #explain(cause: BackupCause | null): void {
    if (cause === null) return;
    const explained = this.#open.find(
      (failure) =>
        failure.cause === null && this.#causes.explains(cause, failure.place, failure.database),
    );
    if (explained !== undefined) explained.cause = cause;
  }

  /** Counts those of which nothing can come any more. */
  #settle(nowMs: number): void {
    for (let oldest = this.#open[0]; oldest !== undefined; oldest = this.#open[0]) {
      const isOpen = Math.abs(nowMs - oldest.place.atMs) <= sameFailureMs;
      if (isOpen && this.#open.length <= maxOpen) return;
      this.#addTo(this.#groups, oldest);
      this.#open.shift();
    }
  }

  #addTo(groups: Groups<Failed>, { restore, database, cause, place }: Failure): void {
    const name = database ?? "";
    const what = cause === null ? "" : causeTitle(cause);
    const { key, occurrences, state } = groups.of(`${restore}\u0000${name}\u0000${what}`);
    const records = cause === null ? [place] : [cause.place, place];
    for (const each of records.sort((a, b) => a.record - b.record)) occurrences.add(each);
    state.failures += 1;
    if (key === null) return;
    state.restore = restore;
    state.database = name;
    state.cause ??= cause;
    state.reverted ||= this.#reverted.has(name);
  }
}

const newFailed = (): Failed => ({
  failures: 0,
  restore: false,
  database: "",
  cause: null,
  reverted: false,
});

function toFinding({ key, occurrences, state }: Group<Failed>): FindingDraft {
  const { failures, restore, database, cause, reverted } = state;
  const what =
    key === null
      ? "Backups or restores of further databases"
      : `${restore ? "Restore" : "Backup"} of ${orOthers(database, "")}`;
  const why = cause === null ? "" : `: ${causeTitle(cause)}`;
  return finding(
    "critical",
    `${what} failed ${timesText(failures)}${why}`,
    adviceOn(cause, backupPhaseName(restore), reverted),
    occurrences,
  );
}
