/** The captures that were opened, newest first; every screen that lists them shares one list. */
import { useEffect } from "react";
import { create } from "zustand";
import type { CaptureEntry } from "../../app/contract/rpc/captures.ts";
import { useNavigation } from "./navigation.ts";
import { notify } from "./notifications.ts";
import { messageOf, services, useConnection } from "./services.ts";

export interface CapturesState {
  readonly status: "loading" | "ready" | "failed";
  readonly message: string | null;
  readonly captures: readonly CaptureEntry[];
}

const useCaptureStore = create<CapturesState>()(() => ({
  status: "loading",
  message: null,
  captures: [],
}));

export const newestFirst = (captures: readonly CaptureEntry[]): readonly CaptureEntry[] =>
  captures.toSorted((a, b) => b.openedAt.localeCompare(a.openedAt) || a.id.localeCompare(b.id));

export async function loadCaptures(): Promise<void> {
  try {
    const captures = newestFirst(await services().captures.list.query());
    useCaptureStore.setState({ status: "ready", message: null, captures });
  } catch (error) {
    const message = messageOf(error);
    // A list that is there stays of use while the services are away.
    useCaptureStore.setState(({ status }) =>
      status === "ready" ? {} : { status: "failed", message },
    );
  }
}

/** Takes an entry that a call returned, before the list is asked for again. */
export function takeCapture(entry: CaptureEntry): void {
  useCaptureStore.setState(({ captures }) => ({
    captures: newestFirst([...captures.filter(({ id }) => id !== entry.id), entry]),
  }));
}

/** Listed anew by each component that begins to use it. */
export function useCaptures(): CapturesState {
  const connection = useConnection();
  useEffect(() => {
    if (connection === "open") void loadCaptures();
  }, [connection]);
  return useCaptureStore();
}

/** Null while it is not listed, or when it is gone. */
export const useCaptureEntry = (captureId: string | null): CaptureEntry | null =>
  useCaptures().captures.find(({ id }) => id === captureId) ?? null;

export async function removeCapture({ id, title }: CaptureEntry): Promise<void> {
  const failed = (body: string): void =>
    notify({ intent: "error", title: `${title} was not removed`, body });
  try {
    const removed = await services().captures.remove.mutate({ id });
    if (!removed.ok) return failed(removed.error.message);
    useCaptureStore.setState(({ captures }) => ({
      captures: captures.filter((capture) => capture.id !== id),
    }));
    useNavigation.getState().forget({ captureIds: [id] });
  } catch (error) {
    failed(messageOf(error));
  }
}

/** The paper's log, which comes with the program; shown in Replay. */
export async function openSample(): Promise<void> {
  const failed = (body: string): void =>
    notify({ intent: "error", title: "The sample log was not opened", body });
  try {
    const opened = await services().captures.openSample.mutate();
    if (!opened.ok) return failed(opened.error.message);
    takeCapture(opened.value.entry);
    useNavigation.getState().openReplay({ kind: "capture", id: opened.value.entry.id });
  } catch (error) {
    failed(messageOf(error));
  }
}

/** Those whose title or a file's name has every word of `search`. */
export function matchingCaptures(
  captures: readonly CaptureEntry[],
  search: string,
): readonly CaptureEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return captures.filter(({ title, openedAt, files }) => {
    const text = [title, openedAt, ...files.map(({ name }) => name)].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
