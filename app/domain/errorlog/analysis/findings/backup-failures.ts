import type { EventPlace } from "../../events.ts";
import type { Message } from "../../messages/message.ts";
import { type BackupCause, BackupCauses, backupCauseKinds } from "../backup-causes.ts";
import { backupPhaseName, isRestore } from "../backup-phases.ts";
import { maxEvidence } from "../evidence.ts";
import { adviceOn, causeTitle, saidOf } from "./backup-advice.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
  maxFindingsOfRule,
} from "./finding-rule.ts";
import { type Group, Groups } from "./group-rule.ts";
import { fileName, orOthers, timesText } from "./wording.ts";

const maxGroups = maxFindingsOfRule - 1;
const maxReverted = 1000;
/** 3013, 3041 and what a device says stand side by side, in any order. */
const sameFailureMs = 2000;
/** Failures of which not all may have been said. */
const maxOpen = 32;

/** What a device said may be the cause of a failure for so long. */
const maxBeforeMs = 60_000;
/** What devices said of which no failure is known yet. */
const maxUnexplained = 32;

/** A device that failed, as 18204, 18210, 3202, 3203 and 3271 tell one after the other. */
interface DeviceFailure {
  readonly device: string;
  readonly cause: BackupCause;
  readonly places: EventPlace[];
}

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
  readonly #devices = new Groups<DeviceFailures>(maxGroups, () => ({ failures: 0, cause: null }));
  readonly #open: Failure[] = [];
  #unexplained: DeviceFailure[] = [];
  #lastFailureMs = Number.NEGATIVE_INFINITY;

  take(place: EventPlace, message: Message): void {
    if (this.#open.length > 0) this.#settle(place.atMs);
    if (this.#unexplained.length > 0) this.#settleDevices(place.atMs);
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
      default: {
        const cause = this.#causes.take(place, message);
        this.#explain(cause);
        if (cause !== null && message.kind === "backupDeviceFailed") {
          this.#deviceFailed(message.device, cause);
        }
      }
    }
  }

  /** As if nothing more came of those that are open. */
  findings(_context: FindingContext): readonly FindingDraft[] {
    const groups = this.#groups.copy((state) => ({ ...state }));
    for (const failure of this.#open) this.#addTo(groups, failure);
    const devices = this.#devices.copy((state) => ({ ...state }));
    for (const failure of this.#unexplained) addDevice(devices, failure);
    return [...groups.all().map(toFinding), ...devices.all().map(deviceFinding)];
  }

  /** Of a failure that is told, it is the cause. */
  #deviceFailed(device: string, cause: BackupCause): void {
    const { place } = cause;
    if (Math.abs(place.atMs - this.#lastFailureMs) <= sameFailureMs) return;
    const same = this.#unexplained.find(
      (failure) =>
        failure.device === device &&
        Math.abs(place.atMs - failure.cause.place.atMs) <= sameFailureMs,
    );
    if (same !== undefined) {
      if (same.places.length < maxEvidence) same.places.push(place);
      return;
    }
    if (this.#unexplained.length >= maxUnexplained) {
      for (const failure of this.#unexplained.splice(0, 1)) addDevice(this.#devices, failure);
    }
    this.#unexplained.push({ device, cause, places: [place] });
  }

  /** Those that no failure followed in time. */
  #settleDevices(nowMs: number): void {
    const isOpen = ({ cause }: DeviceFailure): boolean =>
      Math.abs(nowMs - cause.place.atMs) <= maxBeforeMs;
    if (this.#unexplained.every(isOpen)) return;
    for (const failure of this.#unexplained) {
      if (!isOpen(failure)) addDevice(this.#devices, failure);
    }
    this.#unexplained = this.#unexplained.filter(isOpen);
  }

  #failed(
    place: EventPlace,
    restore: boolean,
    database: string | null,
    number: "hasNumber3013" | "hasNumber3041",
  ): void {
    this.#lastFailureMs = place.atMs;
    this.#unexplained = [];
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

interface DeviceFailures {
  failures: number;
  cause: BackupCause | null;
}

function addDevice(
  devices: Groups<DeviceFailures>,
  { device, cause, places }: DeviceFailure,
): void {
  const { occurrences, state } = devices.of(`${device}\u0000${causeTitle(cause)}`);
  for (const place of places) occurrences.add(place);
  state.failures += 1;
  state.cause ??= cause;
}

/** The device is in the words of the log, which the advice quotes. */
function deviceFinding({ key, occurrences, state }: Group<DeviceFailures>): FindingDraft {
  const { failures, cause } = state;
  const [device = ""] = key === null ? [] : key.split("\u0000");
  const what = key === null ? "Further backup devices" : `Backup device ${fileName(device)}`;
  return finding(
    "critical",
    `${what} failed ${timesText(failures)}${cause === null || key === null ? "" : `: ${causeTitle(cause)}`}, and no failed backup is logged`,
    `${cause === null ? "" : `${saidOf(cause)} `}Only the program that ran it was told: a backup by another product, or a restore or a check of a backup, which log no 3041. See its own log, and whether a good backup came after it.`,
    occurrences,
  );
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
