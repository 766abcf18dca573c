/** The captures that were opened, newest first; every screen that lists them shares one list. */
import { type Result, success } from "../../../app/contract/result.ts";
import type { CaptureEntry } from "../../../app/contract/rpc/captures.ts";
import { answerTo, ask, askToDo, type Call } from "../services/ask.ts";
import { alwaysAsked, changeFetched, type Loading, useFetched } from "../services/fetching.ts";
import { useNavigation } from "../shell/navigation.ts";
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

export const allCaptures: Call<readonly CaptureEntry[]> = async (services, signal) =>
  success(newestFirst(await services.captures.list.query(undefined, { signal })));

export interface Captures extends Loading<readonly CaptureEntry[]> {
  readonly captures: readonly CaptureEntry[];
}

export function useCaptures(): Captures {
  const listed = useFetched({ key, ask: allCaptures }, { staleTime: alwaysAsked });
  return { ...listed, captures: listed.value ?? none };
}

/** Null while it is not listed, or when it is gone. */
export const useCaptureEntry = (captureId: string | null): CaptureEntry | null =>
  useCaptures().captures.find(({ id }) => id === captureId) ?? null;

export async function removeCapture(entry: CaptureEntry): Promise<void> {
  const { id, title } = entry;
  const removed = await askToDo(
    `${title} was not removed`,
    (services, signal) => services.captures.remove.mutate({ id }, { signal }),
    { again: () => void removeCapture(entry) },
  );
  if (!removed) return;
  changeCaptures((before) => before.filter((capture) => capture.id !== id));
  forgetRecordings({ captureIds: [id] });
}

/** The paper's log, which comes with the program: its id. */
export async function openedSample(signal?: AbortSignal): Promise<Result<string>> {
  const opened = await answerTo(
    (services, signal) => services.captures.openSample.mutate(undefined, { signal }),
    signal,
  );
  if (!opened.ok) return opened;
  takeCapture(opened.value.entry);
  return success(opened.value.entry.id);
}

export async function openSample(): Promise<void> {
  const id = await ask("The sample log was not opened", () => openedSample(), {
    again: () => void openSample(),
  });
  if (id !== null) useNavigation.getState().openReplay({ kind: "capture", id });
}
