/** Help for every wait type of the catalogue, by its name. */
import type { Term } from "./term.ts";

const wait = (what: string, reading: string): Omit<Term, "title"> => ({
  unit: "ms/s",
  what,
  reading,
});

const texts: Readonly<Record<string, Omit<Term, "title">>> = {
  WRITELOG: wait(
    "A commit waits until its block of the log is durable.",
    "High values point at the log volume. A creation reads the log from the same volume while it recovers the snapshot.",
  ),
  LOGBUFFER: wait(
    "A session waits for room in the log.",
    "The log is full or nearly so; a creation that holds it back, or a log file that is too small, are the usual causes.",
  ),
  PAGEIOLATCH_SH: wait(
    "A session waits for a page to be read from disk, in order to read it.",
    "The working set does not fit memory, or the data volume is busy, for example with a creation's checkpoint.",
  ),
  PAGEIOLATCH_UP: wait(
    "A session waits for a disk operation on a page before it takes an update latch on it.",
    "It is rare: two tasks want to write the same page at once.",
  ),
  PAGEIOLATCH_EX: wait(
    "A session waits for a page to be read from disk, in order to change it.",
    "It has the causes of PAGEIOLATCH_SH, for transactions that write. A new page that must be pushed has to be read first, which adds to it.",
  ),
  PAGELATCH_SH: wait(
    "A session waits to read a page in memory that another session holds.",
    "The other may hold the page while its old image goes to a snapshot: slow pushes spread from here to readers.",
  ),
  PAGELATCH_UP: wait(
    "A writer of pages waits for a page in memory that another session holds.",
    "Checkpoints and the lazy writer meet sessions that change the same page.",
  ),
  PAGELATCH_EX: wait(
    "A session waits to change a page in memory that another session holds.",
    "Many sessions change the same page, or the page stays latched while it is pushed to a snapshot.",
  ),
  LCK_M_S: wait(
    "A transaction waits for a shared lock on a row.",
    "Another transaction has changed the row and not ended; pushes make that transaction hold its locks longer.",
  ),
  LCK_M_U: wait(
    "A transaction waits for an update lock on a row that it is going to change or delete.",
    "Two transactions want to change the same row; pushes make the first hold its locks longer. Waits of several seconds are deadlocks that the deadlock monitor has not found yet.",
  ),
  LCK_M_X: wait(
    "A transaction waits for an exclusive lock on a row: to insert it, or to change it once its readers are gone.",
    "Two transactions want to change the same row; pushes make the first hold its locks longer.",
  ),
  LCK_M_IS: wait(
    "A transaction waits for an intent shared lock on a table, before it reads a row.",
    "Somebody holds the whole table: an index is being rebuilt offline.",
  ),
  LCK_M_IX: wait(
    "A transaction waits for an intent exclusive lock on a table, before it changes a row.",
    "Somebody holds the whole table: an index is being rebuilt offline.",
  ),
  LCK_M_SCH_M: wait(
    "A session waits for a schema modification lock on a table, which excludes everybody else from it.",
    "An offline index rebuild begins; transactions that were under way must end first.",
  ),
  PREEMPTIVE_OS_WRITEFILE: wait(
    "A session is inside the operating system's write call, with the old image of a page on its way to a sparse file. Space that the sparse file lacks is allocated in this call.",
    "The first part of the price of copy-on-write. The first write to a 64 KiB region costs most.",
  ),
  WRITE_COMPLETION: wait(
    "A session waits until the old image that it wrote to a sparse file is durable. The flush at the end of a creation waits here too.",
    "The second part of the price of copy-on-write: the speed of the snapshot volume, seen from a transaction.",
  ),
  FCB_REPLICA_WRITE: wait(
    "The old image is durable in one snapshot, and the session waits for the others.",
    "It occurs only with two snapshots or more: it is the extra price of the second and later ones.",
  ),
  FCB_REPLICA_READ: wait(
    "A reader of a snapshot waits because the page that it wants is being copied at this moment.",
    "Queries on a snapshot meet a source that changes the same pages.",
  ),
  REPLICA_WRITES: wait(
    "A push meets the recovery of a snapshot, or a read through it, on the same page, and one waits for the other.",
    "It belongs to creations under load: the workload changes pages that redo and undo are changing too.",
  ),
  IO_COMPLETION: wait(
    "A task waits for a disk operation that is not on a data page, such as a read of the log or the header of a sparse file.",
    "Analysis, redo and undo read the log with it; one creation also waits here for another to end.",
  ),
  ASYNC_IO_COMPLETION: wait(
    "The lazy writer waits because it has as many writes under way as it may have.",
    "The data volume cannot take dirty pages as fast as memory needs room.",
  ),
  SLEEP_BPOOL_FLUSH: wait(
    "A checkpoint waits because it has as many writes under way as it may have, or for another checkpoint.",
    "The data volume limits the checkpoint. During a creation it is the length of its checkpoint phase.",
  ),
  SLEEP_BUFFERPOOL_HELPLW: wait(
    "A session waits for a free frame in the buffer pool.",
    "Memory is short and the lazy writer does not keep up.",
  ),
  SOS_SCHEDULER_YIELD: wait(
    "A session has used up its time slice, or is ready to run, and queues for a scheduler.",
    "The processors are the limit.",
  ),
  LAZYWRITER_SLEEP: wait(
    "The lazy writer has nothing to do.",
    "An idle background task; it is no cost and is left out of top waits.",
  ),
  CHECKPOINT_QUEUE: wait(
    "The checkpoint task sleeps until it next checks whether a checkpoint is due.",
    "An idle background task; it is no cost and is left out of top waits.",
  ),
  DIRTY_PAGE_POLL: wait(
    "The recovery writer sleeps until it next checks whether an indirect checkpoint is due.",
    "An idle background task; it is no cost and is left out of top waits.",
  ),
  LOGMGR_QUEUE: wait(
    "The log writer has nothing to write.",
    "An idle background task; it is no cost and is left out of top waits.",
  ),
  REQUEST_FOR_DEADLOCK_SEARCH: wait(
    "The deadlock monitor pauses between two searches: five seconds, or less after a deadlock.",
    "An idle background task; it is no cost and is left out of top waits.",
  ),
  SLEEP_TASK: wait(
    "The ghost clean-up pauses between two rounds: ten seconds, or five in 2005.",
    "An idle background task; it is no cost and is left out of top waits.",
  ),
  BACKUPIO: wait(
    "A backup or restore waits for a backup file to be written or read.",
    "The backup volume, or the way to it, is the slowest part. With several readers it is the usual wait of a backup.",
  ),
  BACKUPBUFFER: wait(
    "A reader of a backup waits for a free buffer: all of them are full and wait to be written.",
    "The backup volume takes less than the data volumes give. More buffers help only against fluctuations.",
  ),
  PREEMPTIVE_OS_WRITEFILEGATHER: wait(
    "A file that was made, or grew, is being filled with zeros.",
    "A restore to new files without instant file initialization, and any new log file. It takes as long as writing the whole file.",
  ),
  LATCH_SH: wait(
    "A structure that is no page is changed by somebody else while a task wants to read it.",
    "Latches by class tell which structure it is.",
  ),
  LATCH_EX: wait(
    "A structure that is no page is used by somebody else while a task wants to change it. Workers of a parallel scan wait here for their next pages.",
    "Latches by class tell which structure it is. Where it is the range generator of a scan, partitions give the workers several of them.",
  ),
  CXPACKET: wait(
    "The coordinator of a parallel statement waits for its workers.",
    "It lasts as long as the statement, and says nothing of a problem. What the workers wait for does.",
  ),
  DISKIO_SUSPEND: wait(
    "A task waits to write to a file of a database that is frozen for an external backup, such as a snapshot of the array.",
    "It lasts as long as the freeze. Committers wait on WRITELOG meanwhile, and others behind their locks.",
  ),
};

export const waitTerms: Readonly<Record<string, Term>> = Object.fromEntries(
  Object.entries(texts).map(([id, text]) => [id, { title: id, ...text }]),
);
