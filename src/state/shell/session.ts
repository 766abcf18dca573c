/**
 * A session of the window: what is kept is loaded before the first screen, followed while it lasts,
 * and found again at the next start. Runs and captures that are gone by then are not brought back.
 */
import { create } from "zustand";
import { success } from "../../../app/contract/result.ts";
import { followLibrary, useLibrary } from "../library/library.ts";
import { allCaptures } from "../recordings/captures.ts";
import { forgetRecordings } from "../recordings/forget.ts";
import { answerTo } from "../services/ask.ts";
import { messageOf, onConnection } from "../services/services.ts";
import { keepSettingsSafe, loadSettings, readSetting, writeSetting } from "../services/settings.ts";
import {
  firstPlace,
  missingOf,
  placeOf,
  placeSchema,
  showsCapture,
  useNavigation,
} from "./navigation.ts";

export type SessionState =
  | { readonly status: "starting" }
  | { readonly status: "ready" }
  | { readonly status: "failed"; readonly message: string };

export const useSession = create<SessionState>()(() => ({ status: "starting" }));

const placeKey = "place";

function restorePlace(): void {
  useNavigation.getState().restore(readSetting(placeKey, placeSchema, firstPlace));
}

const keepPlace = (): (() => void) =>
  useNavigation.subscribe((state, before) => {
    const [now, then] = [placeOf(state), placeOf(before)];
    if (JSON.stringify(now) !== JSON.stringify(then)) writeSetting(placeKey, now);
  });

/** Once the library is listed: what the kept place shows may have been removed elsewhere. */
async function forgetTheGone(): Promise<void> {
  const place = placeOf(useNavigation.getState());
  const captures = showsCapture(place) ? await answerTo(allCaptures) : success([]);
  // A list that cannot be had leaves the place as it is: its screen will say what is missing.
  if (!captures.ok) return console.warn(captures.error.message);
  const { entries } = useLibrary.getState();
  const missing = missingOf(place, {
    runIds: entries.map(({ id }) => id),
    captureIds: captures.value.map(({ id }) => id),
  });
  forgetRecordings(missing);
}

function whenListed(task: () => void): () => void {
  return useLibrary.subscribe((library, before) => {
    if (library.status === "ready" && before.status !== "ready") task();
  });
}

/** Begins the session; the returned function ends it. */
export function startSession(): () => void {
  let ended = false;
  const ends: (() => void)[] = [];
  const begin = async (): Promise<void> => {
    await loadSettings();
    if (ended) return;
    restorePlace();
    const stopWaiting = whenListed(() => {
      stopWaiting();
      void forgetTheGone();
    });
    ends.push(stopWaiting, keepPlace(), keepSettingsSafe(), followLibrary());
    useSession.setState({ status: "ready" }, true);
  };
  const tryToBegin = (): void => {
    begin().catch((error) => {
      if (!ended) useSession.setState({ status: "failed", message: messageOf(error) }, true);
    });
  };
  tryToBegin();
  ends.push(
    onConnection((state) => {
      if (state === "open" && useSession.getState().status === "failed") tryToBegin();
    }),
  );
  return () => {
    ended = true;
    for (const end of ends) end();
  };
}
