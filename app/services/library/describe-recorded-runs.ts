/**
 * Step 4 of the library: runs of earlier versions get what the list tells of one since then, the device
 * and what the first creation cost. A run that cannot be read keeps its row without them: no list is
 * worth more than what it lists.
 */
import { inflateRawSync } from "node:zlib";
import type { Database } from "better-sqlite3";
import type { RunEvent } from "../../contract/events.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Summary } from "../../contract/summary.ts";
import { CreationWatch } from "../../domain/creation-cost.ts";
import { describeStorage } from "../../domain/storage-text.ts";
import { costOfCreation } from "./creation-costs.ts";

interface RecordedRow {
  readonly key: number;
  readonly engineMs: number;
  readonly scenario: string;
  readonly summary: Uint8Array | null;
}

interface BatchRow {
  readonly fromMs: number;
  readonly packed: Uint8Array;
}

export function describeRecordedRuns(database: Database): void {
  const keys = database.prepare("SELECT key FROM runs").pluck().all() as number[];
  // One at a time: a summary may be large, and there may be many.
  const row = database.prepare(
    "SELECT key, engine_ms AS engineMs, scenario, summary FROM runs WHERE key = ?",
  );
  const keepDevice = database.prepare("UPDATE runs SET device = ? WHERE key = ?");
  const keepCost = database.prepare(
    "UPDATE runs SET creation_ms = ?, p99_before_ms = ?, p99_after_ms = ? WHERE key = ?",
  );
  const batches = database.prepare(
    `SELECT from_ms AS fromMs, bytes AS packed FROM batches
     WHERE run = ? AND to_ms >= ? AND from_ms <= ? ORDER BY seq`,
  );
  for (const key of keys) {
    const { engineMs, scenario: text, summary } = row.get(key) as RecordedRow;
    try {
      const scenario = JSON.parse(text) as Scenario;
      keepDevice.run(describeStorage(scenario), key);
      if (summary === null) continue;
      const { creationMs, p99BeforeMs, p99AfterMs } = costOfCreation(watchOf(summary), {
        warmupMs: scenario.warmupSeconds * 1000,
        endMs: engineMs,
        sampleIntervalMs: scenario.sampleIntervalMs,
        batchesIn: ({ startMs, endMs }) => batches.all(key, startMs, endMs) as BatchRow[],
      });
      keepCost.run(creationMs, p99BeforeMs, p99AfterMs, key);
    } catch {
      // Its details will say what is wrong with it.
    }
  }
}

/** From what the summary tells of the events: all of every recording would take long to read. */
function watchOf(packed: Uint8Array): CreationWatch {
  const summary = JSON.parse(inflateRawSync(packed).toString("utf8")) as Summary;
  const watch = new CreationWatch();
  watch.take(summary.phases.map((phase): RunEvent => ({ ...phase, kind: "phase" })));
  watch.take(
    (summary.timeline ?? []).flatMap(({ firedMs, command }): RunEvent[] =>
      firedMs === null
        ? []
        : [{ kind: "command", atNs: firedMs * 1e6, command, outcome: "applied" }],
    ),
  );
  watch.take(
    summary.scenario.commands.map(
      ({ atNs, command }): RunEvent => ({ kind: "command", atNs, command, outcome: "applied" }),
    ),
  );
  return watch;
}
