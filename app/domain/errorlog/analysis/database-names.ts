/**
 * Names of databases by their id. Many messages tell only the id; others, such as those of
 * recovery, tell both. Ids are given anew after a drop, so the latest name counts.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { Message, MessageKind } from "../messages/message.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";
import { recoveryKinds } from "./recovery-trace.ts";

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

  static readonly kinds: readonly MessageKind[] = [...recoveryKinds, "longIo"];

  constructor() {
    for (const [id, name] of systemNames) this.#names.set(id, name);
  }

  take(message: Message): void {
    if (!("databaseId" in message && "database" in message)) return;
    if (message.databaseId !== null && message.database !== null) {
      this.#names.set(message.databaseId, message.database);
    }
  }

  nameOf(id: number | null): string | null {
    return id === null ? null : (this.#names.get(id) ?? null);
  }

  /** Phases that tell only an id, with the name that was told later. */
  fill(phases: readonly Phase[]): readonly Phase[] {
    return phases.map((phase) => {
      const { databaseId } = phase.figures;
      if (typeof databaseId !== "number" || typeof phase.database === "string") return phase;
      const database = this.nameOf(databaseId);
      // A copy: should the id be given anew before it is asked for again, the phase still has none.
      return database === null ? phase : { ...phase, database };
    });
  }
}
