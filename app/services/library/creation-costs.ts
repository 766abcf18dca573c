/** What a run's first creation cost, from its recording: read where the two spans around it are. */
import {
  type CreationCost,
  type CreationWatch,
  noCreationCost,
  SpanResponses,
  spansAround,
} from "../../domain/creation-cost.ts";
import type { Span } from "../../domain/timeline/span.ts";
import { unpackBatch } from "./packed-batch.ts";
import type { TimedBatch } from "./run-store.ts";

export interface RecordedRun {
  readonly warmupMs: number;
  /** How far the recording goes. */
  readonly endMs: number;
  readonly sampleIntervalMs: number;
  /** Batches that touch a span, in order; others may be among them. */
  batchesIn(span: Span): Iterable<Pick<TimedBatch, "fromMs" | "packed">>;
}

export function costOfCreation(watch: CreationWatch, run: RecordedRun): CreationCost {
  const creation = watch.first(run);
  if (creation === null) return noCreationCost;
  const creationMs = creation.endMs - creation.startMs;
  const spans = spansAround(creation, run.sampleIntervalMs);
  if (spans === null) return { ...noCreationCost, creationMs };
  const [p99BeforeMs, p99AfterMs] = [p99In(spans.before, run), p99In(spans.after, run)];
  return { creationMs, p99BeforeMs, p99AfterMs };
}

/** Null as well where the recording is damaged there: who opens the run is told so. */
function p99In(span: Span, run: RecordedRun): number | null {
  const responses = new SpanResponses(span);
  for (const { fromMs, packed } of run.batchesIn(span)) {
    const unpacked = unpackBatch(packed);
    if (!unpacked.ok) return null;
    responses.take(unpacked.value.frame, fromMs);
  }
  return responses.p99Ms;
}
