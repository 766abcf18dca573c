/**
 * Names that are known to be snapshots' and not databases'. Without trace flag 1810 nothing in the
 * start of a snapshot says what it is; messages that come hours later do.
 */
import type { Message, MessageKind } from "../messages/message.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";

export class SnapshotNames {
  static readonly kinds: readonly MessageKind[] = ["snapshotSuspect", "reverting"];

  readonly #names = new RecentMap<string, true>(maxFollowedDatabases);

  take(message: Message): void {
    if (message.kind === "snapshotSuspect" || message.kind === "reverting") {
      this.add(message.snapshot);
    }
  }

  add(name: string | null): void {
    if (name !== null && name !== "") this.#names.set(name, true);
  }

  has(name: string): boolean {
    return this.#names.get(name) === true;
  }
}
