/**
 * Coarser copies of a long recording. At each level a point stands for eight of the level below, and
 * a batch for as many points as one of the engine's would, so that a question is answered from about
 * as much as its answer holds, however long the run. They are telemetry batches like the engine's:
 * means, sums and merged histograms, and the events without what a later one makes superfluous. The
 * ERRORLOG is not copied: a run may have logged a million lines, and they are read from the recording.
 */
import { setImmediate } from "node:timers/promises";
import type { RunEvent } from "../../contract/events.ts";
import type { Frame } from "../../contract/frame.ts";
import { encodeBatch } from "../../contract/frame.ts";
import { type Result, success } from "../../contract/result.ts";
import { FrameMerger } from "../../domain/series/frame-merger.ts";
import { EventDigest } from "../live/event-digest.ts";
import { packBatch, type UnpackedBatch } from "./packed-batch.ts";
import type { CoarseBatch, StoredBatch } from "./run-store.ts";

/** Points of one level that are a point of the next. */
const ratio = 8;
/** How many points a batch has. */
const points = 256;

/** Samples that a point of a level stands for; those of level 0 are the samples. */
export const samplesPerPoint = (level: number): number => ratio ** level;

/** A shorter recording is read as fast as its copies would be. */
export const leastSamples = ratio * points;

export const isKept = ({ kind }: RunEvent): boolean =>
  kind !== "errorlog" && kind !== "partialSample" && kind !== "extentOwners";

/** The batches of a level, from those of the level below it. */
export async function coarserBatches(
  finer: Iterable<StoredBatch>,
  unpack: (batch: StoredBatch) => Result<UnpackedBatch>,
): Promise<Result<CoarseBatch[]>> {
  const merger = new FrameMerger({ ratio, points });
  const made: CoarseBatch[] = [];
  let digest = new EventDigest({ sizes: points });
  let fromMs = 0;
  const add = (merged: Frame): void => {
    const frame = { ...merged, events: [...digest.events, ...merged.events] };
    const toMs = frame.timeMs.at(-1) ?? fromMs;
    const packed = packBatch(encodeBatch(frame));
    made.push({ fromMs, toMs, points: frame.timeMs.length, packed });
    digest = new EventDigest({ sizes: points });
    fromMs = toMs;
  };
  for (const batch of finer) {
    const unpacked = unpack(batch);
    if (!unpacked.ok) return unpacked;
    const { frame } = unpacked.value;
    digest.take(frame.events.filter(isKept));
    for (const merged of merger.take(frame)) add(merged);
    await setImmediate();
  }
  const rest = merger.end();
  if (rest.timeMs.length > 0 || !digest.isEmpty) add(rest);
  return success(made);
}

/** Whether another level above these would have less to read. */
export const canBeCoarser = (batches: readonly CoarseBatch[]): boolean => batches.length > 1;
