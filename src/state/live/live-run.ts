/** The run under way that a screen shows. Screens that show the same one share a subscription. */
import { useMemo, useSyncExternalStore } from "react";
import type { LiveUpdate } from "../../../app/contract/rpc/timeline-data.ts";
import { detailsOf } from "../library/run-details.ts";
import { answerTo, follow } from "../services/ask.ts";
import { type FeedSource, LiveFeed, type LiveRun, noLiveRun } from "./live-feed.ts";

export type { LiveRun } from "./live-feed.ts";

/** The scenario comes first: the length of the warm-up is only in it. Then pieces, from the start. */
const sourceOf = (runId: string): FeedSource => ({
  open: (listener) => {
    const left = new AbortController();
    const begin = async (): Promise<void> => {
      const details = await answerTo(detailsOf(runId), left.signal);
      if (left.signal.aborted) return;
      if (!details.ok) return listener.onProblem(details.error.message);
      listener.onScenario(details.value.scenario);
      const unfollow = follow<LiveUpdate>(
        (services, updates) => services.experiments.watch.subscribe({ runId }, updates),
        {
          onData: (update) => listener.onUpdate(update),
          onFailed: (message) => listener.onProblem(message),
        },
      );
      left.signal.addEventListener("abort", unfollow);
    };
    void begin();
    return () => left.abort();
  },
  beforeNextFrame: (task) => {
    // A hidden page draws no frames; the state must still follow, or it would come in one lump.
    if (document.visibilityState === "hidden") setTimeout(task, 250);
    else requestAnimationFrame(task);
  },
});

const feeds = new Map<string, LiveFeed>();

function feedOf(runId: string): LiveFeed {
  for (const [id, feed] of feeds) {
    if (id !== runId && !feed.hasReaders) feeds.delete(id);
  }
  const known = feeds.get(runId);
  if (known !== undefined) return known;
  const made = new LiveFeed(sourceOf(runId));
  feeds.set(runId, made);
  return made;
}

const nothing = { subscribe: () => () => undefined, current: noLiveRun };

export function useLiveRun(runId: string | null): LiveRun {
  const feed = useMemo(() => (runId === null ? nothing : feedOf(runId)), [runId]);
  const subscribe = useMemo(() => feed.subscribe.bind(feed), [feed]);
  return useSyncExternalStore(subscribe, () => feed.current);
}
