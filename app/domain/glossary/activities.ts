/** Help for what real servers spend time on beside the creation of snapshots. */
import type { activityNames } from "../../contract/phase.ts";
import type { Term } from "./term.ts";

const activity = (title: string, what: string, reading: string): Term => ({
  title,
  unit: null,
  what,
  reading,
});

export const activityTerms: Readonly<Record<(typeof activityNames)[number], Term>> = {
  serverStart: activity(
    "Server start",
    "It lasts from the first record of the log until the server accepts connections.",
    "Databases may go on recovering after it. Two starts close together hint at a crash.",
  ),
  recovery: activity(
    "Recovery",
    "A database brings itself up to its log: at the start of the server, after a restore, or when it is set online.",
    "The database cannot be used before redo is over. Its length follows the log since the last checkpoint and the open transactions.",
  ),
  backup: activity(
    "Backup",
    "A database, its changes or its log is written to a backup device.",
    "It reads the data files and competes with a checkpoint and a creation for them.",
  ),
  verifyBackup: activity(
    "Verification of a backup",
    "A backup file is read from its beginning to its end, and every page and log block in it is checked.",
    "Nothing is restored, and users go on; it reads as much as a restore would.",
  ),
  restore: activity(
    "Restore",
    "A database or its log is brought back from a backup device.",
    "Zeroing of the log file and recovery count towards it.",
  ),
  arrayRestore: activity(
    "Restore by the array",
    "The array puts the files of the database back as its snapshot has them, or mounts them beside it. In place it takes one more snapshot first.",
    "No page is copied: its length is the time in which volumes are taken off and put on again, which the scenario gives.",
  ),
  restoreFiles: activity(
    "Files of the restore",
    "The files of a database under another name are made; the log, and without instant file initialization the data files too, are filled with zeros.",
    "Filling takes as long as writing the whole size of the files. Files that are there already are not filled again.",
  ),
  restoreData: activity(
    "Restore of data",
    "Pages of a full or differential backup are written to the data files, in the places that they had.",
    "Its length follows the pages of the backup, and the slower of its volume and that of the data.",
  ),
  restoreLog: activity(
    "Restore of log",
    "The changes of one log backup, or of the tail of the log, are made again, up to the time where the restore stops.",
    "There is one for each log backup since the last full or differential one: more frequent backups of data make them fewer.",
  ),
  restoreFlush: activity(
    "Flush of the restore",
    "Pages that the logs' changes have left dirty in memory are written to the data files.",
    "Its length follows how many pages the logs changed. There are at most as many as the buffer pool holds.",
  ),
  restoreRecovery: activity(
    "Recovery of the restore",
    "Transactions that had not committed by the time where the restore stops are rolled back. Nobody can use the database before this is over.",
    "It is long where long transactions were open at that time.",
  ),
  consistencyCheck: activity(
    "Consistency check",
    "DBCC CHECKDB or one of its kin reads a whole database, on a hidden snapshot of it.",
    "While it runs, changes pay for the copies into the hidden snapshot as for any other.",
  ),
  revert: activity(
    "Revert",
    "A database is taken back to what its snapshot shows.",
    "Nobody can use it meanwhile. Its length follows the pages that the snapshot holds.",
  ),
  logGrowth: activity(
    "Log growth",
    "A revert leaves a log of 0.5 MB, which has to be made as large as it was before anybody works.",
    "SQL Server leaves this to its administrator, so the time of the revert does not include it. The new log is zeroed.",
  ),
  tableUpdate: activity(
    "Table update",
    "An UPDATE of every row of the table, in batches or in one transaction.",
    "The first one after a snapshot's creation pays for a copy of each page of the table; the next one pays for none.",
  ),
  tableScan: activity(
    "Table scan",
    "SELECT COUNT(*) reads every page of the table, in parallel where the server has several schedulers.",
    "From memory it is bound by processors, or by the latch from under which its workers take their pages: partitions take that away. From disk it is bound by how much is read ahead.",
  ),
  indexRebuild: activity(
    "Index rebuild",
    "An index is written anew, beside the old one, and takes its place. Nobody can use the table meanwhile.",
    "Its new pages lie where there was free space: with snapshots, what these pages held is copied first.",
  ),
  indexCreation: activity(
    "Index creation",
    "The table is read, the entries of a new index are sorted and written. Writers wait for its end, readers go on.",
    "Its pages lie where there was free space: with snapshots, what these pages held is copied first.",
  ),
  selectInto: activity(
    "SELECT INTO",
    "Rows of the table are copied into a new one, whose pages are written before the statement ends.",
    "Its pages lie where there was free space: with snapshots, what these pages held is copied first, and the statement waits for each copy.",
  ),
  pageDamage: activity(
    "Page damage",
    "The disk overwrites a page with garbage and reports no error. A transaction that reads the page gets error 824 and is rolled back.",
    "The server goes on. A restore mends the page: with the tail of the log backed up first, nothing is lost.",
  ),
  dropTable: activity(
    "DROP TABLE",
    "A table of SELECT INTO leaves the database: first its entry, then its extents, one by one. Nobody can use it meanwhile.",
    "With snapshots, the maps that say which pages are free are copied first; the pages of the table are copied when others take them.",
  ),
  arraySnapshot: activity(
    "Array snapshot",
    "The disk array keeps what the database's volumes are at one instant. Requester and provider prepare it, and the database's writes are frozen only while it is taken.",
    "No data is copied, so its length does not follow the size of the database. What is changed later takes room of the snapshot reserve.",
  ),
  ioFreeze: activity(
    "I/O freeze",
    "The writes of a database and of its log are held for a copy of its storage: by VSS, by SUSPEND_FOR_SNAPSHOT_BACKUP (2022), or by another program. It is no database snapshot.",
    "Sessions that commit wait for its end; more than 10 s is long. VSS gives up after 60 s, SUSPEND_FOR_SNAPSHOT_BACKUP never.",
  ),
  longIo: activity(
    "Slow I/O",
    "Reads or writes of a file that took longer than 15 s, as message 833 reports.",
    "The record comes at most every five minutes per file, so it may stand for more of them.",
  ),
  latchTimeout: activity(
    "Latch time-out",
    "A session waited for minutes for a page in memory, as messages 844 to 847 report.",
    "With a snapshot the holder is often waiting for a copy of the page to reach the snapshot's disk.",
  ),
  stackDump: activity(
    "Stack dump",
    "The server writes a dump of its process; all sessions may stand still meanwhile.",
    "The records in it name the reason; keep the file for support.",
  ),
};
