/**
 * What was run, on what, at the head of a sentence that concludes something: such a sentence is copied
 * out of its screen, and says nothing without it.
 */
import type { TimelineEvent } from "../contract/rpc/timeline-data.ts";
import type { Scenario } from "../contract/scenario.ts";
import { formatBytes } from "./format/bytes.ts";
import { countOf } from "./format/numbers.ts";
import { atBegin } from "./format/report-text.ts";
import { describeStorage, deviceInWords } from "./storage-text.ts";

/**
 * "300 users, database of 16 GiB on NVMe data centre". For several scenarios, which a comparison has,
 * each part says in what they differ: "100 against 500 users, …".
 */
export function setupPhrase(...scenarios: readonly Scenario[]): string {
  const each = (text: (scenario: Scenario) => string): string =>
    [...new Set(scenarios.map(text))].join(" against ");
  return phraseOf(each(usersOfRun), each(sizeOf), each(storageOf));
}

/** With those who were at work at a moment of the run, by what was asked of it until then. */
export function setupPhraseAt(
  scenario: Scenario,
  events: readonly TimelineEvent[],
  atMs: number,
): string {
  const changes = events.flatMap((event) =>
    event.kind === "command" && event.outcome === "applied" && event.atNs / 1e6 <= atMs
      ? usersIn(event.command)
      : [],
  );
  const users = changes.at(-1) ?? scenario.workload.users;
  return phraseOf(usersText(users), sizeOf(scenario), storageOf(scenario));
}

const phraseOf = (users: string, size: string, storage: string): string =>
  `${users}, database of ${size} on ${storage}`;

/**
 * "300 users, …: creating ‘s1’ took 6.21 s." A name and an abbreviation keep their capitals. Null: nobody
 * knows what was run, as of a log.
 */
export const withSetup = (setup: string | null, sentence: string): string =>
  setup === null
    ? sentence
    : `${atBegin(setup)}: ${sentence.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`;

export const usersText = (users: number): string =>
  users === 0 ? "no users" : countOf(users, "user");

function usersOfRun({ workload, timeline, commands }: Scenario): string {
  const changed = [...timeline, ...commands].some(({ command }) => command.kind === "setUsers");
  return `${usersText(workload.users)}${changed ? " at first" : ""}`;
}

const usersIn = ({ kind, users }: Readonly<Record<string, unknown>>): number[] =>
  kind === "setUsers" && typeof users === "number" ? [users] : [];

const storageOf = (scenario: Scenario): string => describeStorage(scenario, deviceInWords);

/** "16 GiB", "1.5 GiB". */
const sizeOf = ({ database: { sizeMiB } }: Scenario): string =>
  formatBytes(sizeMiB * 1024 ** 2).replace(/\.0(?= )/, "");
