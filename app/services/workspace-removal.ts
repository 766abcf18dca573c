/**
 * Removes what a run left in its folder: in our own subfolders the files of our own kinds, then the
 * folders that are empty by then, then the marker. Links are never followed, and whatever else lies
 * there stays: a folder that a user mixed with files of his own loses none of them.
 */
import type { Dirent } from "node:fs";
import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { markerName, newMarkerName, subfolders } from "./workspace-marker.ts";

export interface Leftovers {
  readonly files: readonly string[];
  /** What the files take on disk, which for a sparse file is less than its length. */
  readonly bytesOnDisk: number;
  /** Entries of our subfolders that are not ours. */
  readonly foreign: readonly string[];
}

export async function findLeftovers(folder: string): Promise<Leftovers> {
  const files: string[] = [];
  const foreign: string[] = [];
  let bytesOnDisk = 0;
  for (const { name, files: ours } of subfolders) {
    const path = join(folder, name);
    if (!(await isRealFolder(path))) continue;
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const file = join(path, entry.name);
      if (!isOurs(entry, ours)) {
        foreign.push(file);
        continue;
      }
      files.push(file);
      bytesOnDisk += (await lstat(file)).blocks * 512;
    }
  }
  return { files, bytesOnDisk, foreign };
}

const isOurs = (entry: Dirent, names: RegExp) => entry.isFile() && names.test(entry.name);

async function isRealFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}

export async function removeLeftovers(folder: string): Promise<Leftovers> {
  const leftovers = await removeContent(folder);
  // Last, so that a removal that breaks off can be taken up again.
  await unlessGone(unlink(join(folder, newMarkerName)));
  await unlessGone(unlink(join(folder, markerName)));
  return leftovers;
}

/** All but the marker. */
export async function removeContent(folder: string): Promise<Leftovers> {
  const leftovers = await findLeftovers(folder);
  for (const file of leftovers.files) await unlessGone(unlink(file));
  for (const { name } of subfolders) {
    const path = join(folder, name);
    if (await isRealFolder(path)) await unlessKept(rmdir(path));
  }
  return leftovers;
}

/** The engine removes its files too; who is first does not matter. */
export async function unlessGone(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** A folder with foreign entries stays. */
export async function unlessKept(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(code)) throw error;
  }
}
