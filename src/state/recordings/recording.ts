/**
 * Recordings as the player shows them: what is known of each so far, while it is read and after.
 * Screens that show the same one share it, and find it again when one comes back.
 */
import { useEffect, useMemo } from "react";
import { create } from "zustand";
import type {
  RecordingOverview,
  RecordingRef,
  RecordingUpdate,
} from "../../../app/contract/rpc/recordings.ts";
import type { ReadingProgress } from "../../../app/contract/rpc/records.ts";
import { recordingTimeline } from "../../../app/domain/timeline/recording-timeline.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { askToDo, follow } from "../services/ask.ts";
import { useConnection } from "../services/services.ts";

/** What is known of one recording. */
export interface RecordingReading {
  /** Null until the services answered. */
  readonly progress: ReadingProgress | null;
  /** The latest that came; null until something is known. */
  readonly overview: RecordingOverview | null;
  /** Why there is nothing to show, or no more of it. */
  readonly message: string | null;
}

export interface RecordingState extends RecordingReading {
  readonly timeline: Timeline | null;
  readonly reading: boolean;
}

const unread: RecordingReading = { progress: null, overview: null, message: null };
const nothing: RecordingState = { ...unread, timeline: null, reading: false };

/** An overview may take megabytes: beside those that are shown only the last few are kept. */
const mostKept = 4;

/** How many screens show each, by key. */
const shown = new Map<string, number>();

const useReadings = create<{ readonly byKey: ReadonlyMap<string, RecordingReading> }>()(() => ({
  byKey: new Map(),
}));

/** "run:ID", "capture:ID". */
export const recordingKey = ({ kind, id }: RecordingRef): string => `${kind}:${id}`;

/** An update without an overview leaves the one before it. */
export function afterUpdate(before: RecordingReading, update: RecordingUpdate): RecordingReading {
  const { progress, overview } = update;
  return {
    progress,
    overview: overview ?? before.overview,
    message: progress.state === "failed" ? progress.message : null,
  };
}

function keep(key: string, change: (before: RecordingReading) => RecordingReading): void {
  useReadings.setState(({ byKey }) => {
    const next = new Map(byKey);
    const before = next.get(key) ?? unread;
    next.delete(key);
    next.set(key, change(before));
    const left = [...next.keys()].filter((one) => one !== key && !shown.has(one));
    for (const oldest of left.slice(0, Math.max(0, next.size - mostKept))) next.delete(oldest);
    return { byKey: next };
  });
}

/** Reads it if need be, and follows the reading until it ends or nobody looks. */
function watch(recording: RecordingRef): () => void {
  const key = recordingKey(recording);
  return follow<RecordingUpdate>(
    (services, listener) => services.recordings.watch.subscribe({ recording }, listener),
    {
      onData: (update) => keep(key, (before) => afterUpdate(before, update)),
      onFailed: (message) => keep(key, (before) => ({ ...before, message })),
    },
  );
}

/** There is more of what goes on when somebody looks again. */
const isOver = ({ progress, overview }: RecordingReading): boolean =>
  overview !== null && progress !== null && progress.state !== "reading";

/** Null: there is none to show. */
export function useRecording(recording: RecordingRef | null): RecordingState {
  const connection = useConnection();
  const key = recording === null ? "" : recordingKey(recording);
  const reading = useReadings(({ byKey }) => byKey.get(key)) ?? unread;
  const over = isOver(reading);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the recording
  useEffect(() => {
    if (recording !== null && connection === "open" && !over) return watch(recording);
    return undefined;
  }, [connection, key, over]);
  useEffect(() => {
    shown.set(key, (shown.get(key) ?? 0) + 1);
    return () => {
      const others = (shown.get(key) ?? 0) - 1;
      if (others > 0) shown.set(key, others);
      else shown.delete(key);
      // A run that went on has more to show when it is opened again.
      keepUnlessGrowing(key);
    };
  }, [key]);
  const { overview } = reading;
  const timeline = useMemo(
    () => (overview === null ? null : recordingTimeline(overview)),
    [overview],
  );
  if (recording === null) return nothing;
  return { ...reading, timeline, reading: reading.progress?.state === "reading" };
}

function keepUnlessGrowing(key: string): void {
  const known = useReadings.getState().byKey.get(key);
  if (known?.overview?.plannedEndMs == null) return;
  keep(key, (before) => ({ ...before, progress: null }));
}

/** Ends the reading; what was read stays. */
export async function cancelReading(recording: RecordingRef): Promise<void> {
  await askToDo("The reading was not cancelled", (services, signal) =>
    services.recordings.cancel.mutate({ recording }, { signal }),
  );
}

/** Reads on, or again, after a cancel or a failure. */
export function readAgain(recording: RecordingRef): void {
  keep(recordingKey(recording), (before) => ({ ...before, progress: null, message: null }));
}
