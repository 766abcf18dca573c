/** What backups and restores of a run are called, wherever they are told of. */
import type { BackupSummary, RestoreSummary } from "../contract/summary.ts";

/** "full, copy-only". */
export const backupTypeText = ({ kind, copyOnly }: BackupSummary): string =>
  copyOnly ? `${kind}, copy-only` : kind;

/** "standby, WITH NORECOVERY"; null of the database that users work on. */
export const restoredDatabase = ({ database, recovered }: RestoreSummary): string | null =>
  database == null ? null : recovered === false ? `${database}, WITH NORECOVERY` : database;

const namedAll = 4;

/** "nightly, then hourly_1": in the order in which they were restored. Of many, how they begin and end. */
export function restoredFrom({ from }: RestoreSummary): string {
  if (from.length === 0) return "nothing";
  if (from.length <= namedAll) return from.join(", then ");
  const first = from.slice(0, namedAll - 1).join(", then ");
  return `${first}, … ${from.at(-1)} (${from.length} in all)`;
}

export const hasBackups = (
  summary: { readonly backups: readonly unknown[]; readonly restores: readonly unknown[] } | null,
): boolean => summary !== null && summary.backups.length + summary.restores.length > 0;
