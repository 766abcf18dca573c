/** Opens the library's file. What cannot be opened is left as it is, and the message says so. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase, { type Database } from "better-sqlite3";
import { failure, type Result, success } from "../../contract/result.ts";
import { libraryVersion, migrate, versionOf } from "./migrations.ts";

export const libraryFileName = "library.db";

/** Other processes hold the write lock for milliseconds; this long means that one hangs. */
const busyTimeoutMs = 5000;

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
    migrate(database);
    return success(database);
  } catch (error) {
    database?.close();
    return failure("ioError", cannotOpen(path, error));
  }
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
