/** Help for records of recovery, checkpoints and snapshots. */
import type { CheckpointMessage } from "../../errorlog/messages/checkpoint.ts";
import type { RecoveryMessage } from "../../errorlog/messages/recovery.ts";
import type { SnapshotMessage } from "../../errorlog/messages/snapshot.ts";
import { record, type TermsOf } from "./record.ts";

type Kind = (RecoveryMessage | CheckpointMessage | SnapshotMessage)["kind"];

export const recoveryTerms: TermsOf<Kind> = {
  creatingFile: record(
    "File created",
    "A sparse file of a snapshot is being created (trace flag 1810).",
    "The first sign of a creation in the log: the command was given about now.",
  ),
  closingFile: record(
    "File closed",
    "A file that was just created is closed (trace flag 1810).",
    "The time since its creation is what the file system took.",
  ),
  openingFile: record(
    "File opened",
    "A sparse file is opened for use (trace flag 1810).",
    "After the last one the snapshot is armed: first changes of pages are copied from here on.",
  ),
  snapshotSuspect: record(
    "Snapshot suspect",
    "A page could not be written to the snapshot, so the snapshot is lost for good (message 3420).",
    "The source goes on. Drop the snapshot; the record before it says what failed.",
  ),
  sparseFileFull: record(
    "Sparse file: disk full",
    "There is no room for another page of a snapshot (message 5128).",
    "Its snapshot becomes suspect. Size its volume for the pages that change while it lives.",
  ),
  snapshotNotStarted: record(
    "Snapshot not created",
    "The creation of a snapshot failed at its start (message 1823).",
    "The records before it tell why: space, a damaged source, or a failed recovery.",
  ),
  reverting: record(
    "Revert",
    "A database goes back to what its snapshot shows (message 1843).",
    "It cannot be used meanwhile, and its log chain ends: take a full backup afterwards.",
  ),
  flushCache: record(
    "Checkpoint ended",
    "A checkpoint tells how many buffers it wrote, in how many writes, and how long it took (trace flag 3504).",
    "Buffers divided by writes shows how well neighbours were written together. The record is written at the end, so it began that much earlier.",
  ),
  flushThroughput: record(
    "Checkpoint: throughput",
    "Bytes per second of the checkpoint, and how often it held back because storage was busy.",
    "Saturation that is high against the number of writes means that storage sets the pace.",
  ),
  flushWriteRate: record(
    "Checkpoint: writes",
    "Writes per second of the checkpoint (since 2016).",
    "Compare it with what the volume can do when nothing else uses it.",
  ),
  flushTarget: record(
    "Checkpoint: outstanding writes",
    "How many writes the checkpoint allowed itself at its end, and their mean latency.",
    "A target of 1 or 2 means that it had to slow down as far as it can.",
  ),
  checkpointStarted: record(
    "Checkpoint started",
    "A checkpoint of a database begins (trace flag 3502).",
    "The time to its end is the whole checkpoint, log records included.",
  ),
  checkpointBeginLogged: record(
    "Checkpoint: begin logged",
    "The log record that begins a checkpoint is about to be written (trace flag 3502).",
    "A long gap after it points at the log, not at the data files.",
  ),
  checkpointPhase1Ended: record(
    "Checkpoint: buffers written",
    "The dirty buffers of a checkpoint have been written (trace flag 3502).",
    "Nearly all of a checkpoint's time lies before this record.",
  ),
  checkpointEndLogged: record(
    "Checkpoint: end logged",
    "The log record that ends a checkpoint is about to be written (trace flag 3502).",
    "A long gap after it points at the log, not at the data files.",
  ),
  checkpointComplete: record(
    "Checkpoint complete",
    "A checkpoint of a database is over (trace flag 3502).",
    "Recovery after a crash would begin no earlier than at its start.",
  ),
  startingUp: record(
    "Database starts",
    "The snapshot, or a database, begins to start.",
    "For a snapshot its recovery follows.",
  ),
  startSkipped: record(
    "Start left to the group",
    "A database of an availability group is not started with the server; its group starts it (message 35262).",
    "Its recovery begins where it starts up once more, and no wait for it belongs to the start of the server.",
  ),
  primaryConnection: record(
    "Primary connection",
    "A secondary database of an availability group has found its primary, or has lost it.",
    "Until it is found the start of the database waits; from then on it applies what the primary sends.",
  ),
  recoveryStarting: record(
    "Recovery starts",
    "Recovery of the database begins (trace flag 3400).",
    "Analysis, redo and undo follow in this order.",
  ),
  analysisStarting: record(
    "Analysis starts",
    "The log is read to find open transactions (trace flag 3400).",
    "For a snapshot this moment is its as-of time.",
  ),
  analysisProgress: record(
    "Analysis under way",
    "How much of the analysis is done, and the server's estimate of the rest.",
    "The first estimate can be wrong by a wide margin; trust it only after some progress.",
  ),
  redoStarting: record(
    "Redo starts",
    "Repeating of logged changes begins (trace flag 3400).",
    "No record says when redo ends; the first of phase 3 bounds it.",
  ),
  recoveryEstimate: record(
    "Recovery estimate",
    "How many bytes of log redo will read and how many records undo may have to take back (trace flag 3400).",
    "A measure of what the workload did since the creation's checkpoint began.",
  ),
  parallelRedo: record(
    "Parallel redo",
    "Several workers share redo of a database, from here on or no longer.",
    "The time between the two records is about the time of redo.",
  ),
  recoveryProgress: record(
    "Recovery under way",
    "How much is done, the server's estimate of the rest, and the phase: 2 is redo, 3 is undo.",
    "The first estimate can be wrong by a wide margin; trust it only after some progress.",
  ),
  rolledForward: record(
    "Rolled forward",
    "How many committed transactions redo brought back.",
    "Many of them after a restart: the last checkpoint was long ago.",
  ),
  rolledBack: record(
    "Rolled back",
    "How many open transactions undo took back.",
    "In a snapshot these go on in its source; only the snapshot is without them.",
  ),
  recoveryCheckpoint: record(
    "Recovery writes a checkpoint",
    "At its end a recovery writes what it changed.",
    "The next start need not repeat this work.",
  ),
  recoveryFigures: record(
    "Recovery figures",
    "How long analysis, redo and undo of a database took (message 3421).",
    "A long analysis hints at many small log files, a long redo at rare checkpoints, a long undo at a large open transaction.",
  ),
  allRecovered: record(
    "All databases recovered",
    "The start-up of the server has recovered every database.",
    "The time from the banner to here is how long an outage lasts at least.",
  ),
  recoveryCompleted: record(
    "Recovery completed",
    "Analysis, redo and undo are over (trace flag 3400).",
    "For a snapshot: it can be used from now on.",
  ),
};
