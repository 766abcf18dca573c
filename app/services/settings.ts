/** What a UI wants to find again: values as JSON, by key. */
import type { Database } from "better-sqlite3";
import { failure, type Result, success } from "../contract/result.ts";
import type { SettingsService } from "../contract/rpc/services.ts";
import { cannotWrite } from "./library/open-database.ts";

const maxValueBytes = 1024 * 1024;

export class Settings implements SettingsService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<Readonly<Record<string, unknown>>> {
    const rows = this.#database.prepare("SELECT key, value FROM settings").all() as {
      readonly key: string;
      readonly value: string;
    }[];
    return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
  }

  /** A value of undefined takes the key away. */
  async put(key: string, value: unknown): Promise<Result<null>> {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined && Buffer.byteLength(text) > maxValueBytes) {
      return failure(
        "badInput",
        `setting ${key}: takes ${Buffer.byteLength(text)} bytes; allowed: at most ${maxValueBytes}`,
      );
    }
    try {
      if (text === undefined) {
        this.#database.prepare("DELETE FROM settings WHERE key = ?").run(key);
      } else {
        this.#database
          .prepare(
            `INSERT INTO settings (key, value) VALUES (?, ?)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
          )
          .run(key, text);
      }
      return success(null);
    } catch (error) {
      return failure("ioError", cannotWrite(this.#database.name, error));
    }
  }
}
