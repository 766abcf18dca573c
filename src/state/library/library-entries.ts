/** The list of runs as changes arrive: pure, so that its order and its undo can be tested. */
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { LibraryChange } from "../../../app/contract/rpc/services.ts";

/** Newest first; the id decides between runs of one moment, so that the order never wavers. */
export function newestFirst(entries: readonly RunEntry[]): readonly RunEntry[] {
  return [...entries].sort(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id),
  );
}

export function afterChange(
  entries: readonly RunEntry[],
  change: LibraryChange,
): readonly RunEntry[] {
  if (change.kind === "removed") {
    return entries.some(({ id }) => id === change.runId)
      ? entries.filter(({ id }) => id !== change.runId)
      : entries;
  }
  const { entry } = change;
  const at = entries.findIndex(({ id }) => id === entry.id);
  // The usual case by far: a run that is under way tells of its progress.
  if (at >= 0 && entries[at]?.createdAt === entry.createdAt) {
    return entries.with(at, entry);
  }
  return newestFirst([...entries.filter(({ id }) => id !== entry.id), entry]);
}

/** In the order in which one wants something of them: completed ones first, newest first in each. */
export const recentRuns = (entries: readonly RunEntry[]): readonly RunEntry[] =>
  entries.toSorted(
    (a, b) =>
      Number(b.status === "completed") - Number(a.status === "completed") ||
      b.createdAt.localeCompare(a.createdAt),
  );
