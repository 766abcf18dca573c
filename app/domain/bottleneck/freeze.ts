/** Whether commits wait for the log, or for the end of a freeze of its writes. */
import { waitPurpose } from "../waits/wait-purpose.ts";
import type { Measured } from "./measured.ts";

/**
 * The log writer waits on DISKIO_SUSPEND while its writes are held; whoever commits then waits for the log, as ever: more
 * and more until these are all users. That makes half of the waits for the log or more.
 */
export function isLogFrozen({ waits, counter, lengthMs }: Measured): boolean {
  const waited = (purpose: "freeze" | "log") =>
    waits.reduce(
      (sum, { waitType, waitMs }) => (waitPurpose(waitType) === purpose ? sum + waitMs : sum),
      0,
    );
  const heldMs = Math.min(waited("freeze"), lengthMs);
  const comeMeanwhile = (counter("transactionsPerSecond") / 1000) * heldMs;
  const waiting = Math.min(counter("userConnections"), comeMeanwhile / 2);
  return heldMs > 0 && heldMs * waiting >= waited("log") / 2;
}
