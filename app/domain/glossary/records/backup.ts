/** Help for records of backups and restores. */
import type { BackupMessage } from "../../errorlog/messages/backup.ts";
import { record, type TermsOf } from "./record.ts";

export const backupTerms: TermsOf<BackupMessage["kind"]> = {
  backedUp: record(
    "Backed up",
    "A backup of a database, its changes or its log was completed; the record says where it was written.",
    "It is written at the end. One with a device of type VIRTUAL_DEVICE was made by another program.",
  ),
  restored: record(
    "Restored",
    "A restore of a database, its changes or its log was completed.",
    "It is written at the end; recovery of the database may follow.",
  ),
  markedRestoring: record(
    "Marked as restoring",
    "A database was started for a restore that leaves it to further ones: recovery does not run.",
    "Nobody can use it until a restore WITH RECOVERY.",
  ),
  restoreComplete: record(
    "Restore complete",
    "A restore has recovered its database, and users can come (message 4356).",
    "Nothing more can be restored into it.",
  ),
  backupProcessed: record(
    "Backup figures",
    "Pages, seconds and throughput of a backup or restore (message 3014).",
    "Its throughput against that of the disks shows what sets the pace.",
  ),
  backupProgress: record(
    "Backup progress",
    "How much of a backup or restore is done (message 3211).",
    "Even steps of time mean even throughput.",
  ),
  backupTerminated: record(
    "Backup terminated",
    "A backup or restore ended with an error (message 3013).",
    "The record before it names the cause.",
  ),
  backupFailed: record(
    "Backup failed",
    "A backup command was not completed (message 3041).",
    "The cause is in the records before it: the device, its space, or the database's state.",
  ),
  backupDeviceFailed: record(
    "Backup device failed",
    "A file or device of a backup failed, with the operating system's error.",
    "112 is a full disk, 3 and 53 a path that is not there, 64 a share that went away, 995 a cancelled backup.",
  ),
  sectorSizeMismatch: record(
    "Sector sizes differ",
    "A backup file was made for another sector size than its device has now (message 3268).",
    "Restore it from a volume with that sector size, or back up with a BLOCKSIZE that fits both.",
  ),
  backupSetValid: record(
    "Backup verified",
    "A backup set can be read in full (message 3262).",
    "Only a restore proves that the database in it is sound.",
  ),
  logChainBroken: record(
    "No base for log backups",
    "A log backup is refused because there is no current full backup (message 4214).",
    "This is usual after a revert to a snapshot and after a change of recovery model.",
  ),
  backupStep: record(
    "Step of a backup",
    "What a backup or restore does at this moment (trace flags 3004 and 3014).",
    "The longest gap between two steps is where its time goes.",
  ),
  backupSetting: record(
    "Backup setting",
    "One of the figures that a backup or restore chose for its buffers (trace flag 3213).",
    "Buffers times transfer size is the memory that it takes.",
  ),
  zeroing: record(
    "File zeroed",
    "A file is filled with zeros before use, from which page to which, or that is done.",
    "Log files always are; data files are not with instant file initialisation.",
  ),
};
