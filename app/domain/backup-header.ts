/** What RESTORE HEADERONLY and FILELISTONLY tell of the backups of a run. */
import type { BackupSummary, Summary } from "../contract/summary.ts";
import { pageBytes } from "./forecast/first-touches.ts";

/** The product's numbers of HEADERONLY. */
const backupTypes: Readonly<Record<BackupSummary["kind"], number>> = {
  full: 1,
  log: 2,
  differential: 5,
};

/**
 * "00000024:000010A8:0003" as the product prints LSNs in headers and in msdb, numeric(25,0): the
 * block with ten digits and the slot with five behind the VLF. Null for what is none.
 */
export function numericLsn(lsn: string | null | undefined): string | null {
  const [, vlf, block, slot] =
    /^([0-9a-f]{1,8}):([0-9a-f]{1,8}):([0-9a-f]{1,4})$/i.exec(lsn ?? "") ?? [];
  if (vlf === undefined || block === undefined || slot === undefined) return null;
  const decimal = (hexadecimal: string, digits: number) =>
    String(Number.parseInt(hexadecimal, 16)).padStart(digits, "0");
  return `${Number.parseInt(vlf, 16)}${decimal(block, 10)}${decimal(slot, 5)}`;
}

export interface BackupHeader {
  readonly BackupName: string;
  readonly BackupType: number;
  readonly FirstLSN: string | null;
  readonly LastLSN: string | null;
  /** None of a backup of the log, which has no checkpoint of its own here. */
  readonly CheckpointLSN: string | null;
  readonly DatabaseBackupLSN: string | null;
  readonly IsCopyOnly: 0 | 1;
  readonly HasBackupChecksums: 0 | 1;
  readonly IsDamaged: 0 | 1;
  /** Bytes, before compression. */
  readonly BackupSize: number;
  readonly Compressed: 0 | 1;
  readonly CompressedBackupSize: number;
  readonly BackupStartMs: number;
  readonly BackupFinishMs: number | null;
}

/** The header of a backup that ended well: no other has one that is read. */
export const backupHeader = (backup: BackupSummary): BackupHeader | null =>
  backup.state !== "complete"
    ? null
    : {
        BackupName: backup.name,
        BackupType: backupTypes[backup.kind],
        FirstLSN: numericLsn(backup.firstLsn),
        LastLSN: numericLsn(backup.lastLsn),
        CheckpointLSN: numericLsn(backup.checkpointLsn),
        DatabaseBackupLSN: numericLsn(backup.databaseBackupLsn),
        IsCopyOnly: backup.copyOnly ? 1 : 0,
        // Those of older runs all have checksums, and no damage.
        HasBackupChecksums: backup.hasChecksums === false ? 0 : 1,
        IsDamaged: (backup.damagedPages ?? 0) > 0 ? 1 : 0,
        BackupSize: backup.compressed ? backup.pages * pageBytes + backup.logBytes : backup.bytes,
        Compressed: backup.compressed ? 1 : 0,
        CompressedBackupSize: backup.bytes,
        BackupStartMs: backup.startMs,
        BackupFinishMs: backup.endMs,
      };

export interface BackedUpFile {
  readonly LogicalName: string;
  readonly PhysicalName: string;
  readonly Type: "D" | "L";
  /** Bytes. */
  readonly Size: number;
}

/** Each backup of a run has these: the files of its database have one size from begin to end. */
export const backedUpFiles = ({ files }: Pick<Summary, "files">): BackedUpFile[] =>
  files.flatMap(({ name, path, sizeBytes }): BackedUpFile[] => {
    const kind = /\.(mdf|ndf|ldf)$/i.exec(path ?? "")?.[1]?.toLowerCase();
    if (kind === undefined || path === null || name === "tempdb") return [];
    const type = kind === "ldf" ? "L" : "D";
    return [{ LogicalName: name, PhysicalName: path, Type: type, Size: sizeBytes }];
  });
