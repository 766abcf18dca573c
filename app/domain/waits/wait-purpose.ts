/** What a wait is for: the one table by which waits are mapped to resources. */

const waitPurposes = [
  "data", // I/O of data files, and room in memory for their pages
  "log",
  "snapshot", // I/O of sparse files
  "operation", // I/O of builds, sorts, restores
  "backup", // I/O of backup files
  "backupBuffers", // whoever has no buffer, or nothing in it
  "processors",
  "rowLocks",
  "tableLocks",
  "pageLatches",
  "latches",
  "freeze", // writes are held for a snapshot of the storage
  "other",
] as const;
export type WaitPurpose = (typeof waitPurposes)[number];

const purposes: Readonly<Record<string, WaitPurpose>> = {
  WRITELOG: "log",
  LOGBUFFER: "log",
  LOGMGR: "log",
  LOGMGR_FLUSH: "log",
  SLEEP_BUFFERPOOL_HELPLW: "data",
  PREEMPTIVE_OS_WRITEFILE: "snapshot",
  WRITE_COMPLETION: "snapshot",
  FCB_REPLICA_WRITE: "snapshot",
  FCB_REPLICA_READ: "snapshot",
  REPLICA_WRITES: "snapshot",
  IO_COMPLETION: "operation",
  ASYNC_IO_COMPLETION: "operation",
  PREEMPTIVE_OS_WRITEFILEGATHER: "operation",
  BACKUPIO: "backup",
  BACKUPBUFFER: "backupBuffers",
  SOS_SCHEDULER_YIELD: "processors",
  LCK_M_IS: "tableLocks",
  LCK_M_IX: "tableLocks",
  LCK_M_SCH_M: "tableLocks",
  LCK_M_SCH_S: "tableLocks",
  DISKIO_SUSPEND: "freeze",
};

const families: readonly (readonly [string, WaitPurpose])[] = [
  ["PAGEIOLATCH_", "data"],
  ["PAGELATCH_", "pageLatches"],
  ["LATCH_", "latches"],
  ["LCK_M_", "rowLocks"],
];

/**
 * Of tasks that wait for others, whose own waits are there as well, or that hold themselves back: a checkpoint
 * for its writes, the lazy writer, who began a backup for its readers, who began a scan for its workers.
 */
const ofOverseers: ReadonlySet<string> = new Set([
  "SLEEP_BPOOL_FLUSH",
  "ASYNC_IO_COMPLETION",
  "CXPACKET",
]);

export const isOverseersWait = (waitType: string): boolean => ofOverseers.has(waitType);

export function waitPurpose(waitType: string): WaitPurpose {
  const family = families.find(([begin]) => waitType.startsWith(begin));
  return purposes[waitType] ?? family?.[1] ?? "other";
}

/** Waits that occur only because a snapshot exists, is created, or is read. */
export const isSnapshotWait = (waitType: string): boolean => waitPurpose(waitType) === "snapshot";
