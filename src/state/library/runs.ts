/** What can be done to runs of the library, each with its message when it fails. */

import { create } from "zustand";
import { success } from "../../../app/contract/result.ts";
import type { ExportedFile } from "../../../app/contract/rpc/exports.ts";
import type { RunChange, RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { RemovedRun } from "../../../app/contract/rpc/services.ts";
import { ask, askToDo, type Call } from "../services/ask.ts";
import { alwaysAsked, useFetched } from "../services/fetching.ts";
import { notify } from "../shell/notifications.ts";
import { removedRunsKey, takeEntry } from "./library.ts";

/** Whether it was taken. */
export async function changeRun(runId: string, change: RunChange): Promise<boolean> {
  const entry = await ask("The run was not changed", (services, signal) =>
    services.library.change.mutate({ runId, change }, { signal }),
  );
  if (entry !== null) takeEntry(entry);
  return entry !== null;
}

/** What was deleted since this page was loaded and can be brought back: a list for each time, oldest first. */
export const useDeletions = create<readonly (readonly string[])[]>()(() => []);

/** Removes at once, and offers to take that back. */
export async function removeRuns(entries: readonly RunEntry[]): Promise<void> {
  const runIds = entries.map(({ id }) => id);
  const one = entries.length === 1;
  const removed = await askToDo(
    one ? "The run was not deleted" : "The runs were not deleted",
    (services, signal) => services.library.remove.mutate({ runIds }, { signal }),
    { again: () => void removeRuns(entries) },
  );
  if (!removed) return;
  useDeletions.setState((before) => [...before, runIds], true);
  notify({
    intent: "info",
    title: one ? "Run deleted" : `${entries.length} runs deleted`,
    ...(one ? { body: entries[0]?.name } : {}),
    action: { label: "Undo", run: () => void restoreRuns(runIds) },
  });
}

/** Brings back what was deleted last. */
export async function undoDeletion(): Promise<void> {
  const last = useDeletions.getState().at(-1);
  if (last !== undefined) await restoreRuns(last);
}

const noRuns: readonly RemovedRun[] = [];

/** What can be brought back, by whomever it was deleted; the last deleted first. */
export function useRemovedRuns(): readonly RemovedRun[] {
  const question = { key: removedRunsKey, ask: allRemoved };
  return useFetched(question, { staleTime: alwaysAsked }).value ?? noRuns;
}

const allRemoved: Call<readonly RemovedRun[]> = async (services, signal) =>
  success(await services.library.removed.query(undefined, { signal }));

export async function restoreRuns(runIds: readonly string[]): Promise<void> {
  // At once: the next undo means what was deleted before these.
  const before = useDeletions.getState();
  const undone = before.flat().filter((id) => runIds.includes(id));
  useDeletions.setState(
    before
      .map((ids) => ids.filter((id) => !runIds.includes(id)))
      .filter(({ length }) => length > 0),
    true,
  );
  const entries = await ask(
    "The runs were not brought back",
    (services, signal) => services.library.restore.mutate({ runIds: [...runIds] }, { signal }),
    { again: () => void restoreRuns(runIds) },
  );
  if (entries === null && undone.length > 0) {
    useDeletions.setState((others) => [...others, undone], true);
  }
  for (const entry of entries ?? []) takeEntry(entry);
}

export const exportedRun =
  (runId: string): Call<ExportedFile> =>
  (services, signal) =>
    services.library.exportRun.mutate({ runId }, { signal });
