/** The captures that are kept: their rows in the library, and the files that were copied into it. */
import { rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import * as z from "zod";
import { fileKinds } from "../../contract/capture.ts";
import type { CaptureEntry } from "../../contract/rpc/captures.ts";
import { foldersIn } from "../folders-in.ts";

const keptFileSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(fileKinds),
  bytes: z.number(),
  /** In the capture's folder; null: it is only referred to. */
  kept: z.string().nullable(),
  path: z.string().nullable(),
  modifiedMs: z.number(),
});
export type KeptFile = z.infer<typeof keptFileSchema>;

export interface KeptCapture {
  readonly id: string;
  /** One identity for the same files, whenever and from wherever they are opened. */
  readonly identity: string;
  readonly openedAt: string;
  readonly records: number | null;
  readonly files: readonly KeptFile[];
}

interface Row extends Omit<KeptCapture, "files"> {
  readonly files: string;
}

const columns = "id, identity, opened_at AS openedAt, records, files";
/** A folder without a row is of another process that is opening it, unless it has become old. */
const abandonedAfterMs = 24 * 3600 * 1000;

export const capturesFolder = (dataFolder: string): string => join(dataFolder, "captures");

export class CaptureStore {
  readonly #database: Database;
  readonly #folder: string;

  constructor(database: Database) {
    this.#database = database;
    this.#folder = capturesFolder(dirname(database.name));
  }

  /** The path of the library's file. */
  get path(): string {
    return this.#database.name;
  }

  folderOf(id: string): string {
    return join(this.#folder, id);
  }

  list(): KeptCapture[] {
    const rows = this.#database
      .prepare(`SELECT ${columns} FROM captures ORDER BY opened_at DESC`)
      .all();
    return rows.map(fromRow);
  }

  get(id: string): KeptCapture | null {
    const row = this.#database.prepare(`SELECT ${columns} FROM captures WHERE id = ?`).get(id);
    return row === undefined ? null : fromRow(row);
  }

  /** The capture of the same files, which has been opened once more by this. */
  reopened(identity: string, openedAt: string): KeptCapture | null {
    const row = this.#database
      .prepare(`UPDATE captures SET opened_at = ? WHERE identity = ? RETURNING ${columns}`)
      .get(openedAt, identity);
    return row === undefined ? null : fromRow(row);
  }

  add({ id, identity, openedAt, records, files }: KeptCapture): void {
    this.#database
      .prepare(
        "INSERT INTO captures (id, identity, opened_at, records, files) VALUES (?, ?, ?, ?, ?)",
      )
      .run(id, identity, openedAt, records, JSON.stringify(files));
  }

  setRecords(id: string, records: number): void {
    this.#database.prepare("UPDATE captures SET records = ? WHERE id = ?").run(records, id);
  }

  /** False: there was none. */
  remove(id: string): boolean {
    const { changes } = this.#database.prepare("DELETE FROM captures WHERE id = ?").run(id);
    this.removeFiles(id);
    return changes > 0;
  }

  removeFiles(id: string): void {
    rmSync(this.folderOf(id), { recursive: true, force: true });
  }

  /** Folders that a killed process left before their capture was written down. */
  removeAbandoned(now = Date.now()): void {
    const known = new Set(this.list().map(({ id }) => id));
    for (const name of foldersIn(this.#folder)) {
      if (known.has(name)) continue;
      const { mtimeMs } = statSync(join(this.#folder, name));
      if (now - mtimeMs > abandonedAfterMs) this.removeFiles(name);
    }
  }
}

function fromRow(row: unknown): KeptCapture {
  const { files, ...rest } = row as Row;
  return { ...rest, files: z.array(keptFileSchema).parse(JSON.parse(files)) };
}

export function entryOf({ id, openedAt, records, files }: KeptCapture): CaptureEntry {
  const [first] = files;
  const more = files.length > 1 ? ` and ${files.length - 1} more` : "";
  return {
    id,
    title: `${first?.name ?? ""}${more}`,
    openedAt,
    files: files.map(({ name, kind, bytes }) => ({ name, kind, bytes })),
    records,
  };
}
