/** Opens the library's file. What cannot be opened is left as it is, and the message says so. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase, { type Database } from "better-sqlite3";
import { failure, type Result, success } from "../../contract/result.ts";
import { copyLibrary, copyPath, removeOldCopies } from "./library-copy.ts";
import { libraryVersion, migrate, versionOf } from "./migrations.ts";

export const libraryFileName = "library.db";

/** Other processes hold the write lock for milliseconds; this long means that one hangs. */
const busyTimeoutMs = 5000;
/** But who copies and brings up to date a library of gigabytes. */
const migrationPatienceMs = 120_000;

export function openDatabase(folder: string): Result<Database> {
  const path = join(folder, libraryFileName);
  let database: Database | null = null;
  try {
    mkdirSync(folder, { recursive: true });
    const isNew = !existsSync(path);
    database = new SqliteDatabase(path, { timeout: busyTimeoutMs });
    // Takes effect before the first table only; lets a purge give its space back in steps.
    if (isNew) database.pragma("auto_vacuum = INCREMENTAL");
    // Reads the header, so that a file that is no database is refused before anything is written.
    const version = versionOf(database);
    if (version > libraryVersion) {
      database.close();
      return failure("ioError", tooNew(path, version));
    }
    database.pragma("journal_mode = WAL");
    // A killed process loses nothing; a power cut may lose the last moments, never the library.
    database.pragma("synchronous = NORMAL");
    database.pragma("foreign_keys = ON");
    const problem = bringUpToDate(database, version);
    if (problem !== null) {
      database.close();
      return problem;
    }
    return success(database);
  } catch (error) {
    database?.close();
    return failure("ioError", cannotOpen(path, error));
  }
}

/** With a copy of what was there before; a library that is being made has nothing to copy. */
function bringUpToDate(database: Database, version: number) {
  if (version === libraryVersion) return null;
  const path = database.name;
  let copied = version === 0;
  database.pragma(`busy_timeout = ${migrationPatienceMs}`);
  try {
    migrate(database, (found) => {
      if (found > 0) copyLibrary(path, found);
      copied = true;
    });
  } catch (error) {
    const locked = (error as { code?: unknown }).code === "SQLITE_BUSY";
    if (version === 0 || locked) throw error;
    return failure("ioError", notMigrated(path, version, copied, error));
  }
  database.pragma(`busy_timeout = ${busyTimeoutMs}`);
  removeOldCopies(path);
  return null;
}

function notMigrated(path: string, version: number, copied: boolean, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const copy = copyPath(path, version);
  return copied
    ? `${path}: the run library could not be brought from format ${version} to ${libraryVersion} ` +
        `(${reason}). It is as it was, and a copy of it is ${copy}: go on with the version of ` +
        "Snapscope that you had, or set SNAPSCOPE_DATA to another folder"
    : `${path}: the run library has format ${version} and is copied before it is brought to ` +
        `${libraryVersion}, but no copy can be made at ${copy} (${reason}). Nothing was changed: make ` +
        "room for another file of its size, or set SNAPSCOPE_DATA to a folder that has some";
}

const tooNew = (path: string, version: number) =>
  `${path}: the run library has format ${version}, and this version of Snapscope knows up to ` +
  `${libraryVersion}; update Snapscope, or set SNAPSCOPE_DATA to another folder. Nothing was changed`;

function cannotOpen(path: string, error: unknown): string {
  const code = (error as { code?: unknown }).code;
  const reason = error instanceof Error ? error.message : String(error);
  if (code === "SQLITE_NOTADB" || code === "SQLITE_CORRUPT") {
    return (
      `${path}: is damaged or is no run library (${reason}). Nothing was changed: bring it back ` +
      "from a backup, or move it elsewhere to start with an empty library"
    );
  }
  return (
    `${path}: the run library cannot be opened (${reason}); ` +
    "make its folder writable, or set SNAPSCOPE_DATA to another one"
  );
}

/** For writes that fail while a run is recorded: a full disk, mostly. */
export const cannotWrite = (path: string, error: unknown): string =>
  `${path}: the run library cannot be written ` +
  `(${error instanceof Error ? error.message : String(error)}); ` +
  "free some space, or set SNAPSCOPE_DATA to a folder that has some";
