// One set-up at a time in a checkout: a lock file that names its holder.
// Invariants: the holder rewrites the file's time while it works; a lock whose process is gone, or
// whose time stands still, was left by a crash and is taken over.
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

const staleAfterMs = 60_000;
const heartbeatMs = 5_000;
const pollMs = 200;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Who holds the lock: undefined when nobody does, `stale` when its holder must be gone. */
export function readLock(path, nowMs = Date.now()) {
  try {
    const token = readFileSync(path, "utf8");
    const pid = Number.parseInt(token, 10);
    // An empty file is a holder between creating and writing it: only time tells.
    const gone = token !== "" && !(pid > 0 && isAlive(pid));
    return { token, pid, stale: gone || nowMs - statSync(path).mtimeMs > staleAfterMs };
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Moves a stale lock away; puts it back when it turns out to be somebody's fresh one. */
function removeStale(path, token) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, "utf8") !== token) linkSync(aside, path);
    unlinkSync(aside);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  }
}

function tryTake(path) {
  try {
    writeFileSync(path, `${process.pid} ${Date.now()}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Runs `work` while holding the lock; `onWait(pid)` is called once if another holds it. */
export async function withLock(path, work, onWait = () => undefined) {
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  while (!tryTake(path)) {
    const holder = readLock(path);
    if (holder?.stale) {
      removeStale(path, holder.token);
    } else if (holder !== undefined) {
      if (!told) onWait(holder.pid);
      told = true;
      await pause(pollMs);
    }
  }
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), heartbeatMs);
  const release = () => {
    clearInterval(heartbeat);
    try {
      unlinkSync(path);
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
  };
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}
