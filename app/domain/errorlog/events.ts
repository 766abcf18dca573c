/** A record of the log with its meaning, on the time axis of the log. */
import type { Message } from "./messages.ts";

interface Place {
  /** Number of the record's first line, from 1. */
  readonly line: number;
  /** Milliseconds from origin; may step back where the server's clock did. */
  readonly atMs: number;
  readonly source: string;
  /** The message with its continuation lines. */
  readonly text: string;
}

export type LogEvent = Place & Message;
