/**
 * Storms of failed log-ons: minutes with many of them. Only counts of the minute under way and of the
 * storms so far are kept.
 */
import { Occurrences } from "../evidence.ts";
import type { EventOf } from "../follower.ts";
import { Kept } from "../kept.ts";
import { type FindingDraft, finding } from "./finding-rule.ts";
import { countText, listText, numberText, spanText } from "./wording.ts";

/** People mistype, and a service that tries again every five seconds makes twelve; more is a storm. */
export const stormPerMinute = 20;
/** Minutes of calm within one storm. */
const calmMinutes = 5;
/** Accounts and clients of a storm that are counted apart. */
const maxCounted = 200;
const maxStorms = 20;
const shown = 3;

type Counts = Map<string, number>;

interface Stretch {
  readonly occurrences: Occurrences;
  readonly accounts: Counts;
  readonly clients: Counts;
}

interface Storm extends Stretch {
  lastMinute: number;
  peak: number;
}

const newStretch = (): Stretch => ({
  occurrences: new Occurrences(),
  accounts: new Map(),
  clients: new Map(),
});

export class LogonStorms {
  readonly #storms = new Kept<Storm>(maxStorms, ({ occurrences }) => occurrences.count);
  #latest: Storm | null = null;
  #minute = Number.NaN;
  #current = newStretch();

  take(event: EventOf<"logonFailed">): void {
    const minute = Math.floor(event.atMs / 60_000);
    if (minute !== this.#minute) this.#next(minute);
    this.#current.occurrences.add(event);
    add(this.#current.accounts, event.account, 1);
    add(this.#current.clients, event.client ?? "", 1);
  }

  findings(): readonly FindingDraft[] {
    const storms = [...this.#storms.items()];
    if (this.#latest !== null) storms.push(this.#latest);
    return [...storms, ...this.#underWay()].map(toFinding);
  }

  #next(minute: number): void {
    const { occurrences } = this.#current;
    if (occurrences.count >= stormPerMinute) this.#addMinute();
    this.#minute = minute;
    this.#current = newStretch();
  }

  #addMinute(): void {
    const latest = this.#latest;
    if (latest === null || Math.abs(this.#minute - latest.lastMinute) > calmMinutes) {
      if (latest !== null) this.#storms.add(latest);
      const peak = this.#current.occurrences.count;
      this.#latest = { ...this.#current, lastMinute: this.#minute, peak };
      return;
    }
    merge(latest, this.#current);
    latest.lastMinute = this.#minute;
  }

  /** The minute that has not ended, shown apart until it has. */
  #underWay(): Storm[] {
    const { count } = this.#current.occurrences;
    if (count < stormPerMinute) return [];
    return [{ ...this.#current, lastMinute: this.#minute, peak: count }];
  }
}

function merge(storm: Storm, minute: Stretch): void {
  const { count, evidence, startMs, endMs } = minute.occurrences;
  for (const item of evidence) storm.occurrences.addEvidence(item);
  storm.occurrences.count += count - evidence.length;
  storm.occurrences.touch(startMs ?? Number.NaN);
  storm.occurrences.touch(endMs ?? Number.NaN);
  storm.peak = Math.max(storm.peak, count);
  for (const [account, times] of minute.accounts) add(storm.accounts, account, times);
  for (const [client, times] of minute.clients) add(storm.clients, client, times);
}

function add(counts: Counts, key: string, times: number): void {
  const known = counts.get(key);
  if (known === undefined && counts.size >= maxCounted) return;
  counts.set(key, (known ?? 0) + times);
}

function toFinding({ occurrences, accounts, clients, peak }: Storm): FindingDraft {
  const length = (occurrences.endMs ?? 0) - (occurrences.startMs ?? 0);
  return finding(
    "warning",
    `${countText(occurrences.count, "log-on")} failed within ${spanText(Math.max(length, 1000))}, up to ${numberText(peak)} in one minute`,
    `Most by account: ${top(accounts, "unnamed")}. Most by client: ${top(clients, "unnamed")}. A storm that begins at one moment usually follows a changed password, a database that is offline or renamed, or a domain controller that does not answer; each attempt costs the server a worker thread and a connection.`,
    occurrences,
  );
}

function top(counts: Counts, unnamed: string): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const lines = sorted
    .slice(0, shown)
    .map(([key, times]) => `${key === "" ? unnamed : key} (${numberText(times)})`);
  return listText(lines, shown);
}
