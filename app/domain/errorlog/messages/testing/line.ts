/** A message as the product prints it, and what is to be understood. */
import type { Message } from "../message.ts";

export interface Line {
  readonly text: string;
  readonly means: Message;
  /** Number in the error header before it, where the text alone does not tell. */
  readonly error?: number;
}

export const line = (text: string, means: Message): Line => ({ text, means });

export const lineOfError = (error: number, text: string, means: Message): Line => ({
  text,
  means,
  error,
});

/** Looks like a message that is known, and is another. */
export const unknown = (text: string): Line => line(text, { kind: "other" });
