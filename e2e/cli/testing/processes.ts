/** Processes of a run, seen from outside: by the mark in their environment, or by the run's own file. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Live processes with the environment variable `mark`; only Linux tells. */
export function processesMarked(mark: string): number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => readQuietly(`/proc/${pid}/environ`).split("\0").includes(`${mark}=1`));
}

/** Another process may end between two looks at it. */
function readQuietly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The engine's process id, as the run notes it in its folder. */
export function enginePidOf(folder: string): number {
  const text = readFileSync(join(folder, "snapscope-run.json"), "utf8");
  const { engine } = JSON.parse(text) as { engine: { pid: number } | null };
  if (engine === null) throw new Error("the run has noted no engine process");
  return engine.pid;
}

/** A process that is ending has no environment any more, but still its files. */
const isAlive = (pid: number): boolean => {
  const state = /\) (\S)/.exec(readQuietly(`/proc/${pid}/stat`))?.[1];
  return state !== undefined && state !== "Z" && state !== "X";
};

/**
 * Nobody tells when a process of others dies: looks again until `deadlineMs` have passed. `killed`: those
 * that were marked before they were killed.
 */
export async function gone(
  mark: string,
  killed: readonly number[] = [],
  deadlineMs = 5000,
): Promise<boolean> {
  const endMs = performance.now() + deadlineMs;
  while (processesMarked(mark).length > 0 || killed.some(isAlive)) {
    if (performance.now() > endMs) return false;
    await pause(20);
  }
  return true;
}
