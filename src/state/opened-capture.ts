/**
 * Captures as the player shows them: what is known of each so far, while it is read and after. Screens
 * that show the same one share it, and find it again when one comes back.
 */
import { useEffect, useMemo } from "react";
import { create } from "zustand";
import type { CaptureOverview } from "../../app/contract/capture.ts";
import type { CaptureProgress, CaptureUpdate } from "../../app/contract/rpc/captures.ts";
import { captureTimeline } from "../../app/domain/timeline/capture-timeline.ts";
import type { Timeline } from "../../app/domain/timeline/timeline.ts";
import { notify } from "./notifications.ts";
import { messageOf, services, useConnection } from "./services.ts";

/** What is known of one capture. */
export interface CaptureReading {
  /** Null until the services answered. */
  readonly progress: CaptureProgress | null;
  /** The latest that came; null until the first files are read a little. */
  readonly overview: CaptureOverview | null;
  /** Why there is nothing to show, or no more of it. */
  readonly message: string | null;
}

export interface OpenedCaptureState extends CaptureReading {
  readonly timeline: Timeline | null;
  readonly reading: boolean;
}

const unread: CaptureReading = { progress: null, overview: null, message: null };

/** An overview may take megabytes: only the last few are kept. */
const mostKept = 4;

const useReadings = create<{ readonly byId: ReadonlyMap<string, CaptureReading> }>()(() => ({
  byId: new Map(),
}));

/** An update without an overview leaves the one before it. */
export function afterUpdate(before: CaptureReading, update: CaptureUpdate): CaptureReading {
  const { progress, overview } = update;
  return {
    progress,
    overview: overview ?? before.overview,
    message: progress.state === "failed" ? progress.message : null,
  };
}

function keep(id: string, change: (before: CaptureReading) => CaptureReading): void {
  useReadings.setState(({ byId }) => {
    const next = new Map(byId);
    const before = next.get(id) ?? unread;
    next.delete(id);
    next.set(id, change(before));
    const [oldest] = next.keys();
    if (next.size > mostKept && oldest !== undefined) next.delete(oldest);
    return { byId: next };
  });
}

/** Reads it if need be, and follows the reading until it ends or nobody looks. */
function watch(id: string): () => void {
  const subscription = services().captures.watch.subscribe(
    { id },
    {
      onData: (update) => keep(id, (before) => afterUpdate(before, update)),
      onError: (error) => keep(id, (before) => ({ ...before, message: messageOf(error) })),
    },
  );
  return () => subscription.unsubscribe();
}

const isOver = ({ progress, overview }: CaptureReading): boolean =>
  overview !== null && progress !== null && progress.state !== "reading";

export function useOpenedCapture(captureId: string): OpenedCaptureState {
  const connection = useConnection();
  const reading = useReadings(({ byId }) => byId.get(captureId)) ?? unread;
  const over = isOver(reading);
  useEffect(() => {
    if (connection === "open" && !over) return watch(captureId);
    return undefined;
  }, [connection, captureId, over]);
  const { overview } = reading;
  const timeline = useMemo(
    () => (overview === null ? null : captureTimeline(overview, null)),
    [overview],
  );
  return { ...reading, timeline, reading: reading.progress?.state === "reading" };
}

/** Ends the reading; what was read stays. */
export async function cancelReading(id: string): Promise<void> {
  const failed = (body: string): void =>
    notify({ intent: "error", title: "The reading was not cancelled", body });
  try {
    const cancelled = await services().captures.cancel.mutate({ id });
    if (!cancelled.ok) failed(cancelled.error.message);
  } catch (error) {
    failed(messageOf(error));
  }
}

/** Reads on, or again, after a cancel or a failure. */
export function readAgain(id: string): void {
  keep(id, (before) => ({ ...before, progress: null, message: null }));
}
