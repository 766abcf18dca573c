/** A record of a log with its meaning, on the time axis of its capture. */
import type { Message } from "./messages/message.ts";

/** "Error: 5128, Severity: 17, State: 2.": said in the record before the text that explains it. */
export interface ErrorNumbers {
  readonly number: number;
  readonly severity: number;
  readonly state: number;
}

export interface EventPlace {
  /** Position of its file in the capture; `file` is a path that some messages name. */
  readonly fileIndex: number;
  /** Position among all records of the capture. */
  readonly record: number;
  /** Number of the record's first line in its file, from 1. */
  readonly line: number;
  /** Milliseconds from origin; may step back where the server's clock did. */
  readonly atMs: number;
  /** Who wrote it: "spid51", "Server", "Logon", ...; a system session ends in "s". */
  readonly source: string;
  /** The message with its continuation lines. */
  readonly text: string;
  /** Numbers of the error that the record explains. */
  readonly error: ErrorNumbers | null;
}

export type LogEvent = EventPlace & Message;
