/** Reads recorded runs: from stored batches to timelines of as many points as asked for. */
import { setImmediate } from "node:timers/promises";
import { failure, type Result, success } from "../../contract/result.ts";
import type { TimelineRequest } from "../../contract/rpc/services.ts";
import type { RecordedTimeline } from "../../contract/rpc/timeline-data.ts";
import { SeriesRecorder } from "../../domain/series/series.ts";
import { EventDigest } from "../live/event-digest.ts";
import { sizesOfWhole } from "../live/live-feed.ts";
import { unpackBatch } from "./packed-batch.ts";
import type { RunStore } from "./run-store.ts";

/** Batches between two looks at the event loop: others are served meanwhile. */
const batchesAtOnce = 32;

export const noSuchRun = (id: string) =>
  failure("notFound", `run ${id}: is not in the library; it may have been deleted`);

/** All of a run, or a span of it with the events that came with it. */
export async function readTimeline(
  store: RunStore,
  { runId, points, fromMs, toMs }: TimelineRequest,
): Promise<Result<RecordedTimeline>> {
  const entry = store.get(runId);
  const documents = store.documents(runId);
  if (entry === null || documents === null) return noSuchRun(runId);
  const digest = new EventDigest(Math.max(points, sizesOfWhole));
  let recorder: SeriesRecorder | null = null;
  let read = 0;
  for (const batch of store.batches(runId, fromMs, toMs)) {
    const unpacked = unpackBatch(batch.packed);
    if (!unpacked.ok) return damaged(runId, batch.seq, unpacked.error.message);
    const { frame } = unpacked.value;
    // Merging beforehand bounds the memory; four times the points keep the answer's spans even.
    recorder ??= new SeriesRecorder({ capacity: 4 * points, startMs: batch.fromMs });
    recorder.take(frame);
    digest.take(frame.events);
    read += 1;
    if (read % batchesAtOnce === 0) await setImmediate();
  }
  const span = {
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
  };
  const series = (recorder ?? new SeriesRecorder()).series({ points, ...span });
  return success({ entry, ...documents, series, events: digest.events });
}

const damaged = (id: string, seq: number, reason: string) =>
  failure("ioError", `run ${id}: batch ${seq} of its recording is damaged: ${reason}`);
