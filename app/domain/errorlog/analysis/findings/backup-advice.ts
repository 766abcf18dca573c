/** What is said of the cause of a failed backup or restore. */
import { type BackupCause, causeText } from "../backup-causes.ts";

/** Errors of the operating system: in a few words, and what to look at. */
const osCauses: Readonly<Record<number, readonly [string, string]>> = {
  3: ["path not found", "The path does not exist on the server that writes the backup."],
  5: [
    "access denied",
    "The service account may not write there: it is that account, not the caller's, that needs the right.",
  ],
  32: ["file in use", "Another program holds the file, often a copy job or a virus scanner."],
  53: ["file server not found", "The file server was not reached."],
  59: ["network error", "The network failed while the backup was written."],
  64: ["network lost", "The network failed while the backup was written."],
  112: ["volume full", "The backup volume is full: look at how old backups are removed."],
  995: ["cancelled", "Whoever ran it, or the backup application, cancelled it."],
  1326: ["log-on refused", "The file server refused the service account's log-on."],
};

/** "OS error 112, volume full": short enough for a title, and the same for the same cause. */
export function causeTitle(cause: BackupCause): string {
  const { kind, osError, place } = cause;
  if (kind === "logChainBroken" || isChainBroken(cause)) return "no current full backup (4214)";
  if (osError !== null) {
    const [words] = osCauses[osError] ?? [];
    return `OS error ${osError}${words === undefined ? "" : `, ${words}`}`;
  }
  switch (kind) {
    case "sectorSizeMismatch":
      return "sector sizes differ (3268)";
    case "logFull":
      return "the transaction log was full (9002)";
    case "logicalIoError":
      return "a damaged page (824)";
    case "ioError":
      return "an I/O error (823)";
    default:
      return place.error === null ? "its device failed" : `error ${place.error.number}`;
  }
}

const isChainBroken = (cause: BackupCause): boolean =>
  cause.place.error?.number === 4214 || /no current database backup/i.test(causeText(cause));

const afterBackup =
  "Until one succeeds, work since the last good backup can be lost, and the log cannot be reused under the full recovery model.";
const afterRestore = "The database stays as it was left, mostly in the state RESTORING.";

/** `reverted`: the log shows that the database went back to a snapshot. */
export function adviceOn(
  cause: BackupCause | null,
  operation: "backup" | "restore",
  reverted: boolean,
): string {
  const next = operation === "backup" ? afterBackup : afterRestore;
  if (cause === null) {
    return `The log does not show the cause; the output of the ${operation} application does. ${next}`;
  }
  if (cause.kind === "logChainBroken" || isChainBroken(cause)) {
    const why = reverted
      ? "The database was reverted to a snapshot, which breaks the log chain."
      : "The log chain is broken: a revert to a snapshot, a switch of the recovery model or a restore does that.";
    return `${why} Take a full or differential backup now; log backups work again after it. ${next}`;
  }
  return `${saidOf(cause)} ${next}`;
}

/** What the log says, and what that means. */
export function saidOf(cause: BackupCause): string {
  const [, advice] = (cause.osError === null ? undefined : osCauses[cause.osError]) ?? [];
  const said = `The log says: "${causeText(cause)}"`;
  return advice === undefined ? said : `${said} ${advice}`;
}
