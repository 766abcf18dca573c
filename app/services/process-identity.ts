/** Telling whether the process that left a mark is still there, although ids are used again. */
import { readFileSync } from "node:fs";

export interface ProcessIdentity {
  readonly pid: number;
  /** Start of the process as the system counts it; null where that is not cheap to know. */
  readonly start: string | null;
}

export const identityOf = (pid: number): ProcessIdentity => ({ pid, start: processStart(pid) });

export function isAlive({ pid, start }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = processStart(pid);
  return start === null || now === null || start === now;
}

/** Field 22 of /proc/PID/stat; the command's name before it may hold blanks and parentheses. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
