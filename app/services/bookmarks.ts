/** Bookmarks of recordings, as the settings of the library have them: an interface puts them there, reports and files of runs read them. */
import type { Database } from "better-sqlite3";
import { type Bookmark, bookmarksSchema } from "../contract/bookmarks.ts";
import type { RecordingRef } from "../contract/rpc/recordings.ts";
import type { SettingsService } from "../contract/rpc/services.ts";
import { bookmarksKey, bookmarksPrefix } from "../domain/bookmarks.ts";

/** What the settings have of a recording. */
export const keptBookmarks = async (
  settings: Pick<SettingsService, "all">,
  recording: RecordingRef,
): Promise<readonly Bookmark[]> => understood((await settings.all())[bookmarksKey(recording)]);

function understood(kept: unknown): readonly Bookmark[] {
  const read = bookmarksSchema.safeParse(kept);
  return read.success ? read.data : [];
}

export class BookmarkStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** In order of time; what this version does not understand is not there. */
  of(recording: RecordingRef): readonly Bookmark[] {
    const row = this.#database
      .prepare("SELECT value FROM settings WHERE key = ?")
      .get(bookmarksKey(recording)) as { readonly value: string } | undefined;
    return row === undefined ? [] : understood(JSON.parse(row.value));
  }

  /** Those of a run that comes in from a file. */
  bring(runId: string, bookmarks: readonly Bookmark[]): void {
    if (bookmarks.length === 0) return;
    this.#database
      .prepare(
        `INSERT INTO settings (key, value) VALUES (?, ?)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      )
      .run(bookmarksKey({ kind: "run", id: runId }), JSON.stringify(bookmarks));
  }

  /** Until a run or a capture is deleted for good, its bookmarks come back with it. */
  forgetThoseOfTheGone(): void {
    this.#database
      .prepare(
        `DELETE FROM settings WHERE substr(key, 1, length(:prefix)) = :prefix AND key NOT IN
           (SELECT :prefix || 'run:' || id FROM runs UNION SELECT :prefix || 'capture:' || id FROM captures)`,
      )
      .run({ prefix: bookmarksPrefix });
  }
}
