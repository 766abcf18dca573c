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
  id: z.string(),
  document: z.string(),
  cancelled_at: z.string().nullable(),
  owner_pid: z.number().nullable(),
  owner_start: z.string().nullable(),
});

const columns = "id, document, cancelled_at, owner_pid, owner_start";

export class StudyStore {
  readonly #database: Database;
  /** By id, as they were read last: of thousands of points that takes longer than all else that is asked of them. */
  readonly #read = new Map<string, { readonly document: string; readonly study: Study }>();
  readonly #self: ProcessIdentity = identityOf(process.pid);

  constructor(database: Database) {
    this.#database = database;
  }

  /** The newest first. */
  list(): StoredStudy[] {
    return this.#database
      .prepare(`SELECT ${columns} FROM studies ORDER BY created_at DESC, id`)
      .all()
      .map((row) => this.#storedOf(row));
  }

  get(id: string): StoredStudy | null {
    const row = this.#database.prepare(`SELECT ${columns} FROM studies WHERE id = ?`).get(id);
    return row === undefined ? null : this.#storedOf(row);
  }

  /** A study that nobody runs yet. */
  add(study: Study): void {
    this.#database
      .prepare("INSERT INTO studies (id, created_at, document) VALUES (?, ?, ?)")
      .run(study.id, study.createdUtc, JSON.stringify(study));
  }

  /** In place of what it was. */
  replace(study: Study): void {
    this.#database
      .prepare("UPDATE studies SET document = ? WHERE id = ?")
      .run(JSON.stringify(study), study.id);
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
    this.#read.delete(id);
  }

  /** Validated when it was written. */
  #storedOf(raw: unknown): StoredStudy {
    const row = rowSchema.parse(raw);
    const owner = row.owner_pid === null ? null : { pid: row.owner_pid, start: row.owner_start };
    return {
      study: this.#studyOf(row),
      isOwned: owner !== null && isAlive(owner),
      isCancelled: row.cancelled_at !== null,
    };
  }

  #studyOf({ id, document }: z.infer<typeof rowSchema>): Study {
    const known = this.#read.get(id);
    if (known?.document === document) return known.study;
    const study = studySchema.parse(JSON.parse(document));
    this.#read.set(id, { document, study });
    return study;
  }
}
