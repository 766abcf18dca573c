/** All failed log-ons of a log in one finding, by account, client and reason. */

import { countOf } from "../../../format/numbers.ts";
import { type FindingDraft, finding } from "./finding.ts";
import type { Group } from "./group-rule.ts";
import { adviceOnLogon, type LogonReason, mainReason } from "./logon-reasons.ts";
import type { OfLogonGroup } from "./logon-tallies.ts";
import { listText, numberText } from "./wording.ts";

const shownGroups = 10;

export function logonSummary(all: readonly Group<OfLogonGroup>[]): FindingDraft[] {
  const groups = [...all].sort((a, b) => b.occurrences.count - a.occurrences.count);
  const [largest] = groups;
  if (largest === undefined) return [];
  const total = groups.reduce((sum, { occurrences }) => sum + occurrences.count, 0);
  const starts = groups.map(({ occurrences }) => occurrences.startMs ?? Number.NaN);
  const ends = groups.map(({ occurrences }) => occurrences.endMs ?? Number.NaN);
  return [
    {
      ...finding(
        "information",
        `${countOf(total, "log-on")} failed`,
        `${adviceOn(groups)}By account, client and reason, most first: ${listText(groups.slice(0, shownGroups).map(lineOf), shownGroups)}${groups.length > shownGroups ? `; ${numberText(groups.length - shownGroups)} more combinations` : ""}. The evidence shows the first of the largest group.`,
        largest.occurrences,
      ),
      occurrences: total,
      startMs: extreme(starts, Math.min),
      endMs: extreme(ends, Math.max),
    },
  ];
}

/** On the reason of most. */
function adviceOn(groups: readonly Group<OfLogonGroup>[]): string {
  const counts = new Map<LogonReason, number>();
  for (const { key, state, occurrences } of groups) {
    if (key === null) continue;
    counts.set(state.reason, (counts.get(state.reason) ?? 0) + occurrences.count);
  }
  const main = mainReason(counts);
  return main === "unknown" ? "" : `${adviceOnLogon(main)} `;
}

const extreme = (
  values: readonly number[],
  choose: (a: number, b: number) => number,
): number | null => {
  const known = values.filter(Number.isFinite);
  return known.length === 0 ? null : known.reduce((a, b) => choose(a, b));
};

function lineOf({ key, state, occurrences }: Group<OfLogonGroup>): string {
  if (key === null) return `others (${numberText(occurrences.count)})`;
  const account = state.account === "" ? "an unnamed account" : `'${state.account}'`;
  const client = state.client === "" ? "" : ` from ${state.client}`;
  const reason = state.words === "" ? "" : ` - ${state.words.replace(/\.$/, "")}`;
  return `${account}${client}${reason} (${numberText(occurrences.count)})`;
}
