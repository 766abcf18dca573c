/** The runs of the library, following what happens to them from whatever window or command. */
import { create } from "zustand";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { LibraryChange } from "../../../app/contract/rpc/services.ts";
import { forgetRecordings } from "../recordings/forget.ts";
import { fetched } from "../services/fetching.ts";
import { messageOf, services } from "../services/services.ts";
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

/** Of what was deleted, for whoever shows it: asked again when a run goes or comes back. */
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
  let stopped = false;
  const fail = (error: unknown): void => {
    if (!stopped) setLibrary({ status: "failed", message: messageOf(error) });
  };
  const list = async (): Promise<void> => {
    waiting = [];
    const entries = await services().library.list.query();
    if (stopped) return;
    setLibrary({ status: "ready", message: null, entries: newestFirst(entries) });
    for (const change of waiting ?? []) apply(change);
    waiting = null;
  };
  const subscription = services().library.changes.subscribe(undefined, {
    onStarted: () => void list().catch(fail),
    onData: (change) => {
      if (waiting === null) apply(change);
      else waiting.push(change);
    },
    onError: fail,
  });
  return () => {
    stopped = true;
    subscription.unsubscribe();
  };
}

export const useRun = (runId: string | null): RunEntry | null =>
  useLibrary(({ entries }) => entries.find(({ id }) => id === runId) ?? null);
