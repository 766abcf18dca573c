/** Studies in the library's database. One belongs to the process that runs it, until that is gone. */
import type { Database } from "better-sqlite3";
import * as z from "zod";
import { type Study, studySchema } from "../../contract/study.ts";
import { identityOf, isAlive, type ProcessIdentity } from "../process-identity.ts";

export interface StoredStudy {
  readonly study: Study;
  readonly isOwned: boolean;
  readonly isCancelled: boolean;
}

const rowSchema = z.object({
  document: z.string(),
  cancelled_at: z.string().nullable(),
  owner_pid: z.number().nullable(),
  owner_start: z.string().nullable(),
});

const columns = "document, cancelled_at, owner_pid, owner_start";

export class StudyStore {
  readonly #database: Database;
  readonly #self: ProcessIdentity = identityOf(process.pid);

  constructor(database: Database) {
    this.#database = database;
  }

  /** The newest first. */
  list(): StoredStudy[] {
    return this.#database
      .prepare(`SELECT ${columns} FROM studies ORDER BY created_at DESC, id`)
      .all()
      .map(storedOfRow);
  }

  get(id: string): StoredStudy | null {
    const row = this.#database.prepare(`SELECT ${columns} FROM studies WHERE id = ?`).get(id);
    return row === undefined ? null : storedOfRow(row);
  }

  /** A study that nobody runs yet. */
  add(study: Study): void {
    this.#database
      .prepare("INSERT INTO studies (id, created_at, document) VALUES (?, ?, ?)")
      .run(study.id, study.createdUtc, JSON.stringify(study));
  }

  /** Makes it this process's; false: another one runs it, or it is not there. */
  claim(id: string): boolean {
    return this.#database
      .transaction(() => {
        const stored = this.get(id);
        if (stored === null || stored.isOwned) return false;
        this.#database
          .prepare(
            "UPDATE studies SET cancelled_at = NULL, owner_pid = ?, owner_start = ? WHERE id = ?",
          )
          .run(this.#self.pid, this.#self.start, id);
        return true;
      })
      .immediate();
  }

  /** It is nobody's from now on. */
  release(id: string, isCancelled: boolean): void {
    this.#database
      .prepare(
        "UPDATE studies SET cancelled_at = ?, owner_pid = NULL, owner_start = NULL WHERE id = ?",
      )
      .run(isCancelled ? new Date().toISOString() : null, id);
  }

  remove(id: string): void {
    this.#database.prepare("DELETE FROM studies WHERE id = ?").run(id);
  }
}

/** Validated when it was written. */
function storedOfRow(raw: unknown): StoredStudy {
  const row = rowSchema.parse(raw);
  const owner = row.owner_pid === null ? null : { pid: row.owner_pid, start: row.owner_start };
  return {
    study: studySchema.parse(JSON.parse(row.document)),
    isOwned: owner !== null && isAlive(owner),
    isCancelled: row.cancelled_at !== null,
  };
}
