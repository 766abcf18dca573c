/** Help for what the ERRORLOG reader recognises, by the kind of the record. */
import type { Message } from "../errorlog/messages.ts";
import type { Term } from "./term.ts";

export type RecordKind = Message["kind"];

const record = (title: string, what: string, reading: string): Term => ({
  title,
  unit: null,
  what,
  reading,
});

const texts: Readonly<Record<RecordKind, Term>> = {
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
  flushCache: record(
    "Checkpoint ended",
    "A checkpoint tells how many buffers it wrote, in how many writes, and how long it took (trace flag 3504).",
    "Buffers divided by writes shows how well neighbours were written together. The record is written at the end, so it began that much earlier.",
  ),
  startingUp: record(
    "Database starts",
    "The snapshot, or a database, begins to start.",
    "For a snapshot its recovery follows.",
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
  recoveryProgress: record(
    "Recovery under way",
    "How much is done, the server's estimate of the rest, and the phase: 2 is redo, 3 is undo.",
    "The first estimate can be wrong by a wide margin; trust it only after some progress.",
  ),
  recoveryCompleted: record(
    "Recovery completed",
    "Analysis, redo and undo are over (trace flag 3400).",
    "For a snapshot: it can be used from now on.",
  ),
  other: record(
    "Not interpreted",
    "Snapscope does not know this message. It is kept and shown as it is.",
    "It counts as not understood in the log's facts.",
  ),
};

export const recordTerms: Readonly<Record<string, Term>> = texts;
export const recordKinds: readonly string[] = Object.keys(texts);
