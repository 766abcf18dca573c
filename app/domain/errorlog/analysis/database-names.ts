/**
 * Names of databases by their id. Many messages tell only the id; others, such as those of
 * recovery, tell both. Ids are given anew after a drop, so the latest name counts.
 */
import type { LogEvent } from "../events.ts";
import type { MessageKind } from "../messages/message.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";

/** These four have the same id on every server; 32767 holds the product's own objects. */
const systemNames: readonly (readonly [number, string])[] = [
  [1, "master"],
  [2, "tempdb"],
  [3, "model"],
  [4, "msdb"],
  [32_767, "mssqlsystemresource"],
];

export class DatabaseNames {
  readonly #names = new RecentMap<number, string>(maxFollowedDatabases);

  static readonly kinds: readonly MessageKind[] = [
    "recoveryStarting",
    "analysisStarting",
    "analysisProgress",
    "redoStarting",
    "recoveryEstimate",
    "recoveryProgress",
    "recoveryCompleted",
    "rolledForward",
    "rolledBack",
    "recoveryCheckpoint",
    "recoveryFigures",
    "longIo",
  ];

  constructor() {
    for (const [id, name] of systemNames) this.#names.set(id, name);
  }

  take(event: LogEvent): void {
    if (!("databaseId" in event && "database" in event)) return;
    if (event.databaseId !== null && event.database !== null) {
      this.#names.set(event.databaseId, event.database);
    }
  }

  nameOf(id: number | null): string | null {
    return id === null ? null : (this.#names.get(id) ?? null);
  }
}
