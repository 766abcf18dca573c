/** Reads recorded runs: from stored batches to timelines of as many points as asked for. */
import { setImmediate } from "node:timers/promises";
import type { Frame } from "../../contract/frame.ts";
import { asOfThisVersion } from "../../contract/resolve-scenario.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { TimelineRequest } from "../../contract/rpc/services.ts";
import type {
  RecordedTimeline,
  RunDetails,
  Series,
  SpanResponses,
} from "../../contract/rpc/timeline-data.ts";
import type { ToldRun } from "../../domain/recording/run-overview.ts";
import { SeriesRecorder } from "../../domain/series/series.ts";
import { SpanHistogram } from "../../domain/series/span-histogram.ts";
import type { Span } from "../../domain/timeline/span.ts";
import { EventDigest } from "../live/event-digest.ts";
import { sizesOfWhole } from "../live/live-feed.ts";
import {
  canBeCoarser,
  coarserBatches,
  isKept,
  leastSamples,
  samplesPerPoint,
} from "./coarse-batches.ts";
import { type UnpackedBatch, unpackBatch } from "./packed-batch.ts";
import { withoutLog } from "./run-rows.ts";
import type { CoarseBatch, RunStore, StoredBatch } from "./run-store.ts";

/** Batches between two looks at the event loop: others are served meanwhile. */
const batchesAtOnce = 32;

export const noSuchRun = (id: string) =>
  failure("notFound", `run ${id}: is not in the library; it may have been deleted`);

/** What is known of a run without reading its recording, and so without its ERRORLOG. */
export function readDetails(store: RunStore, runId: string): Result<RunDetails> {
  const entry = store.get(runId);
  const documents = store.documents(runId);
  if (entry === null || documents === null) return noSuchRun(runId);
  const { scenario, summary } = documents;
  return success({
    entry,
    ...documents,
    scenario: asOfThisVersion(scenario),
    summary: summary === null ? null : withoutLog(summary),
  });
}

/** All of a run, or a span of it with the events that came with it, its ERRORLOG among them. */
export async function readTimeline(
  store: RunStore,
  request: TimelineRequest,
  signal?: AbortSignal,
): Promise<Result<RecordedTimeline>> {
  const details = readDetails(store, request.runId);
  if (!details.ok) return details;
  const digest = new EventDigest({ sizes: Math.max(request.points, sizesOfWhole) });
  // Coarser copies have no lines of the ERRORLOG.
  const series = await readBatches(store, request, {
    level: 0,
    onFrame: (frame) => digest.take(frame.events),
    signal,
  });
  if (!series.ok) return series;
  const { events } = digest;
  const errorlog = events.flatMap((event) => (event.kind === "errorlog" ? event.line : []));
  const { summary } = details.value;
  return success({
    ...details.value,
    summary: summary === null ? null : { ...summary, errorlog },
    series: series.value,
    events,
  });
}

/** What happened in a run, but for what its ERRORLOG says: of a long one there may be millions of lines. */
export async function readEvents(store: RunStore, runId: string): Promise<Result<ToldRun>> {
  const details = readDetails(store, runId);
  if (!details.ok) return details;
  const digest = new EventDigest({ sizes: sizesOfWhole });
  // Two points have the coarsest copy read, which has every event.
  const series = await readFrames(store, details.value, { runId, points: 2 }, (frame) =>
    digest.take(frame.events.filter(isKept)),
  );
  if (!series.ok) return series;
  const endMs = series.value.timeMs.at(-1) ?? 0;
  const count = Math.round(endMs / details.value.scenario.sampleIntervalMs);
  const recorded = new Set(Object.keys(series.value.counters));
  const samples = { count, endMs, counters: recorded };
  return success({ details: details.value, events: digest.events, samples });
}

/** The samples of a run or of a span of it. */
export async function readSeries(
  store: RunStore,
  request: TimelineRequest,
  signal?: AbortSignal,
): Promise<Result<Series>> {
  const details = readDetails(store, request.runId);
  return details.ok ? readFrames(store, details.value, request, () => undefined, signal) : details;
}

/**
 * Points of a long span that response times are read from. Merging histograms loses nothing, so only
 * the two points that the span's ends cut are told less exactly by longer ones.
 */
const responsePoints = 2000;

/** Response times over a span. */
export async function readResponses(
  store: RunStore,
  runId: string,
  span: Span,
  signal?: AbortSignal,
): Promise<Result<SpanResponses>> {
  const details = readDetails(store, runId);
  if (!details.ok) return details;
  const coarse = await makeCoarse(store, details.value, responsePoints);
  if (!coarse.ok) return coarse;
  const range = { fromMs: span.startMs, toMs: span.endMs };
  const level = store.levelFor(runId, responsePoints, range);
  const histogram = new SpanHistogram(span);
  let read = 0;
  for (const batch of store.batches(runId, { ...range, level })) {
    const unpacked = unpackedBatch(runId, batch);
    if (!unpacked.ok) return unpacked;
    histogram.take(unpacked.value.frame, batch.fromMs);
    read += 1;
    if (read % batchesAtOnce === 0) await setImmediate();
    signal?.throwIfAborted();
  }
  return success(histogram.responses());
}

/** Reads what the answer needs: the batches that the span touches, of the coarsest level that will do. */
async function readFrames(
  store: RunStore,
  details: RunDetails,
  request: TimelineRequest,
  onFrame: (frame: Frame) => void,
  signal?: AbortSignal,
): Promise<Result<Series>> {
  const { runId, points, fromMs, toMs } = request;
  const coarse = await makeCoarse(store, details, points);
  if (!coarse.ok) return coarse;
  const level = store.levelFor(runId, points, { fromMs, toMs });
  return readBatches(store, request, { level, onFrame, signal });
}

interface BatchReading {
  readonly level: number;
  readonly onFrame: (frame: Frame) => void;
  readonly signal: AbortSignal | undefined;
}

async function readBatches(
  store: RunStore,
  { runId, points, fromMs, toMs }: TimelineRequest,
  { level, onFrame, signal }: BatchReading,
): Promise<Result<Series>> {
  const span = { fromMs, toMs };
  let recorder: SeriesRecorder | null = null;
  let read = 0;
  for (const batch of store.batches(runId, { ...span, level })) {
    const unpacked = unpackedBatch(runId, batch);
    if (!unpacked.ok) return unpacked;
    const { frame } = unpacked.value;
    // Merging beforehand bounds the memory; four times the points keep the answer's spans even.
    recorder ??= new SeriesRecorder({ capacity: 4 * points, startMs: batch.fromMs });
    recorder.take(frame, samplesPerPoint(level));
    onFrame(frame);
    read += 1;
    if (read % batchesAtOnce === 0) await setImmediate();
    signal?.throwIfAborted();
  }
  const shown = {
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
  };
  return success((recorder ?? new SeriesRecorder()).series({ points, ...shown }));
}

const samplesOf = ({ entry, scenario }: Pick<RunDetails, "entry" | "scenario">): number =>
  entry.engineMs / scenario.sampleIntervalMs;

/** Whether reading all of it takes longer than somebody wants to wait for a picture. */
export const isLong = (details: RunDetails): boolean => samplesOf(details) >= leastSamples;

/**
 * Coarser copies of a run that is over, at the first question that has a use for them: it is the last
 * one that reads all of a long recording.
 */
async function makeCoarse(
  store: RunStore,
  { entry, scenario }: RunDetails,
  points: number,
): Promise<Result<null>> {
  const useful =
    samplesOf({ entry, scenario }) >= Math.max(leastSamples, samplesPerPoint(1) * points);
  if (entry.status === "running" || !useful || store.hasCoarse(entry.id)) return success(null);
  const levels: CoarseBatch[][] = [];
  let finer: Iterable<StoredBatch> = store.batches(entry.id);
  for (;;) {
    const made = await coarserBatches(finer, (batch) => unpackedBatch(entry.id, batch));
    if (!made.ok) return made;
    levels.push(made.value);
    if (!canBeCoarser(made.value)) break;
    finer = made.value.map((batch, seq) => ({ ...batch, seq }));
  }
  try {
    store.keepCoarse(entry.id, levels);
  } catch {
    // On a full or read-only disk the recording answers, as it would without the copies.
  }
  return success(null);
}

/** A batch of a run; a failure names the run and the batch. */
export function unpackedBatch(runId: string, { seq, packed }: StoredBatch): Result<UnpackedBatch> {
  const unpacked = unpackBatch(packed);
  return unpacked.ok ? unpacked : damaged(runId, seq, unpacked.error.message);
}

const damaged = (id: string, seq: number, reason: string) =>
  failure("ioError", `run ${id}: batch ${seq} of its recording is damaged: ${reason}`);
