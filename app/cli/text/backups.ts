/** Backups and restores of a run as a terminal shows them. */
import type { Summary } from "../../contract/summary.ts";
import {
  arraySnapshotState,
  arraySnapshotType,
  frozenMs,
  ownBytes,
  sharedBytes,
} from "../../domain/array-snapshot-words.ts";
import { backedUpFiles, backupHeader } from "../../domain/backup-header.ts";
import {
  backupTypeText,
  restoredDatabase,
  restoredFrom,
  restoreEnd,
} from "../../domain/backup-words.ts";
import { consistencyText, restoreVerified } from "../../domain/consistency.ts";
import { mebibytesOf, secondsOf } from "../../domain/format/plain-numbers.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { left, renderTable, right } from "./table.ts";

const took = ({ startMs, endMs }: { readonly startMs: number; readonly endMs: number | null }) =>
  endMs === null ? "-" : formatTidyDuration(endMs - startMs);

export function backupTable(backups: Summary["backups"]): string {
  const columns = [
    left("backup"),
    left("type"),
    left("state"),
    right("start s"),
    right("duration"),
    right("pages"),
    right("log MiB"),
    right("file MiB"),
  ];
  const rows = backups.map((backup) => [
    backup.name,
    backupTypeText(backup),
    backup.state,
    secondsOf(backup.startMs),
    took(backup),
    String(backup.pages),
    mebibytesOf(backup.logBytes),
    mebibytesOf(backup.bytes),
  ]);
  return renderTable(columns, rows);
}

export function arraySnapshotTable(rows: NonNullable<Summary["arraySnapshots"]>): string {
  const columns = [
    left("array snapshot"),
    left("freeze"),
    left("state"),
    left("volumes"),
    right("start s"),
    right("duration"),
    right("frozen"),
    right("own MiB"),
    right("shared MiB"),
  ];
  const orDash = (value: number | null, text: (known: number) => string) =>
    value === null ? "-" : text(value);
  return renderTable(
    columns,
    rows.map((row) => [
      row.name,
      arraySnapshotType(row),
      arraySnapshotState(row),
      row.volumes.join(", "),
      secondsOf(row.startMs),
      took(row),
      orDash(frozenMs(row), formatTidyDuration),
      orDash(ownBytes(row), mebibytesOf),
      orDash(sharedBytes(row), mebibytesOf),
    ]),
  );
}

/** RESTORE HEADERONLY of each backup that ended well. */
export function backupHeaderTable(backups: Summary["backups"]): string {
  const columns = [
    left("BackupName"),
    right("BackupType"),
    right("FirstLSN"),
    right("LastLSN"),
    right("CheckpointLSN"),
    right("DatabaseBackupLSN"),
    right("IsCopyOnly"),
    right("HasBackupChecksums"),
    right("IsDamaged"),
    right("BackupSize"),
    right("Compressed"),
    right("CompressedBackupSize"),
    right("start s"),
    right("finish s"),
  ];
  const rows = backups.flatMap((backup) => {
    const header = backupHeader(backup);
    if (header === null) return [];
    return [
      [
        header.BackupName,
        String(header.BackupType),
        header.FirstLSN ?? "NULL",
        header.LastLSN ?? "NULL",
        header.CheckpointLSN ?? "NULL",
        header.DatabaseBackupLSN ?? "NULL",
        String(header.IsCopyOnly),
        String(header.HasBackupChecksums),
        String(header.IsDamaged),
        String(header.BackupSize),
        String(header.Compressed),
        String(header.CompressedBackupSize),
        secondsOf(header.BackupStartMs),
        header.BackupFinishMs === null ? "NULL" : secondsOf(header.BackupFinishMs),
      ],
    ];
  });
  return rows.length === 0 ? "" : renderTable(columns, rows);
}

/** RESTORE FILELISTONLY, which is the same for all of them. */
export function backedUpFileTable(summary: Pick<Summary, "files">): string {
  const columns = [left("LogicalName"), left("PhysicalName"), left("Type"), right("Size")];
  const rows = backedUpFiles(summary).map(({ LogicalName, PhysicalName, Type, Size }) => [
    LogicalName,
    PhysicalName,
    Type,
    String(Size),
  ]);
  return renderTable(columns, rows);
}

const verdictOf = (verified: boolean | null): string => {
  if (verified === null) return "not verified";
  return verified ? "verified" : "VERIFICATION FAILED";
};

export function restoreTable(restores: Summary["restores"]): string {
  const beside = restores.some((restore) => restoredDatabase(restore) !== null);
  const columns = [
    ...(beside ? [left("database")] : []),
    left("from"),
    right("to s"),
    right("start s"),
    right("duration"),
    right("pages"),
    right("log records"),
    right("rolled back"),
    right("commits lost"),
    left(""),
  ];
  const rows = restores.map((restore) => [
    ...(beside ? [restoredDatabase(restore) ?? "(the source)"] : []),
    restoredFrom(restore),
    restoreEnd(restore, secondsOf),
    secondsOf(restore.startMs),
    took(restore),
    String(restore.pages),
    String(restore.logRecords),
    String(restore.rolledBack),
    String(restore.discardedCommits),
    verdictOf(restoreVerified(restore)),
  ]);
  const checked = restores.flatMap(({ startMs, consistency }) =>
    consistency == null
      ? []
      : [`restore of ${secondsOf(startMs)} s: ${consistencyText(consistency)}`],
  );
  const table = renderTable(columns, rows);
  return checked.length === 0 ? table : [table, "", ...checked].join("\n");
}
