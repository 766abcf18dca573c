/**
 * Failed log-ons, counted by account, client and reason, and by client and account. They come again
 * and again, so where one counts is looked up once: after that a failure is an addition in a column.
 */
import type { EventPlace } from "../../events.ts";
import type { MessageOf } from "../follower.ts";
import { type Group, Groups } from "./group-rule.ts";
import { type LogonReason, reasonOf } from "./logon-reasons.ts";
import type { LogonNames } from "./logon-storms.ts";

/** Combinations of account, client and reason that are counted apart. */
export const maxLogonGroups = 1000;
/** Clients whose accounts are counted. */
const maxClients = 1000;
/** Accounts of one client that are told apart; beyond them it is clear what goes on. */
export const maxAccounts = 100;
/** Different texts of which is remembered where they count. */
export const maxTallies = 8192;
/** A damaged record has any length. */
const maxText = 1024;

export interface OfLogonGroup {
  account: string;
  client: string;
  /** In the record's own words; "" where it gives none. */
  words: string;
  reason: LogonReason;
}

export interface OfClient {
  readonly accounts: Map<string, Tries>;
}

interface Tries {
  count: number;
  readonly reasons: Map<LogonReason, number>;
}

/** Where failures of one text count. */
interface Tally extends LogonNames {
  readonly group: Group<OfLogonGroup>;
  readonly ofClient: Group<OfClient>;
  /** Tries of the account at this client; null: there are too many. */
  readonly tries: Tries | null;
}

const nobody: LogonNames = { account: "", client: "", reason: "unknown" };

export class LogonTallies {
  /** Ids by their texts; a reader hands the same string over where it has seen the text before. */
  readonly #ids = new Map<string, number>();
  readonly #tallies: Tally[] = [];
  /** Not yet added to the groups; the columns stay in the processor's cache, the groups would not. */
  readonly #counts = new Uint32Array(maxTallies);
  readonly #startMs = new Float64Array(maxTallies);
  readonly #endMs = new Float64Array(maxTallies);
  /** 1: its group and its client have all the evidence that is shown. */
  readonly #isFull = new Uint8Array(maxTallies);
  readonly #groups = new Groups<OfLogonGroup>(maxLogonGroups, () => ({
    account: "",
    client: "",
    words: "",
    reason: "unknown",
  }));
  readonly #clients = new Groups<OfClient>(maxClients, () => ({ accounts: new Map() }));

  /** Number of the tally that it counts in; -1: there are too many, and it was counted by itself. */
  take(place: EventPlace, message: MessageOf<"logonFailed">): number {
    const { atMs, text } = place;
    const id = this.#ids.get(text) ?? this.#begin(place, message);
    if (id < 0) return id;
    const count = this.#counts[id] ?? 0;
    this.#counts[id] = count + 1;
    if (count === 0 || atMs < (this.#startMs[id] ?? 0)) this.#startMs[id] = atMs;
    if (count === 0 || atMs > (this.#endMs[id] ?? 0)) this.#endMs[id] = atMs;
    if (this.#isFull[id] === 0) this.#show(place, id);
    return id;
  }

  /** Names of a failure that was counted by itself. */
  namesOfSingle({ error }: EventPlace, message: MessageOf<"logonFailed">): LogonNames {
    const { account, client } = message;
    return { account, client: client ?? "", reason: reasonOf(message, error) };
  }

  namesOf(id: number): LogonNames {
    return this.#tallies[id] ?? nobody;
  }

  groups(): readonly Group<OfLogonGroup>[] {
    this.#settle();
    return this.#groups.all();
  }

  clients(): readonly Group<OfClient>[] {
    this.#settle();
    return this.#clients.all();
  }

  /** The number of a new tally; -1: there are too many, or the text is too long to be kept. */
  #begin(place: EventPlace, message: MessageOf<"logonFailed">): number {
    const tally = this.#newTally(place, message);
    const id = this.#tallies.length;
    if (id >= maxTallies || place.text.length > maxText) {
      addSingly(tally, place);
      return -1;
    }
    this.#ids.set(place.text, id);
    this.#tallies.push(tally);
    return id;
  }

  #show(place: EventPlace, id: number): void {
    const tally = this.#tallies[id];
    if (tally === undefined) return;
    const { group, ofClient } = tally;
    group.occurrences.show(place);
    ofClient.occurrences.show(place);
    if (group.occurrences.isFull && ofClient.occurrences.isFull) this.#isFull[id] = 1;
  }

  #settle(): void {
    this.#tallies.forEach(({ group, ofClient, tries, reason }, id) => {
      const count = this.#counts[id] ?? 0;
      if (count === 0) return;
      for (const { occurrences } of [group, ofClient]) {
        occurrences.count += count;
        occurrences.touch(this.#startMs[id] ?? Number.NaN);
        occurrences.touch(this.#endMs[id] ?? Number.NaN);
      }
      addTries(tries, reason, count);
      this.#counts[id] = 0;
    });
  }

  #newTally(place: EventPlace, message: MessageOf<"logonFailed">): Tally {
    const names = this.namesOfSingle(place, message);
    const { account, client, reason } = names;
    const words = message.reason ?? "";
    const group = this.#groups.of(`${account}\u0000${client}\u0000${words}`);
    Object.assign(group.state, { account, client, words, reason });
    const ofClient = this.#clients.of(names.client);
    const tries = triesOf(ofClient.state, account);
    return { ...names, group, ofClient, tries };
  }
}

function addSingly({ group, ofClient, tries, reason }: Tally, place: EventPlace): void {
  group.occurrences.add(place);
  ofClient.occurrences.add(place);
  addTries(tries, reason, 1);
}

function addTries(tries: Tries | null, reason: LogonReason, count: number): void {
  if (tries === null) return;
  tries.count += count;
  tries.reasons.set(reason, (tries.reasons.get(reason) ?? 0) + count);
}

function triesOf({ accounts }: OfClient, account: string): Tries | null {
  const known = accounts.get(account);
  if (known !== undefined) return known;
  if (accounts.size >= maxAccounts) return null;
  const tries: Tries = { count: 0, reasons: new Map() };
  accounts.set(account, tries);
  return tries;
}
