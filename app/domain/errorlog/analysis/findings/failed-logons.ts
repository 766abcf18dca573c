import type { LogEvent } from "../../events.ts";
import type { EventOf } from "../follower.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
} from "./finding-rule.ts";
import { type Group, Groups } from "./group-rule.ts";
import { LogonStorms } from "./logon-storms.ts";
import { countText, listText, numberText, timesText } from "./wording.ts";

/** Combinations of account, client and reason that are counted apart. */
export const maxLogonGroups = 1000;
/** Clients whose accounts are counted. */
const maxClients = 1000;
/** Accounts of one client that are told apart; beyond them it is clear what goes on. */
const maxAccounts = 100;
/** Different accounts that one client fails with. An application server has a handful. */
export const guessedAccounts = 10;
/** Wrong passwords for one account from one client. Lockout policies allow some ten. */
export const guessedPasswords = 100;
const shownGroups = 10;

interface OfGroup {
  account: string;
  client: string;
  reason: string;
}

interface OfClient {
  readonly accounts: Map<string, number>;
}

/** Failed log-ons: who, from where and why; storms of them; and what looks like guessing. */
export class FailedLogons implements FindingRule {
  readonly id = "failedLogons";
  readonly kinds = ["logonFailed"] as const;
  readonly #groups = new Groups<OfGroup>(maxLogonGroups, () => ({
    account: "",
    client: "",
    reason: "",
  }));
  readonly #clients = new Groups<OfClient>(maxClients, () => ({ accounts: new Map() }));
  readonly #storms = new LogonStorms();

  take(event: LogEvent): void {
    if (event.kind !== "logonFailed") return;
    this.#storms.take(event);
    const { account, client, reason } = event;
    const group = this.#groups.of(`${account}\u0000${client ?? ""}\u0000${reason ?? ""}`);
    group.occurrences.add(event);
    group.state.account = account;
    group.state.client = client ?? "";
    group.state.reason = reason ?? "";
    this.#byClient(event);
  }

  findings(_context: FindingContext): readonly FindingDraft[] {
    return [
      ...this.#storms.findings(),
      ...this.#clients
        .all()
        .flatMap((group) => guessing(group) ?? [])
        .slice(0, 20),
      ...this.#summary(),
    ];
  }

  #byClient(event: EventOf<"logonFailed">): void {
    const { occurrences, state } = this.#clients.of(event.client ?? "");
    occurrences.add(event);
    const count = state.accounts.get(event.account);
    if (count === undefined && state.accounts.size >= maxAccounts) return;
    state.accounts.set(event.account, (count ?? 0) + 1);
  }

  #summary(): FindingDraft[] {
    const groups = [...this.#groups.all()].sort(
      (a, b) => b.occurrences.count - a.occurrences.count,
    );
    const [largest] = groups;
    if (largest === undefined) return [];
    const total = groups.reduce((sum, { occurrences }) => sum + occurrences.count, 0);
    const starts = groups.map(({ occurrences }) => occurrences.startMs ?? Number.NaN);
    const ends = groups.map(({ occurrences }) => occurrences.endMs ?? Number.NaN);
    return [
      {
        ...finding(
          "information",
          `${countText(total, "log-on")} failed`,
          `By account, client and reason, most first: ${listText(groups.slice(0, shownGroups).map(lineOf), shownGroups)}${groups.length > shownGroups ? `; ${numberText(groups.length - shownGroups)} more combinations` : ""}. The evidence shows the first of the largest group.`,
          largest.occurrences,
        ),
        occurrences: total,
        startMs: extreme(starts, Math.min),
        endMs: extreme(ends, Math.max),
      },
    ];
  }
}

const extreme = (
  values: readonly number[],
  choose: (a: number, b: number) => number,
): number | null => {
  const known = values.filter(Number.isFinite);
  return known.length === 0 ? null : known.reduce((a, b) => choose(a, b));
};

function lineOf({ key, state, occurrences }: Group<OfGroup>): string {
  if (key === null) return `others (${numberText(occurrences.count)})`;
  const account = state.account === "" ? "an unnamed account" : `'${state.account}'`;
  const client = state.client === "" ? "" : ` from ${state.client}`;
  const reason = state.reason === "" ? "" : ` - ${state.reason.replace(/\.$/, "")}`;
  return `${account}${client}${reason} (${numberText(occurrences.count)})`;
}

function guessing({ key, occurrences, state }: Group<OfClient>): FindingDraft | null {
  if (key === null) return null;
  const where = key === "" ? "an unnamed client" : key;
  if (state.accounts.size >= guessedAccounts) {
    const more = state.accounts.size >= maxAccounts ? "at least " : "";
    return finding(
      "critical",
      `${where} failed to log on with ${more}${numberText(state.accounts.size)} different accounts`,
      "One client that tries many accounts is a scanner or somebody who guesses names. Find out what runs there; the server should not be reachable from outside its own network. A server that forwards the connections of many users can look the same.",
      occurrences,
    );
  }
  const [account, tries] = mostTried(state.accounts);
  if (tries < guessedPasswords || account === "") return null;
  return finding(
    "warning",
    `${where} failed ${timesText(tries)} to log on as '${account}'`,
    "Either a job or service still uses an old password, which then comes at even intervals, or somebody guesses it. For sa the latter is more likely: disable or rename it, and let policy lock accounts.",
    occurrences,
  );
}

function mostTried(accounts: ReadonlyMap<string, number>): readonly [string, number] {
  let most: readonly [string, number] = ["", 0];
  for (const entry of accounts) if (entry[1] > most[1]) most = entry;
  return most;
}
