/** Runs in the order in which one wants a report of them. */
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";

/** Completed ones first, newest first within each. */
export const recentRuns = (entries: readonly RunEntry[]): readonly RunEntry[] =>
  entries.toSorted(
    (a, b) =>
      Number(b.status === "completed") - Number(a.status === "completed") ||
      b.createdAt.localeCompare(a.createdAt),
  );

/** Every word is to be found in the name, the preset, the status, a tag or the time. */
export function matchingRuns(entries: readonly RunEntry[], search: string): readonly RunEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ name, preset, status, tags, createdAt }) => {
    const text = [name, preset ?? "", status, createdAt, ...tags].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
