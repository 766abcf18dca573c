/** Help for records of storage: slow and failed I/O, checks of integrity, space. */
import type { FileFailureMessage } from "../../errorlog/messages/file-failure.ts";
import type { IntegrityMessage } from "../../errorlog/messages/integrity.ts";
import type { IoMessage } from "../../errorlog/messages/io.ts";
import type { MeasuringMessage } from "../../errorlog/messages/measuring.ts";
import type { SpaceMessage } from "../../errorlog/messages/space.ts";
import { record, type TermsOf } from "./record.ts";

type Kind = (
  | IoMessage
  | MeasuringMessage
  | FileFailureMessage
  | IntegrityMessage
  | SpaceMessage
)["kind"];

export const storageTerms: TermsOf<Kind> = {
  longIo: record(
    "Slow I/O",
    "Reads or writes of a file took longer than 15 s; several are told in one record (message 833).",
    "It is written at most every five minutes per file, so it may be late. While a snapshot exists, look at the snapshot's own volume too.",
  ),
  misalignedLogIo: record(
    "Misaligned log I/O",
    "Writes of the log that do not fit the sectors of its volume, counted since the start; each was synchronous.",
    "The volume reports larger sectors than the log was made with.",
  ),
  longSyncIo: record(
    "Long synchronous I/O",
    "A scheduler stood still for an I/O for longer than the record says (2022 on Linux).",
    "Everything on that scheduler waited along.",
  ),
  countersDisabled: record(
    "Counters disabled",
    "The server could not set up its performance counters (messages 3409, 8310 to 8319).",
    "Perfmon shows no SQLServer objects of this server until it is started again.",
  ),
  osError: record(
    "Error of the operating system",
    "What the operating system answered for a file (message 17053): 112 is a full disk, 665 and 1450 are limits of a sparse file.",
    "For a snapshot's file this is the cause of it becoming suspect.",
  ),
  fileNotOpened: record(
    "File not opened",
    "The operating system did not give a file of a database (messages 17204, 17207, 5120, 5123), and why.",
    "2 and 3: it is not there; 5: the service account has no right to it; 32: another program has it.",
  ),
  fileSystemLimit: record(
    "Limit of the file system",
    "A sparse file is too fragmented for NTFS to extend it (665), or the system lacks resources (1450).",
    "Frequent with large CHECKDB runs and long-lived snapshots; format with large file records, or use ReFS.",
  ),
  latchTimeout: record(
    "Latch time-out",
    "A session waited for minutes for a page in memory (messages 844 to 847).",
    "The holder is usually waiting for I/O: with a snapshot, for the copy of the page to reach its disk.",
  ),
  ioFrozen: record(
    "I/O frozen",
    "A backup program holds the writes of a database through VSS. It is no database snapshot.",
    "Sessions wait until it is resumed; more than 10 s is long.",
  ),
  ioResumed: record(
    "I/O resumed",
    "The writes of a database go on after a freeze.",
    "The time since the freeze is how long its sessions waited.",
  ),
  suspension: record(
    "Suspended for a backup",
    "ALTER DATABASE ... SET SUSPEND_FOR_SNAPSHOT_BACKUP (2022) holds the writes of databases, or lets them go on.",
    "It has no time limit: the writes are held until the metadata are backed up, or the session ends.",
  ),
  consistencyChecked: record(
    "Consistency checked",
    "DBCC CHECKDB or one of its kin ended: errors found, errors repaired, time taken.",
    "Since 2005 it works on a hidden snapshot, whose split point the record names.",
  ),
  consistencyCheckAborted: record(
    "Check broken off",
    "A consistency check ended without a result, with an error state.",
    "Nothing is known of the database's condition; often the hidden snapshot could not be made.",
  ),
  lastCleanCheck: record(
    "Last clean check",
    "At start-up a database tells when it was last checked without errors.",
    "It is a note of the past: nothing was checked now.",
  ),
  ioError: record(
    "I/O error",
    "The operating system failed a read or a write (message 823).",
    "The path to storage is at fault. Check the database, and the system's event log.",
  ),
  logicalIoError: record(
    "Damaged page",
    "A page was read without error but holds the wrong content (message 824).",
    "Storage changed or lost it. Check the database and look for a restore.",
  ),
  readRetried: record(
    "Read retried",
    "A read failed and succeeded on repeating (message 825).",
    "An early warning: the same path tends to fail for good later.",
  ),
  logFull: record(
    "Log full",
    "The transaction log has no room left, and why it cannot be reused (message 9002).",
    "Changes fail until there is room. The reason names what to do: back up the log, end a transaction.",
  ),
  logSpace: record(
    "Space of the log",
    "How much of a full log is in use and held by what, and how much is reserved for rolling back what is active.",
    "In the log of a run only: SQL Server tells neither. What is reserved keeps commits and rollbacks from failing.",
  ),
  filegroupFull: record(
    "Filegroup full",
    "There is no room for another page in a filegroup (messages 1101 and 1105).",
    "Add space, or let its files grow.",
  ),
  slowGrowth: record(
    "Slow file growth",
    "A file took long to grow, or its growth was given up (messages 5144 and 5145).",
    "Sessions wait meanwhile. Grow in advance, in smaller steps, with instant initialisation.",
  ),
};
