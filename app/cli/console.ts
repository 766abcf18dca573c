/**
 * The two streams of a call and its exit code: results on stdout, everything else on stderr. What is
 * printed may come from any file.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Writable } from "node:stream";
import type { Failure } from "../contract/result.ts";
import { exitCodeOf, exitDone } from "./exit-codes.ts";
import { terminalText } from "./text/terminal-text.ts";

export type OutputStream = Writable & { readonly isTTY?: boolean };

export interface OutputStreams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

interface Call extends OutputStreams {
  exitCode: number;
}

/** A process of the command line has one call; tests have several in theirs, also at a time. */
const calls = new AsyncLocalStorage<Call>();

function call(): Call {
  const found = calls.getStore();
  if (found === undefined) throw new Error("no call of the command line is under way here");
  return found;
}

/** Does `work` with these streams as its own; returns the exit code that it set last, or 0. */
export async function withOutput(
  { stdout, stderr }: OutputStreams,
  work: () => Promise<void>,
): Promise<number> {
  const own: Call = { stdout, stderr, exitCode: exitDone };
  await calls.run(own, work);
  return own.exitCode;
}

export const outputStreams = (): OutputStreams => call();

export function setExitCode(code: number): void {
  call().exitCode = code;
}

export const printResult = (text: string): void => {
  const safe = terminalText(text);
  call().stdout.write(safe.endsWith("\n") ? safe : `${safe}\n`);
};

export const printNote = (text: string): void => {
  call().stderr.write(`${terminalText(text)}\n`);
};

/** One message, no stack: what a person can act on. */
export function reportFailure(failure: Failure): void {
  printNote(`error: ${failure.message}`);
  if (failure.detail !== undefined) printNote(failure.detail);
  setExitCode(exitCodeOf(failure));
}
