/** One creation of a snapshot, as its messages are followed. */
import type { Evidence } from "../../../contract/capture.ts";
import type { Phase } from "../../../contract/phase.ts";
import type { RecoveryTrace } from "./recovery-trace.ts";

/** What the log says of one creation; what it does not say stays null. */
export interface Creation {
  snapshot: string | null;
  /** Its first record. */
  readonly begun: Evidence;
  readonly source: string;
  readonly files: string[];
  readonly filesStartMs: number;
  filesEndMs: number | null;
  /** Their `snapshot` is filled in at the end: it is not known when they are logged. */
  readonly checkpoints: Phase[];
  openedMs: number | null;
  openedFiles: number;
  startupMs: number | null;
  readonly recovery: RecoveryTrace;
  /** What looked like a creation and is an ordinary database's: a snapshot has no log file. */
  ordinary: boolean;
  /** The server ended before it was complete. */
  abandoned: boolean;
}
