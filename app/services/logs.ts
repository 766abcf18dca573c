/** Opened ERRORLOGs. They are kept as the bytes they came in: a better reader reads them again. */
import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Database } from "better-sqlite3";
import { failure, type Result, success } from "../contract/result.ts";
import type { LogEntry, LogsService, OpenedLog } from "../contract/rpc/services.ts";
import { type ImportedLog, readErrorlog } from "../domain/errorlog/read-errorlog.ts";
import { cannotWrite } from "./library/open-database.ts";
import { sampleLogPath } from "./project-paths.ts";

interface StoredLog {
  readonly id: string;
  readonly fileName: string;
  readonly openedAt: string;
  readonly bytes: Uint8Array;
}

/** Above what the wire lets through, so that what was kept can always be read. */
const maxLogBytes = 1024 * 1024 * 1024;

export class Logs implements LogsService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(): Promise<readonly LogEntry[]> {
    return this.#database
      .prepare(
        `SELECT id, file_name AS fileName, opened_at AS openedAt, records, size AS bytes
         FROM logs ORDER BY opened_at DESC`,
      )
      .all() as LogEntry[];
  }

  async open(fileName: string, bytes: Uint8Array): Promise<Result<OpenedLog>> {
    const log = readErrorlog(bytes, fileName);
    if (!log.ok) return log;
    const openedAt = new Date().toISOString();
    try {
      const id = this.#keep(fileName, openedAt, log.value.source.records, bytes);
      return success(toOpened({ id, fileName, openedAt }, log.value));
    } catch (error) {
      return failure("ioError", cannotWrite(this.#database.name, error));
    }
  }

  async openSample(): Promise<Result<OpenedLog>> {
    return this.open(basename(sampleLogPath), await readFile(sampleLogPath));
  }

  async get(id: string): Promise<Result<OpenedLog>> {
    const stored = this.#database
      .prepare(
        "SELECT id, file_name AS fileName, opened_at AS openedAt, bytes FROM logs WHERE id = ?",
      )
      .get(id) as StoredLog | undefined;
    if (stored === undefined) return noSuchLog(id);
    const bytes = inflateRawSync(stored.bytes, { maxOutputLength: maxLogBytes });
    const log = readErrorlog(bytes, stored.fileName);
    return log.ok ? success(toOpened(stored, log.value)) : log;
  }

  async remove(id: string): Promise<Result<null>> {
    const { changes } = this.#database.prepare("DELETE FROM logs WHERE id = ?").run(id);
    return changes === 0 ? noSuchLog(id) : success(null);
  }

  /** The same file opened again is the same log. */
  #keep(fileName: string, openedAt: string, records: number, bytes: Uint8Array): string {
    const row = this.#database
      .prepare(
        `INSERT INTO logs (id, file_name, opened_at, records, size, digest, bytes)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (file_name, digest) DO UPDATE SET opened_at = excluded.opened_at
         RETURNING id`,
      )
      .get(
        randomUUID(),
        fileName,
        openedAt,
        records,
        bytes.byteLength,
        createHash("sha256").update(bytes).digest("hex"),
        deflateRawSync(bytes),
      ) as { readonly id: string };
    return row.id;
  }
}

const noSuchLog = (id: string) =>
  failure("notFound", `log ${id}: is not kept any more; open its file again`);

function toOpened(stored: Omit<StoredLog, "bytes">, log: ImportedLog): OpenedLog {
  const { id, fileName, openedAt } = stored;
  const { source, origin, events, phases, snapshots } = log;
  return {
    id,
    fileName,
    openedAt,
    source,
    origin,
    rows: events.map(({ line, atMs, source, text, kind }) => ({ line, atMs, source, text, kind })),
    phases,
    snapshots,
  };
}
