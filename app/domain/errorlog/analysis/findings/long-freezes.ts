import { countOf } from "../../../format/numbers.ts";
import type { EventPlace } from "../../events.ts";
import type { Message } from "../../messages/message.ts";
import { Occurrences } from "../evidence.ts";
import { maxFollowedDatabases, RecentMap } from "../recent-map.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
} from "./finding-rule.ts";
import { spanText, timesText } from "./wording.ts";

/** VSS gives a provider ten seconds between freeze and thaw; beyond that it gives up. */
export const longFreezeMs = 10_000;

/** Databases whose writes VSS held for long. */
export class LongFreezes implements FindingRule {
  readonly id = "longFreeze";
  readonly kinds = ["ioFrozen", "ioResumed"] as const;
  readonly #frozen = new RecentMap<string, EventPlace>(maxFollowedDatabases);
  readonly #long = new Occurrences();
  readonly #databases = new Set<string>();
  #longestMs = 0;
  /** A backup of a machine freezes all its databases at once: that is one operation. */
  #operations = 0;
  #operationEndMs = Number.NEGATIVE_INFINITY;

  take(place: EventPlace, message: Message): void {
    if (message.kind === "ioFrozen") this.#frozen.set(message.database, place);
    if (message.kind !== "ioResumed") return;
    const frozen = this.#frozen.get(message.database);
    this.#frozen.delete(message.database);
    if (frozen === undefined) return;
    const held = place.atMs - frozen.atMs;
    if (held < longFreezeMs) return;
    this.#long.add(frozen);
    this.#long.touch(place.atMs);
    this.#longestMs = Math.max(this.#longestMs, held);
    if (this.#databases.size < maxFollowedDatabases) this.#databases.add(message.database);
    if (frozen.atMs > this.#operationEndMs) this.#operations += 1;
    this.#operationEndMs = Math.max(this.#operationEndMs, place.atMs);
  }

  findings(_context: FindingContext): readonly FindingDraft[] {
    if (this.#long.count === 0) return [];
    return [
      finding(
        "warning",
        `VSS held the writes of ${countOf(this.#databases.size, "database")} for up to ${spanText(this.#longestMs)} (${timesText(this.#operations)})`,
        "A backup of the machine or of the storage froze the databases; every transaction waited. This is not a database snapshot. Ask whoever runs those backups: fewer databases on one volume, other hours, or a faster provider shorten it.",
        this.#long,
      ),
    ];
  }
}
