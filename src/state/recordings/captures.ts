/** The captures that were opened, newest first; every screen that lists them shares one list. */
import { success } from "../../../app/contract/result.ts";
import type { CaptureEntry } from "../../../app/contract/rpc/captures.ts";
import { alwaysAsked, changeFetched, type Loading, useFetched } from "../services/fetching.ts";
import { messageOf, services } from "../services/services.ts";
import { useNavigation } from "../shell/navigation.ts";
import { notify } from "../shell/notifications.ts";
import { forgetRecordings } from "./forget.ts";

const key = ["captures"];
const none: readonly CaptureEntry[] = [];

export const newestFirst = (captures: readonly CaptureEntry[]): readonly CaptureEntry[] =>
  captures.toSorted((a, b) => b.openedAt.localeCompare(a.openedAt) || a.id.localeCompare(b.id));

const changeCaptures = (change: (before: readonly CaptureEntry[]) => readonly CaptureEntry[]) =>
  changeFetched<readonly CaptureEntry[]>(key, (before = none) => change(before));

/** Takes an entry that a call returned, before the list is asked for again. */
export const takeCapture = (entry: CaptureEntry): void =>
  changeCaptures((before) => newestFirst([...before.filter(({ id }) => id !== entry.id), entry]));

const ask = async () => success(newestFirst(await services().captures.list.query()));

export interface Captures extends Loading<readonly CaptureEntry[]> {
  readonly captures: readonly CaptureEntry[];
}

export function useCaptures(): Captures {
  const listed = useFetched({ key, ask }, { staleTime: alwaysAsked });
  return { ...listed, captures: listed.value ?? none };
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
    changeCaptures((before) => before.filter((capture) => capture.id !== id));
    forgetRecordings({ captureIds: [id] });
  } catch (error) {
    failed(messageOf(error));
  }
}

/** The paper's log, which comes with the program: its id. Rejects where it cannot be opened. */
export async function openedSample(): Promise<string> {
  const opened = await services().captures.openSample.mutate();
  if (!opened.ok) throw new Error(opened.error.message);
  takeCapture(opened.value.entry);
  return opened.value.entry.id;
}

export async function openSample(): Promise<void> {
  try {
    const id = await openedSample();
    useNavigation.getState().openReplay({ kind: "capture", id });
  } catch (error) {
    const title = "The sample log was not opened";
    notify({ intent: "error", title, body: messageOf(error) });
  }
}
