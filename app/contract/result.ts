/**
 * How expected failures cross a boundary. Exceptions are for bugs; what a caller can react to, or a
 * person must read, travels as a value, because process edges keep nothing else of an Error.
 */

export const errorCodes = [
  "badInput", // a scenario, command, file or flag that the contract refuses
  "notFound", // a preset or file that is not there
  "folderRefused", // a folder that a real run must not use
  "folderLeftover", // a folder that holds what an interrupted run left
  "engineUnavailable", // the native addon is missing or cannot be loaded
  "engineDied", // the engine process ended before the run did
  "runFailed", // the engine itself ended the run, with a reason of its own
  "interrupted", // the program ended before its run did
  "protocol", // the two ends of a transport disagree
  "ioError", // the operating system refused a read or a write
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface Failure {
  readonly code: ErrorCode;
  /** One sentence for a person: what, where, and what would be allowed. */
  readonly message: string;
  /** More for who has to find the cause, such as the last lines of a process that died. */
  readonly detail?: string;
}

export interface Failed {
  readonly ok: false;
  readonly error: Failure;
}

export type Result<T> = { readonly ok: true; readonly value: T } | Failed;

export const success = <T>(value: T): Result<T> => ({ ok: true, value });

export const failure = (code: ErrorCode, message: string, detail?: string): Failed => ({
  ok: false,
  error: detail === undefined ? { code, message } : { code, message, detail },
});

/** Ends an exhaustive switch: a new case that nobody handles fails to compile. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
