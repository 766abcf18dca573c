import { Occurrences } from "../evidence.ts";
import type { ServerStart } from "../server-starts.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
} from "./finding-rule.ts";
import { spanText, timesText } from "./wording.ts";

/** Starts of the server: after an orderly shut-down, or after none. */
export class ServerRestarts implements FindingRule {
  readonly id = "serverRestart";
  readonly kinds = [] as const;
  readonly #orderly = new Occurrences();
  readonly #crashes = new Occurrences();
  #shortestMs: number | null = null;
  #lastStartMs: number | null = null;

  /** What it needs comes by `restarted`. */
  take(): void {
    return;
  }

  restarted({ banner, before, stopped }: ServerStart): void {
    if (this.#lastStartMs !== null) {
      const up = banner.place.atMs - this.#lastStartMs;
      this.#shortestMs = Math.min(this.#shortestMs ?? up, up);
    }
    this.#lastStartMs = banner.place.atMs;
    // The logs begin with this start: how the server ended before is not in them.
    if (before === null) return;
    const list = stopped ? this.#orderly : this.#crashes;
    if (!stopped) list.addEvidence(before);
    list.add(banner.place);
  }

  findings(_context: FindingContext): readonly FindingDraft[] {
    const found: FindingDraft[] = [];
    if (this.#crashes.count > 0) found.push(this.#crashed());
    if (this.#orderly.count > 0) found.push(this.#restarted());
    return found;
  }

  /** Two records are evidence of each: the last before the gap, and the banner. */
  #crashed(): FindingDraft {
    const times = this.#crashes.count / 2;
    return finding(
      "critical",
      `The server came up without having been shut down in order, ${timesText(times)}`,
      "No message of a shut-down stands before the start, so the process was killed, crashed or lost power, and every database went through crash recovery. If a log of the cycle is missing here, open it too. Look at the last records before the start, at the system's event log and for dump files.",
      this.#crashes,
    );
  }

  #restarted(): FindingDraft {
    const shortest =
      this.#shortestMs === null
        ? ""
        : `; the shortest time it was up was ${spanText(this.#shortestMs)}`;
    return finding(
      "information",
      `The server was restarted in order ${timesText(this.#orderly.count)}${shortest}`,
      "After a restart caches are cold, counters and wait statistics begin at 0, and snapshots go on with the pages that they hold.",
      this.#orderly,
    );
  }
}
