import type { BackupCause } from "../backup-causes.ts";
import { backupPhaseName } from "../backup-phases.ts";
import { adviceOn, causeTitle, saidOf } from "./backup-advice.ts";
import { finding } from "./finding.ts";
import { factRule } from "./group-rule.ts";
import { fileName, orOthers, timesText } from "./wording.ts";

const newState = () => ({
  failures: 0,
  cause: null as BackupCause | null,
  database: "",
  restore: false,
});

const titleOf = (cause: BackupCause | null): string => (cause === null ? "" : causeTitle(cause));

/** Backups and restores that failed, by database and cause. */
export const backupFailures = factRule({
  id: "backupFailure",
  fact: "failedBackup",
  keyOf: ({ restore, database, cause }) =>
    `${restore}\u0000${database ?? ""}\u0000${titleOf(cause)}`,
  newState,
  add: ({ key, occurrences, state }, { restore, database, cause, place }) => {
    const records = cause === null ? [place] : [cause.place, place];
    for (const each of records.sort((a, b) => a.record - b.record)) occurrences.add(each);
    state.failures += 1;
    if (key === null) return;
    state.restore = restore;
    state.database = database ?? "";
    state.cause ??= cause;
  },
  tell: ({ key, occurrences, state }, { databases }) => {
    const { failures, restore, database, cause } = state;
    const what =
      key === null
        ? "Backups or restores of further databases"
        : `${restore ? "Restore" : "Backup"} of ${orOthers(database, "")}`;
    const why = cause === null ? "" : `: ${causeTitle(cause)}`;
    const reverted = databases.wasReverted(database, occurrences.endMs ?? 0);
    return finding(
      "critical",
      `${what} failed ${timesText(failures)}${why}`,
      adviceOn(cause, backupPhaseName(restore), reverted),
      occurrences,
    );
  },
});

/** The device is in the words of the log, which the advice quotes. */
export const deviceFailures = factRule({
  id: "backupFailure",
  fact: "failedDevice",
  keyOf: ({ device, cause }) => `${device}\u0000${causeTitle(cause)}`,
  newState,
  add: ({ occurrences, state }, { cause, places }) => {
    for (const place of places) occurrences.add(place);
    state.failures += 1;
    state.cause ??= cause;
  },
  tell: ({ key, occurrences, state: { failures, cause } }) => {
    const [device = ""] = key === null ? [] : key.split("\u0000");
    const what = key === null ? "Further backup devices" : `Backup device ${fileName(device)}`;
    return finding(
      "critical",
      `${what} failed ${timesText(failures)}${cause === null || key === null ? "" : `: ${causeTitle(cause)}`}, and no failed backup is logged`,
      `${cause === null ? "" : `${saidOf(cause)} `}Only the program that ran it was told: a backup by another product, or a restore or a check of a backup, which log no 3041. See its own log, and whether a good backup came after it.`,
      occurrences,
    );
  },
});
