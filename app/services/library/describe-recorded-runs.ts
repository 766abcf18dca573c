/**
 * Step 4 of the library: runs of earlier versions get what the list tells of one since then, as far as
 * scenario and summary say it: the device, and how long the first creation took. A run that cannot be
 * read keeps its row without them: no list is worth more than what it lists.
 */
import { inflateRawSync } from "node:zlib";
import type { Database } from "better-sqlite3";
import type { Scenario } from "../../contract/scenario.ts";
import type { Summary } from "../../contract/summary.ts";
import { describeStorage } from "../../domain/storage-text.ts";

interface RecordedRow {
  readonly key: number;
  readonly scenario: string;
  readonly summary: Uint8Array | null;
}

export function describeRecordedRuns(database: Database): void {
  const keys = database.prepare("SELECT key FROM runs").pluck().all() as number[];
  // One at a time: a summary may be large, and there may be many.
  const row = database.prepare("SELECT key, scenario, summary FROM runs WHERE key = ?");
  const keepDevice = database.prepare("UPDATE runs SET device = ? WHERE key = ?");
  const keepCreation = database.prepare("UPDATE runs SET creation_ms = ? WHERE key = ?");
  for (const key of keys) {
    const { scenario: text, summary } = row.get(key) as RecordedRow;
    try {
      const scenario = JSON.parse(text) as Scenario;
      keepDevice.run(describeStorage(scenario), key);
      if (summary === null) continue;
      const { snapshots } = JSON.parse(inflateRawSync(summary).toString("utf8")) as Summary;
      const created = snapshots.find(({ createdMs }) => createdMs !== null);
      keepCreation.run(created?.createdMs ?? null, key);
    } catch {
      // Its details will say what is wrong with it.
    }
  }
}
