/** The runs of the library, following what happens to them from whatever window or command. */
import { create } from "zustand";
import { success } from "../../../app/contract/result.ts";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { LibraryChange } from "../../../app/contract/rpc/services.ts";
import { forgetRecordings } from "../recordings/forget.ts";
import { answerTo, type Call, follow } from "../services/ask.ts";
import { fetched } from "../services/fetching.ts";
import { afterChange, newestFirst } from "./library-entries.ts";

export interface LibraryState {
  readonly status: "loading" | "ready" | "failed";
  readonly message: string | null;
  readonly entries: readonly RunEntry[];
}

export const useLibrary = create<LibraryState>()(() => ({
  status: "loading",
  message: null,
  entries: [],
}));

const setLibrary = useLibrary.setState;

/** Takes an entry that a call returned, without waiting for the change to come round. */
export const takeEntry = (entry: RunEntry): void => apply({ kind: "changed", entry });

/** The key of what was deleted, for whoever shows it: asked again when a run goes or comes back. */
export const removedRunsKey = ["removed runs"];

function apply(change: LibraryChange): void {
  const before = useLibrary.getState().entries.length;
  setLibrary(({ entries }) => ({ entries: afterChange(entries, change) }));
  if (useLibrary.getState().entries.length !== before) {
    void fetched.invalidateQueries({ queryKey: removedRunsKey });
  }
  if (change.kind === "removed") forgetRecordings({ runIds: [change.runId] });
}

/**
 * Lists whenever the subscription starts, which it does again after a lost connection. Changes that
 * come while the list is on its way are applied after it: none is missed.
 */
export function followLibrary(): () => void {
  let waiting: LibraryChange[] | null = [];
  const left = new AbortController();
  const fail = (message: string): void => {
    if (!left.signal.aborted) setLibrary({ status: "failed", message });
  };
  const list = async (): Promise<void> => {
    waiting = [];
    const listed = await answerTo(allRuns, left.signal);
    if (left.signal.aborted) return;
    if (!listed.ok) return fail(listed.error.message);
    setLibrary({ status: "ready", message: null, entries: newestFirst(listed.value) });
    for (const change of waiting ?? []) apply(change);
    waiting = null;
  };
  const unfollow = follow<LibraryChange>(
    (services, listener) => services.library.changes.subscribe(undefined, listener),
    {
      onStarted: () => void list(),
      onData: (change) => {
        if (waiting === null) apply(change);
        else waiting.push(change);
      },
      onFailed: fail,
    },
  );
  return () => {
    left.abort();
    unfollow();
  };
}

const allRuns: Call<readonly RunEntry[]> = async (services, signal) =>
  success(await services.library.list.query(undefined, { signal }));

export const useRun = (runId: string | null): RunEntry | null =>
  useLibrary(({ entries }) => entries.find(({ id }) => id === runId) ?? null);
