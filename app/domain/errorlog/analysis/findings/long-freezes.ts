import type { LogEvent } from "../../events.ts";
import { Occurrences } from "../evidence.ts";
import type { EventOf } from "../follower.ts";
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
  readonly #frozen = new RecentMap<string, EventOf<"ioFrozen">>(maxFollowedDatabases);
  readonly #long = new Occurrences();
  #longestMs = 0;

  take(event: LogEvent): void {
    if (event.kind === "ioFrozen") this.#frozen.set(event.database, event);
    if (event.kind !== "ioResumed") return;
    const frozen = this.#frozen.get(event.database);
    this.#frozen.delete(event.database);
    if (frozen === undefined) return;
    const held = event.atMs - frozen.atMs;
    if (held < longFreezeMs) return;
    this.#long.add(frozen);
    this.#long.touch(event.atMs);
    this.#longestMs = Math.max(this.#longestMs, held);
  }

  findings(_context: FindingContext): readonly FindingDraft[] {
    if (this.#long.count === 0) return [];
    return [
      finding(
        "warning",
        `VSS held the writes of databases for up to ${spanText(this.#longestMs)} (${timesText(this.#long.count)})`,
        "A backup of the machine or of the storage froze the databases; every transaction waited. This is not a database snapshot. Ask whoever runs those backups: fewer databases on one volume, other hours, or a faster provider shorten it.",
        this.#long,
      ),
    ];
  }
}
