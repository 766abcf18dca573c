/** The two streams: results on stdout, everything else on stderr. */
import type { Failure } from "../contract/result.ts";
import { exitCodeOf } from "./exit-codes.ts";

/** A reader that has seen enough (`| head`) closes the pipe: that is no error of ours. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

export const printResult = (text: string): void => {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
};

export const printNote = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** One message, no stack: what a person can act on. */
export function reportFailure(failure: Failure): void {
  printNote(`error: ${failure.message}`);
  if (failure.detail !== undefined) printNote(failure.detail);
  process.exitCode = exitCodeOf(failure);
}
