/** Help for every counter of the catalogue, by id, and for the response time that stands beside them. */
import type { Term } from "./term.ts";

export const counterTerms: Readonly<Record<string, Term>> = {
  transactionsPerSecond: {
    title: "Transactions",
    unit: "transactions/s",
    what: "Transactions that ended in a second, committed or rolled back, in the source database.",
    reading:
      "The price of a snapshot shows here first: a dip while one is created, and a lower level afterwards for as long as pages remain to be copied.",
  },
  activeTransactions: {
    title: "Active transactions",
    unit: "transactions",
    what: "Transactions that have changed something and not ended at the moment of the sample.",
    reading:
      "Many of them at the start of analysis mean more work for undo, which rolls each one back inside the snapshot.",
  },
  percentLogUsed: {
    title: "Log used",
    unit: "%",
    what: "Share of the log file that cannot be reused yet, because recovery, a creation or the next log backup still needs it.",
    reading:
      "A creation holds the log that it will redo. When it nears 100 %, statements that change something fail (9002) until space is freed.",
  },
  logFlushesPerSecond: {
    title: "Log flushes",
    unit: "flushes/s",
    what: "Blocks of the log that were written to disk in a second.",
    reading:
      "Fewer flushes than commits means that commits share blocks, as they should under load.",
  },
  logBytesFlushedPerSecond: {
    title: "Log flushed",
    unit: "bytes/s",
    what: "Bytes of log that were made durable in a second.",
    reading:
      "The faster the log grows during a creation's checkpoint, the more redo has to repeat.",
  },
  checkpointPagesPerSecond: {
    title: "Checkpoint pages",
    unit: "pages/s",
    what: "Dirty pages that a checkpoint wrote to the data file in a second.",
    reading:
      "Every creation begins with a checkpoint of its own. Its burst competes with the workload's reads for the data volume.",
  },
  backgroundWriterPagesPerSecond: {
    title: "Background writer pages",
    unit: "pages/s",
    what: "Dirty pages that the recovery writer wrote for indirect checkpoints in a second.",
    reading:
      "It replaces the bursts of automatic checkpoints by a steady stream: what a restart would have to redo stays below the target recovery time.",
  },
  lazyWritesPerSecond: {
    title: "Lazy writes",
    unit: "pages/s",
    what: "Dirty pages that the lazy writer wrote to make room in the buffer pool.",
    reading: "Above zero, memory is short: reads have to wait until frames are free.",
  },
  pageLookupsPerSecond: {
    title: "Page lookups",
    unit: "lookups/s",
    what: "Requests for a page in the buffer pool, whether it was there or had to be read.",
    reading:
      "It is the work asked of the engine; compare it with page reads to see how many miss memory.",
  },
  pageReadsPerSecond: {
    title: "Page reads",
    unit: "pages/s",
    what: "Pages that were read from disk into the buffer pool in a second.",
    reading:
      "A high rate means that the working set does not fit memory. An armed snapshot adds reads: the old image must be known before it can be copied.",
  },
  readaheadPagesPerSecond: {
    title: "Read-ahead pages",
    unit: "pages/s",
    what: "Pages that were read from disk in a second before anybody had asked for them.",
    reading:
      "A scan that reads from disk should find nearly all of its pages read ahead. They are part of the page reads.",
  },
  pageWritesPerSecond: {
    title: "Page writes",
    unit: "pages/s",
    what: "Pages that were written to disk in a second by checkpoints, the lazy writer and the flush at the end of a creation.",
    reading: "Read it beside checkpoint pages and lazy writes to see who writes.",
  },
  freePages: {
    title: "Free pages",
    unit: "pages",
    what: "Frames of the buffer pool that hold no page at the moment of the sample.",
    reading: "Near zero the lazy writer has to run, and sessions may wait for a frame.",
  },
  dirtyPages: {
    title: "Dirty pages",
    unit: "pages",
    what: "Pages in memory that have changed since they were last written.",
    reading: "The more there are when a snapshot is asked for, the longer its checkpoint takes.",
  },
  lockWaitsPerSecond: {
    title: "Lock waits",
    unit: "waits/s",
    what: "Requests for a lock that had to wait for another transaction.",
    reading:
      "Transactions that wait for pushes hold their locks longer, so a slow snapshot volume can raise it.",
  },
  deadlocksPerSecond: {
    title: "Deadlocks",
    unit: "deadlocks/s",
    what: "Transactions that were chosen as a deadlock's victim, rolled back and run again.",
    reading:
      "Deadlocks need transactions that touch their rows in different orders. Pushes make transactions hold their locks longer, which makes a deadlock more likely.",
  },
  userConnections: {
    title: "Users",
    unit: "users",
    what: "User sessions that are connected at the moment of the sample.",
    reading: "It changes only when the scenario or somebody at the controls changes it.",
  },
  processorTimePercent: {
    title: "Processor time",
    unit: "%",
    what: "Share of the schedulers' time that was spent on work, over all of them; in a real run the engine's share of the machine's processors.",
    reading:
      "Near 100 % the processors are the limit, and sessions queue with SOS_SCHEDULER_YIELD.",
  },
  dataReadBytesPerSecond: {
    title: "Data reads",
    unit: "bytes/s",
    what: "Bytes read from the source's data file in a second.",
    reading: "Page misses of the workload, and old images that a push must read first.",
  },
  dataWriteBytesPerSecond: {
    title: "Data writes",
    unit: "bytes/s",
    what: "Bytes written to the source's data file in a second.",
    reading: "Bursts are checkpoints; a steady level is the lazy writer.",
  },
  logReadBytesPerSecond: {
    title: "Log reads",
    unit: "bytes/s",
    what: "Bytes read from the log file in a second.",
    reading:
      "In normal operation nobody reads the log. Analysis, redo and undo of a creation do, from the same disk on which commits wait.",
  },
  logWriteBytesPerSecond: {
    title: "Log writes",
    unit: "bytes/s",
    what: "Bytes written to the log file in a second.",
    reading:
      "It follows the writing transactions. A dip beside a creation is throughput that was lost.",
  },
  snapshotReadBytesPerSecond: {
    title: "Snapshot reads",
    unit: "bytes/s",
    what: "Bytes read from the sparse files of all snapshots in a second.",
    reading:
      "Recovery inside the snapshot reads pages that were copied already; so do queries against it.",
  },
  snapshotWriteBytesPerSecond: {
    title: "Snapshot writes",
    unit: "bytes/s",
    what: "Bytes written to the sparse files of all snapshots in a second: pushes of old images, and pages that redo and undo changed.",
    reading:
      "Each push delays the transaction that caused it. The rate falls as fewer pages remain that were never copied.",
  },
  pagesPushedPerSecond: {
    title: "Pages pushed",
    unit: "pages/s",
    what: "First changes of a page since a snapshot was armed; the old image went to the snapshot before the change could go on.",
    reading:
      "The direct cost of copy-on-write. Two snapshots that both lack a page take two copies of it.",
  },
  reportQueriesPerSecond: {
    title: "Report queries",
    unit: "queries/s",
    what: "Queries of sessions that read a snapshot, ended in a second.",
    reading:
      "They do not count as transactions of the source. Beside the users' throughput they show what reports on a snapshot cost.",
  },
  reportUsers: {
    title: "Report users",
    unit: "users",
    what: "Sessions that have a snapshot as their database.",
    reading:
      "A snapshot with sessions cannot be dropped. They fall to 0 at once when their snapshot becomes suspect under load.",
  },
  arrayReserveBytes: {
    title: "Snapshot reserve in use",
    unit: "bytes",
    what: "What array snapshots take of the reserves of their volumes, in whole array pages, with what was borrowed.",
    reading:
      "It grows with pages that are changed for the first time since the newest snapshot, and falls where one is deleted. A full reserve does what its volume says: the oldest snapshot goes, or volume and snapshots go offline.",
  },
  backupRestoreBytesPerSecond: {
    title: "Backup/Restore throughput",
    unit: "bytes/s",
    what: "What backups read of the data files and of the log, and what restores put into place.",
    reading:
      "Bytes of the database, not of the files: a compressed backup writes fewer. Where it stays below what the volumes can do, look at BACKUPBUFFER: readers wait for a free buffer, or writers for a full one.",
  },
};

/** Lane of the response time, which is no counter of the catalogue. */
export const responseTerm: Term = {
  title: "p99 response",
  unit: "ms",
  what: "99 of 100 transactions ended within this time, from the end of the user's pause to the acknowledged commit. Transactions that were rolled back are not counted.",
  reading:
    "Pushes add to it where a transaction changes pages for the first time. It shows what an average hides.",
};
