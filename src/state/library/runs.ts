/** What can be done to runs of the library, each with its message when it fails. */

import { create } from "zustand";
import { type Failed, type Result, success } from "../../../app/contract/result.ts";
import type { RunChange, RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { RemovedRun } from "../../../app/contract/rpc/services.ts";
import { saveFile } from "../files/files.ts";
import { alwaysAsked, useFetched } from "../services/fetching.ts";
import { messageOf, services } from "../services/services.ts";
import { notify } from "../shell/notifications.ts";
import { removedRunsKey, takeEntry } from "./library.ts";

const tell = (title: string, message: string): void =>
  notify({ intent: "error", title, body: message });

/** The value, or a message to the user and null. */
async function valueOrTell<T>(title: string, call: Promise<Result<T>>): Promise<T | null> {
  const result = await call.catch(
    (error): Failed => ({ ok: false, error: { code: "protocol", message: messageOf(error) } }),
  );
  if (result.ok) return result.value;
  tell(title, result.error.message);
  return null;
}

/** Whether it was taken. */
export async function changeRun(runId: string, change: RunChange): Promise<boolean> {
  const entry = await valueOrTell(
    "The run was not changed",
    services().library.change.mutate({ runId, change }),
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
  const removed = await valueOrTell(
    one ? "The run was not deleted" : "The runs were not deleted",
    services()
      .library.remove.mutate({ runIds })
      .then((result) => (result.ok ? { ok: true as const, value: true } : result)),
  );
  if (removed === null) return;
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
  const ask = async () => success(await services().library.removed.query());
  return useFetched({ key: removedRunsKey, ask }, { staleTime: alwaysAsked }).value ?? noRuns;
}

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
  const entries = await valueOrTell(
    "The runs were not restored",
    services().library.restore.mutate({ runIds: [...runIds] }),
  );
  if (entries === null && undone.length > 0) {
    useDeletions.setState((others) => [...others, undone], true);
  }
  for (const entry of entries ?? []) takeEntry(entry);
}

/** One file for each run, one after the other, until one is not saved. */
export async function exportRuns(entries: readonly RunEntry[]): Promise<void> {
  for (const { id } of entries) {
    const file = await valueOrTell(
      "The run was not exported",
      services().library.exportRun.mutate({ runId: id }),
    );
    if (file === null) return;
    const saved = await saveFile(file).catch((error) => {
      tell("The file was not saved", messageOf(error));
      return false;
    });
    if (!saved) return;
  }
}
