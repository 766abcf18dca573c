// Programs for Windows on this machine, by wine.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Calls `use` with the environment in which `wine PROGRAM` runs one, and gives its result. Wine's
 * own files are in a folder that is new, so that those of no other version are met.
 */
export async function withWine(use) {
  const prefix = mkdtempSync(join(tmpdir(), "snapscope-wine-"));
  const env = { ...process.env, WINEPREFIX: prefix, WINEDEBUG: "-all" };
  try {
    return await use(env);
  } finally {
    // Its server outlives the last program for a moment, and writes there.
    spawnSync("wineserver", ["--wait"], { env });
    rmSync(prefix, { recursive: true, force: true });
  }
}

/** How a program under wine names a file of this machine. */
export const windowsPath = (path) => `Z:${path}`;
