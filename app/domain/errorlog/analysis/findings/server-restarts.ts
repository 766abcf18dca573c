import { Occurrences } from "../evidence.ts";
import type { ServerStart } from "../server-starts.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
} from "./finding-rule.ts";
import { spanText, timesText } from "./wording.ts";

/** Starts that came up, as far as they are known. */
class Restarts {
  readonly orderly: Occurrences;
  /** Two records are evidence of each: the last before the gap, and the banner. */
  readonly crashes: Occurrences;
  shortestMs: number | null;
  #lastStartMs: number | null;

  constructor(known: Restarts | null) {
    this.orderly = known?.orderly.copy() ?? new Occurrences();
    this.crashes = known?.crashes.copy() ?? new Occurrences();
    this.shortestMs = known?.shortestMs ?? null;
    this.#lastStartMs = known?.lastStartMs ?? null;
  }

  get lastStartMs(): number | null {
    return this.#lastStartMs;
  }

  add({ banner, before, stopped }: ServerStart): void {
    if (this.#lastStartMs !== null) {
      const up = banner.place.atMs - this.#lastStartMs;
      this.shortestMs = Math.min(this.shortestMs ?? up, up);
    }
    this.#lastStartMs = banner.place.atMs;
    // The logs begin with this start: how the server ended before is not in them.
    if (before === null) return;
    const list = stopped ? this.orderly : this.crashes;
    if (!stopped) list.addEvidence(before);
    list.add(banner.place);
  }
}

/** Starts of the server: after an orderly shut-down, or after none. */
export class ServerRestarts implements FindingRule {
  readonly id = "serverRestart";
  readonly kinds = [] as const;
  readonly #known = new Restarts(null);
  /** It may still come to nothing. */
  #latest: ServerStart | null = null;

  /** What it needs comes by `restarted`. */
  take(): void {
    return;
  }

  restarted(start: ServerStart): void {
    addCompleted(this.#known, this.#latest);
    this.#latest = start;
  }

  findings(_context: FindingContext): readonly FindingDraft[] {
    const restarts = new Restarts(this.#known);
    addCompleted(restarts, this.#latest);
    const found: FindingDraft[] = [];
    if (restarts.crashes.count > 0) found.push(crashed(restarts));
    if (restarts.orderly.count > 0) found.push(restartedInOrder(restarts));
    return found;
  }
}

function addCompleted(restarts: Restarts, start: ServerStart | null): void {
  if (start !== null && !start.isFailed) restarts.add(start);
}

function crashed({ crashes }: Restarts): FindingDraft {
  return finding(
    "critical",
    `The server came up without having been shut down in order, ${timesText(crashes.count / 2)}`,
    "No message of a shut-down stands before the start, so the process was killed, crashed or lost power, and every database went through crash recovery. If a log of the cycle is missing here, open it too. Look at the last records before the start, at the system's event log and for dump files.",
    crashes,
  );
}

function restartedInOrder({ orderly, shortestMs }: Restarts): FindingDraft {
  const shortest =
    shortestMs === null ? "" : `; the shortest time it was up was ${spanText(shortestMs)}`;
  return finding(
    "information",
    `The server was restarted in order ${timesText(orderly.count)}${shortest}`,
    "After a restart caches are cold, counters and wait statistics begin at 0, and snapshots go on with the pages that they hold.",
    orderly,
  );
}
