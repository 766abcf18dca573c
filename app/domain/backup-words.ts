/** What backups and restores of a run are called, wherever they are told of. */
import type { BackupSummary, RestoreSummary, Summary } from "../contract/summary.ts";
import { restoreVerified } from "./consistency.ts";
import { countOf } from "./format/numbers.ts";
import { formatTidyDuration } from "./format/times.ts";

/** "full, copy-only, without checksums, 2 damaged pages": what is as usual goes without saying. */
export const backupTypeText = (backup: BackupSummary): string =>
  [
    backup.kind,
    ...(backup.copyOnly ? ["copy-only"] : []),
    ...(backup.hasChecksums === false ? ["without checksums"] : []),
    ...(backup.damagedPages ? [countOf(backup.damagedPages, "damaged page")] : []),
  ].join(", ");

/** "standby, WITH NORECOVERY"; null of the database that users work on. */
export const restoredDatabase = ({ database, recovered }: RestoreSummary): string | null =>
  database == null ? null : recovered === false ? `${database}, WITH NORECOVERY` : database;

const namedAll = 4;

/** "nightly, then hourly_1": in the order in which they were restored. Many are told by how they begin and end. */
export function restoredFrom({ arraySnapshot, from: backups }: RestoreSummary): string {
  const first = arraySnapshot == null ? [] : [`array snapshot ${arraySnapshot}`];
  const from = [...first, ...backups];
  if (from.length === 0) return "nothing";
  if (from.length <= namedAll) return from.join(", then ");
  const begin = from.slice(0, namedAll - 1).join(", then ");
  return `${begin}, … ${from.at(-1)} (${from.length} in all)`;
}

export const hasBackups = (
  summary: Pick<Summary, "backups" | "restores" | "arraySnapshots"> | null,
): boolean =>
  summary !== null &&
  summary.backups.length + summary.restores.length + (summary.arraySnapshots?.length ?? 0) > 0;

/** A moment of a run, as whoever reads of it finds it: "21:49:11.00". */
export type MomentText = (atMs: number) => string;

/** What a restore came to: how far back, how long, what it brought, what is lost, whether it is right. */
export function restoreSentence(restore: RestoreSummary, momentText: MomentText): string {
  const { database, recovered, startMs, endMs, pages, logRecords } = restore;
  const what = database == null ? "The database" : `‘${database}’`;
  if (endMs === null) return `${what} was being restored when the run ended.`;
  const how = recovered === false ? " WITH NORECOVERY" : "";
  const without = database == null ? " without service" : "";
  const took = `in ${formatTidyDuration(endMs - startMs)}${without}, from ${restoredFrom(restore)}`;
  const brought = `${countOf(pages, "page")} and ${countOf(logRecords, "log record")}`;
  const sentence = `${what} was restored${how} ${restoredTo(restore, momentText)}, ${took}: ${brought}; ${costOf(restore)}.`;
  return [sentence, ...keptSentence(restore), ...comparison(restoreVerified(restore))].join(" ");
}

const keptSentence = ({ kept }: RestoreSummary): string[] =>
  kept == null ? [] : [`What was there before is in array snapshot ‘${kept}’.`];

function restoredTo(restore: RestoreSummary, momentText: MomentText): string {
  const { stopAtMs, stopBeforeLsn } = restore;
  if (stopBeforeLsn != null) return `up to ${stopBeforeLsn}`;
  if (stopAtMs !== null) return `to what it was at ${momentText(stopAtMs)}`;
  return isOfArrayAlone(restore) ? "to what its array snapshot has" : "to the end of its backups";
}

const isOfArrayAlone = ({ arraySnapshot, from }: RestoreSummary): boolean =>
  arraySnapshot != null && from.length === 0;

/** How far a restore went, in a table: a moment, or "the end" of its backups. */
export function restoreEnd(restore: RestoreSummary, momentText: MomentText): string {
  if (restore.stopAtMs !== null) return momentText(restore.stopAtMs);
  return isOfArrayAlone(restore) ? "its snapshot" : "the end";
}

function costOf({ database, rolledBack, discardedCommits }: RestoreSummary): string {
  const undone =
    rolledBack === 0
      ? "nothing was rolled back"
      : `${countOf(rolledBack, "transaction was", "transactions were")} rolled back`;
  // The database that users work on loses nothing by one that is made beside it.
  if (database != null) return undone;
  const lost =
    discardedCommits === 0
      ? "no commit is lost"
      : `${countOf(discardedCommits, "commit")} after that ${discardedCommits === 1 ? "is" : "are"} lost`;
  return `${undone}, and ${lost}`;
}

function comparison(verified: boolean | null): string[] {
  if (verified === null) return [];
  return verified
    ? ["It was compared with what was committed until then, and nothing differs."]
    : ["It does not show what was committed until then."];
}
