import { describe, expect, it } from "vitest";
import { counters, waitTypes } from "./telemetry-catalog.ts";

// What recordings have, in the order of their columns. A recording says only how many it has: an entry
// that moved would be read as another one. What is new comes at the end, here as in the catalogue.
const recordedCounters = [
  "transactionsPerSecond",
  "activeTransactions",
  "percentLogUsed",
  "logFlushesPerSecond",
  "logBytesFlushedPerSecond",
  "checkpointPagesPerSecond",
  "backgroundWriterPagesPerSecond",
  "lazyWritesPerSecond",
  "pageLookupsPerSecond",
  "pageReadsPerSecond",
  "pageWritesPerSecond",
  "freePages",
  "dirtyPages",
  "lockWaitsPerSecond",
  "deadlocksPerSecond",
  "userConnections",
  "processorTimePercent",
  "dataReadBytesPerSecond",
  "dataWriteBytesPerSecond",
  "logReadBytesPerSecond",
  "logWriteBytesPerSecond",
  "snapshotReadBytesPerSecond",
  "snapshotWriteBytesPerSecond",
  "pagesPushedPerSecond",
  "reportQueriesPerSecond",
  "reportUsers",
  "arrayReserveBytes",
  "backupRestoreBytesPerSecond",
];
const recordedWaits = [
  "WRITELOG",
  "LOGBUFFER",
  "PAGEIOLATCH_SH",
  "PAGEIOLATCH_UP",
  "PAGEIOLATCH_EX",
  "PAGELATCH_SH",
  "PAGELATCH_UP",
  "PAGELATCH_EX",
  "LCK_M_S",
  "LCK_M_U",
  "LCK_M_X",
  "LCK_M_IS",
  "LCK_M_IX",
  "LCK_M_SCH_M",
  "PREEMPTIVE_OS_WRITEFILE",
  "WRITE_COMPLETION",
  "FCB_REPLICA_WRITE",
  "FCB_REPLICA_READ",
  "REPLICA_WRITES",
  "IO_COMPLETION",
  "ASYNC_IO_COMPLETION",
  "SLEEP_BPOOL_FLUSH",
  "SLEEP_BUFFERPOOL_HELPLW",
  "SOS_SCHEDULER_YIELD",
  "LAZYWRITER_SLEEP",
  "CHECKPOINT_QUEUE",
  "DIRTY_PAGE_POLL",
  "LOGMGR_QUEUE",
  "REQUEST_FOR_DEADLOCK_SEARCH",
  "SLEEP_TASK",
  "BACKUPIO",
  "BACKUPBUFFER",
  "PREEMPTIVE_OS_WRITEFILEGATHER",
  "DISKIO_SUSPEND",
];

describe("the catalogue of telemetry", () => {
  it("keeps every counter where recordings have it", () => {
    expect(counters.slice(0, recordedCounters.length).map(({ id }) => id)).toEqual(
      recordedCounters,
    );
  });

  it("keeps every wait type where recordings have it", () => {
    expect(waitTypes.slice(0, recordedWaits.length).map(({ id }) => id)).toEqual(recordedWaits);
  });
});
