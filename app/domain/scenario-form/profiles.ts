/** The profile of a draft's workload: what choosing one changes beside it, and what each has no use for. */
import type { Scenario } from "../../contract/scenario.ts";
import { tpccThinkTimeMs } from "../../contract/tpcc.ts";
import { warehousesText } from "../warehouses-text.ts";
import { change, type Draft, withValue } from "./draft.ts";

export type Profile = Scenario["workload"]["profile"];

/** A line of help for the profile that is chosen. */
export function profileHelp({ workload, database }: Scenario): string {
  switch (workload.profile) {
    case "sqlcat":
      return "the SQLCAT paper’s five transactions on one table of accounts";
    case "read-only":
      return "the paper’s fifth transaction alone: a snapshot has nothing to copy";
    case "tpcc":
      return `${warehousesText(database)} in data files of this size; nine tables, five transactions`;
  }
}

/** The think time of SQLCAT's scenarios, where the form has none to go back to. */
const usualThinkTimeMs = 500;

function thinkTimeOf({ workload }: Scenario, isTpcc: boolean): number {
  if ((workload.profile === "tpcc") === isTpcc) return workload.thinkTimeMs;
  return isTpcc ? tpccThinkTimeMs : usualThinkTimeMs;
}

/**
 * Each load has think times of its own: the specification's, or those that the scenario came with. With
 * warehouses, hot rows and nonclustered indexes of the accounts table go.
 */
export function setProfile(draft: Draft, profile: Profile): Draft {
  const { scenario } = draft.present;
  const before = scenario.workload.profile;
  if (before === profile) return draft;
  const isTpcc = profile === "tpcc";
  let content = withValue(draft.present, ["workload", "profile"], profile);
  if (isTpcc !== (before === "tpcc")) {
    content = withValue(content, ["workload", "thinkTimeMs"], thinkTimeOf(draft.base, isTpcc));
  }
  if (isTpcc) {
    content = withValue(content, ["workload", "hotRows"], 0);
    content = withValue(content, ["database", "nonclusteredIndexes"], 0);
  }
  return change(draft, content);
}
