/**
 * Storms of failed log-ons: minutes with many of them. A minute begins with a failure, so that it is the
 * same whatever else is on the time axis. Only counts of the minute under way and of the storms so far
 * are kept.
 */
import type { EventPlace } from "../../events.ts";
import { maxEvidence, Occurrences } from "../evidence.ts";
import { Kept } from "../kept.ts";
import type { LogonReason } from "./logon-reasons.ts";

/** People mistype, and a service that tries again every five seconds makes twelve; more is a storm. */
export const stormPerMinute = 20;
/** Minutes of calm within one storm. */
const calmMinutes = 5;
/** Accounts and clients of a storm that are counted apart. */
const maxCounted = 200;
const maxStorms = 20;
const minuteMs = 60_000;

export interface LogonNames {
  readonly account: string;
  /** Address; "" where the message names none. */
  readonly client: string;
  readonly reason: LogonReason;
}

/** How often accounts and clients failed, and why, in the order in which they first did. */
class CountsByName {
  readonly accounts = new Map<string, number>();
  readonly clients = new Map<string, number>();
  readonly reasons = new Map<LogonReason, number>();

  add({ account, client, reason }: LogonNames, times: number): void {
    addTo(this.accounts, account, times);
    addTo(this.clients, client, times);
    addTo(this.reasons, reason, times);
  }

  addAll({ accounts, clients, reasons }: CountsByName): void {
    for (const [account, times] of accounts) addTo(this.accounts, account, times);
    for (const [client, times] of clients) addTo(this.clients, client, times);
    for (const [reason, times] of reasons) addTo(this.reasons, reason, times);
  }

  clear(): void {
    this.accounts.clear();
    this.clients.clear();
    this.reasons.clear();
  }
}

function addTo<Key>(counts: Map<Key, number>, key: Key, times: number): void {
  const known = counts.get(key);
  if (known === undefined && counts.size >= maxCounted) return;
  counts.set(key, (known ?? 0) + times);
}

/**
 * Members are log-ons that are alike, by their numbers from 0. Counting one is an addition in a column:
 * a storm has millions of failures, and to look up two names for each would take longer than to read it.
 */
class Members {
  readonly names = new CountsByName();
  readonly numbers: number[] = [];
  readonly #times: Uint32Array;

  constructor(limit: number) {
    this.#times = new Uint32Array(limit);
  }

  add(member: number, times: number): void {
    const before = this.#times[member] ?? 0;
    if (before === 0) this.numbers.push(member);
    this.#times[member] = before + times;
  }

  times(member: number): number {
    return this.#times[member] ?? 0;
  }

  addTo(names: CountsByName, namesOf: (member: number) => LogonNames): void {
    for (const member of this.numbers) names.add(namesOf(member), this.times(member));
    names.addAll(this.names);
  }

  clear(): void {
    for (const member of this.numbers) this.#times[member] = 0;
    this.numbers.length = 0;
    this.names.clear();
  }
}

export interface Storm {
  readonly occurrences: Occurrences;
  readonly names: CountsByName;
  /** When its last minute began. */
  readonly lastMinuteMs: number;
  /** The most in one minute. */
  readonly peak: number;
}

const noStorm = (): Storm => ({
  occurrences: new Occurrences(),
  names: new CountsByName(),
  lastMinuteMs: Number.NaN,
  peak: 0,
});

export interface LogonStormsOptions {
  /** Members have numbers below this. */
  readonly maxMembers: number;
  readonly namesOf: (member: number) => LogonNames;
}

export class LogonStorms {
  readonly #namesOf: (member: number) => LogonNames;
  readonly #ended = new Kept<Storm>(maxStorms, ({ occurrences }) => occurrences.count);
  /** Without the names of its members. */
  #latest: Storm | null = null;
  readonly #ofLatest: Members;
  /** When the minute under way began: it is not known yet whether it is one of a storm. */
  #minuteMs = Number.NaN;
  #count = 0;
  #startMs = 0;
  #endMs = 0;
  #evidenceWanted = 0;
  readonly #first: EventPlace[] = [];
  readonly #ofMinute: Members;

  constructor({ maxMembers, namesOf }: LogonStormsOptions) {
    this.#namesOf = namesOf;
    this.#ofLatest = new Members(maxMembers);
    this.#ofMinute = new Members(maxMembers);
  }

  take(place: EventPlace, member: number): void {
    this.#takePlace(place);
    this.#ofMinute.add(member, 1);
  }

  /** One that is no member: there are too many different ones. */
  takeNamed(place: EventPlace, names: LogonNames): void {
    this.#takePlace(place);
    this.#ofMinute.names.add(names, 1);
  }

  /** Storms as if the minute under way had ended now: nothing ends the last one of a log. */
  storms(): readonly Storm[] {
    const storms = [...this.#ended.items()];
    const latest = this.#latest;
    const goesOn = latest !== null && this.#isStormy && this.#continues(latest);
    if (latest !== null && !goesOn) storms.push(this.#named(latest));
    if (!this.#isStormy) return storms;
    const growing = goesOn ? this.#named(latest) : noStorm();
    this.#ofMinute.addTo(growing.names, this.#namesOf);
    return [...storms, this.#withMinute(growing)];
  }

  #takePlace(place: EventPlace): void {
    const { atMs } = place;
    const isOfMinute = atMs >= this.#minuteMs && atMs < this.#minuteMs + minuteMs;
    if (!isOfMinute) this.#begin(atMs);
    this.#count += 1;
    if (atMs < this.#startMs) this.#startMs = atMs;
    if (atMs > this.#endMs) this.#endMs = atMs;
    if (this.#first.length < this.#evidenceWanted) this.#first.push(place);
  }

  get #isStormy(): boolean {
    return this.#count >= stormPerMinute;
  }

  #continues({ lastMinuteMs }: Storm): boolean {
    return Math.abs(this.#minuteMs - lastMinuteMs) <= calmMinutes * minuteMs;
  }

  #begin(atMs: number): void {
    if (this.#isStormy) this.#grow();
    this.#minuteMs = atMs;
    this.#count = 0;
    this.#startMs = Number.POSITIVE_INFINITY;
    this.#endMs = Number.NEGATIVE_INFINITY;
    this.#first.length = 0;
    this.#ofMinute.clear();
    const latest = this.#latest;
    const shown =
      latest !== null && this.#continues(latest) ? latest.occurrences.evidence.length : 0;
    this.#evidenceWanted = maxEvidence - shown;
  }

  /** The minute that ends belongs to a storm: the latest, if it goes on. */
  #grow(): void {
    let storm = this.#latest;
    if (storm !== null && !this.#continues(storm)) {
      this.#ended.add(this.#named(storm));
      this.#ofLatest.clear();
      storm = null;
    }
    this.#latest = this.#withMinute(storm ?? noStorm());
    for (const member of this.#ofMinute.numbers) {
      this.#ofLatest.add(member, this.#ofMinute.times(member));
    }
    this.#ofLatest.names.addAll(this.#ofMinute.names);
  }

  /** Adds all but the names. */
  #withMinute({ occurrences, names, peak }: Storm): Storm {
    for (const place of this.#first) occurrences.add(place);
    occurrences.count += this.#count - this.#first.length;
    occurrences.touch(this.#startMs);
    occurrences.touch(this.#endMs);
    return {
      occurrences,
      names,
      lastMinuteMs: this.#minuteMs,
      peak: Math.max(peak, this.#count),
    };
  }

  /** A copy of the latest, to which may be added. */
  #named(storm: Storm): Storm {
    const names = new CountsByName();
    this.#ofLatest.addTo(names, this.#namesOf);
    return { ...storm, occurrences: storm.occurrences.copy(), names };
  }
}
