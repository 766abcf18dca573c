/** What a rule says of a log: weight, words, and the records that prove it. */
import type { Finding } from "../../../../contract/capture.ts";
import type { Occurrences } from "../evidence.ts";

export type FindingDraft = Omit<Finding, "id">;

/** Findings of one rule; more of a kind would only hide the others. */
export const maxFindingsOfRule = 50;

export function finding(
  weight: Finding["weight"],
  title: string,
  text: string,
  { evidence, count, startMs, endMs }: Occurrences,
): FindingDraft {
  return { weight, title, text, startMs, endMs, evidence: [...evidence], occurrences: count };
}
