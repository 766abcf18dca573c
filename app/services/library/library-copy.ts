/**
 * A copy of the library as an older version left it, beside it: made before the library is brought to
 * this version, for who wants to go back, or finds that the new version got it wrong.
 */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import SqliteDatabase from "better-sqlite3";

/**
 * Each is as large as the library was. One is of the version before this, the other of the one before
 * that, for who has skipped the last as broken; nobody goes back further.
 */
const copiesKept = 2;

/** The library's own name with the version in it: library.db is copied to library.format-1.db. */
export const copyPath = (library: string, version: number): string =>
  library.replace(/\.db$/, `.format-${version}.db`);

/**
 * Copies what is committed, also while another process writes; the caller holds the lock that keeps others from
 * writing or copying. The copy has its name only once it is whole and on the disk.
 */
export function copyLibrary(library: string, version: number): void {
  const copy = copyPath(library, version);
  const part = `${copy}.part`;
  try {
    rmSync(part, { force: true });
    const source = new SqliteDatabase(library, { readonly: true });
    try {
      source.prepare("VACUUM INTO ?").run(part);
    } finally {
      source.close();
    }
    // VACUUM INTO leaves it to the system when the file reaches the disk.
    const file = openSync(part, "r+");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(part, copy);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Removes all but the newest copies. */
export function removeOldCopies(library: string): void {
  const folder = dirname(library);
  const stem = basename(library, ".db");
  const copies = readdirSync(folder)
    .flatMap((name) => {
      const version = /^(.*)\.format-(\d+)\.db$/.exec(name);
      return version?.[1] === stem ? [{ name, version: Number(version[2]) }] : [];
    })
    .sort((one, other) => other.version - one.version);
  for (const { name } of copies.slice(copiesKept)) rmSync(join(folder, name), { force: true });
}
