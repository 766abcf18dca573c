import { countOf } from "../../../format/numbers.ts";
import type { EventPlace } from "../../events.ts";
import type { Message } from "../../messages/message.ts";
import { type FindingDraft, finding } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import type { Group } from "./group-rule.ts";
import { adviceOnLogon, mainReason } from "./logon-reasons.ts";
import { LogonStorms, type Storm } from "./logon-storms.ts";
import { logonSummary } from "./logon-summary.ts";
import { LogonTallies, maxAccounts, maxTallies, type OfClient } from "./logon-tallies.ts";
import { listText, numberText, spanText, timesText } from "./wording.ts";

/** Different accounts that one client fails with. An application server has a handful. */
export const guessedAccounts = 10;
/** Wrong passwords for one account from one client. Lockout policies allow some ten. */
export const guessedPasswords = 100;
const maxGuessing = 20;
/** Accounts and clients that a storm names. */
const shownOfStorm = 3;

/** Failed log-ons: who, from where and why; storms of them; and what looks like guessing. */
export class FailedLogons implements FindingRule {
  readonly id = "failedLogons";
  readonly kinds = ["logonFailed"] as const;
  readonly #tallies = new LogonTallies();
  readonly #storms = new LogonStorms({
    maxMembers: maxTallies,
    namesOf: (tally) => this.#tallies.namesOf(tally),
  });

  take(place: EventPlace, message: Message): void {
    if (message.kind !== "logonFailed") return;
    const tally = this.#tallies.take(place, message);
    if (tally >= 0) this.#storms.take(place, tally);
    else this.#storms.takeNamed(place, this.#tallies.namesOfSingle(place, message));
  }

  findings(_context: FindingContext): readonly FindingDraft[] {
    const storms = this.#storms.storms();
    const clients = this.#tallies.clients();
    const guessing = clients.flatMap((client) => guessingBeside(storms, client) ?? []);
    return [
      ...storms.map((storm) => stormFinding(storm, clients)),
      ...guessing.slice(0, maxGuessing),
      ...logonSummary(this.#tallies.groups()),
    ];
  }
}

function stormFinding(storm: Storm, clients: readonly Group<OfClient>[]): FindingDraft {
  const { occurrences, names, peak } = storm;
  const length = (occurrences.endMs ?? 0) - (occurrences.startMs ?? 0);
  const guesser = clients.find((client) => isMostOf(storm, client) && guessesNames(client));
  const guess = guesser === undefined ? "" : `; ${whereOf(guesser)} tried ${accountsText(guesser)}`;
  return finding(
    guesser === undefined ? "warning" : "critical",
    `${countOf(occurrences.count, "log-on")} failed within ${spanText(Math.max(length, 1000))}, up to ${numberText(peak)} in one minute${guess}`,
    `Most by account: ${top(names.accounts, "unnamed")}. Most by client: ${top(names.clients, "unnamed")}. ${guesser === undefined ? stormAdvice(storm) : namesAdvice}`,
    occurrences,
  );
}

const everyAttempt = "Each attempt costs the server a worker thread and a connection.";

function stormAdvice({ names: { reasons } }: Storm): string {
  const reason = mainReason(reasons);
  return reason === "unknown"
    ? `A storm that begins at one moment usually follows a changed password, a database that is offline or renamed, or a domain controller that does not answer. ${everyAttempt}`
    : `${adviceOnLogon(reason)} ${everyAttempt}`;
}

const namesAdvice =
  "One client that tries many accounts is a scanner or somebody who guesses names. Find out what runs there; the server should not be reachable from outside its own network. A server that forwards the connections of many users can look the same.";

const whereOf = ({ key }: Group<OfClient>): string =>
  key === null || key === "" ? "an unnamed client" : key;

const accountsText = ({ state: { accounts } }: Group<OfClient>): string =>
  `${accounts.size >= maxAccounts ? "at least " : ""}${numberText(accounts.size)} different accounts`;

const guessesNames = ({ key, state }: Group<OfClient>): boolean =>
  key !== null && state.accounts.size >= guessedAccounts;

const inStorm = ({ names }: Storm, { key }: Group<OfClient>): number =>
  key === null ? 0 : (names.clients.get(key) ?? 0);

const isMostOf = (storm: Storm, client: Group<OfClient>): boolean =>
  inStorm(storm, client) * 2 > storm.occurrences.count;

/** What storms tell already is not told again: only a client that goes on at a slower pace beside them. */
function guessingBeside(storms: readonly Storm[], client: Group<OfClient>): FindingDraft | null {
  const { key, occurrences, state } = client;
  if (key === null) return null;
  if (guessesNames(client)) {
    const told = storms.some((storm) => isMostOf(storm, client));
    return told
      ? null
      : finding(
          "critical",
          `${whereOf(client)} failed to log on with ${accountsText(client)}`,
          namesAdvice,
          occurrences,
        );
  }
  const [account, { count: tries, reasons }] = mostTried(state.accounts);
  const inStorms = storms.reduce((sum, storm) => sum + inStorm(storm, client), 0);
  if (account === "" || tries - inStorms < guessedPasswords) return null;
  return finding(
    "warning",
    `${whereOf(client)} failed ${timesText(tries)} to log on as '${account}'`,
    adviceOnLogon(mainReason(reasons)),
    occurrences,
  );
}

type TriesOfAccount = readonly [account: string, tries: { count: number; reasons: Reasons }];
type Reasons = Storm["names"]["reasons"];

function mostTried(accounts: OfClient["accounts"]): TriesOfAccount {
  let most: TriesOfAccount = ["", { count: 0, reasons: new Map() }];
  for (const [account, tries] of accounts) if (tries.count > most[1].count) most = [account, tries];
  return most;
}

function top(counts: ReadonlyMap<string, number>, unnamed: string): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const lines = sorted
    .slice(0, shownOfStorm)
    .map(([key, times]) => `${key === "" ? unnamed : key} (${numberText(times)})`);
  return listText(lines, shownOfStorm);
}
