/** What the caller's shell learns: done, the run failed, the input was bad. */
import { assertNever, type Failure } from "../contract/result.ts";

export const exitDone = 0;
export const exitFailed = 1;
export const exitBadInput = 2;

export function exitCodeOf({ code }: Failure): number {
  switch (code) {
    case "badInput":
    case "notFound":
    case "folderRefused":
    case "folderLeftover":
      return exitBadInput;
    case "engineUnavailable":
    case "engineDied":
    case "runFailed":
    case "interrupted":
    case "protocol":
    case "ioError":
      return exitFailed;
    default:
      return assertNever(code);
  }
}
