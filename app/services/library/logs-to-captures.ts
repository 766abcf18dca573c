/**
 * Step 2 of the library: logs that were kept as bytes in a table become captures, whose files lie in a
 * folder beside the library. The files are written before the step is: one that breaks off leaves the
 * table, and the next one writes them again.
 */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inflateRawSync } from "node:zlib";
import type { Database } from "better-sqlite3";

interface KeptLog {
  readonly id: string;
  readonly fileName: string;
  readonly openedAt: string;
  readonly size: number;
  readonly digest: string;
}

/** Above what such a log could have had. */
const maxLogBytes = 1024 * 1024 * 1024;

export function moveLogsToCaptures(database: Database): void {
  const folder = join(dirname(database.name), "captures");
  const logs = database
    .prepare(
      "SELECT id, file_name AS fileName, opened_at AS openedAt, size, digest FROM logs ORDER BY opened_at",
    )
    .all() as KeptLog[];
  const bytesOf = database.prepare("SELECT bytes FROM logs WHERE id = ?").pluck();
  const add = database.prepare(
    "INSERT INTO captures (id, identity, opened_at, records, files) VALUES (?, ?, ?, NULL, ?)",
  );
  for (const { id, fileName, openedAt, size, digest } of logs) {
    // One at a time: a library may hold many, and each may be large.
    const packed = bytesOf.get(id) as Uint8Array;
    keep(join(folder, id), inflateRawSync(packed, { maxOutputLength: maxLogBytes }));
    const file = { name: fileName, kind: "errorlog", bytes: size, kept: "0", path: null };
    add.run(
      id,
      identityOf(fileName, digest),
      openedAt,
      JSON.stringify([{ ...file, modifiedMs: 0 }]),
    );
  }
  database.exec("DROP TABLE logs");
}

function keep(folder: string, bytes: Uint8Array): void {
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, "0"), "w");
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The identity that captures of one file had when this step was written. */
const identityOf = (name: string, digest: string): string =>
  createHash("sha256")
    .update(JSON.stringify([name, digest]))
    .digest("hex");
