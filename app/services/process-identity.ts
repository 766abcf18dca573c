/** Telling whether the process that left a mark is still there, although ids are used again. */
import { readFileSync } from "node:fs";

export interface ProcessIdentity {
  readonly pid: number;
  /** Start of the process as the system counts it; null where that is not cheap to know. */
  readonly start: string | null;
}

export const identityOf = (pid: number): ProcessIdentity => ({
  pid,
  start: processStatus(pid)?.start ?? null,
});

export function isAlive({ pid, start }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = processStatus(pid);
  if (now === null) return true;
  return !now.ended && (start === null || start === now.start);
}

interface ProcessStatus {
  /** It runs no more, but its parent has not asked for its exit code, and may never do so. */
  readonly ended: boolean;
  readonly start: string | null;
}

/** Fields 3 and 22 of /proc/PID/stat; the command's name before them may hold blanks and parentheses. */
function processStatus(pid: number): ProcessStatus | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { ended: ["Z", "X"].includes(fields[0] ?? ""), start: fields[19] ?? null };
  } catch {
    return null;
  }
}
