/** What the creations of a recorded run cost, from its samples as they were measured. */
import { setImmediate } from "node:timers/promises";
import type { CreationCost } from "../../contract/creation-cost.ts";
import { type Result, success } from "../../contract/result.ts";
import { noticedIn } from "../../domain/acts/noticed-acts.ts";
import { creationCost } from "../../domain/creation-cost/creation-cost.ts";
import { watchedCreations } from "../../domain/creation-cost/creation-spans.ts";
import { snapshotSpans } from "../../domain/creation-cost/snapshots-of-run.ts";
import type { MeasuredSamples } from "../../domain/series/measured-samples.ts";
import { SeriesRecorder } from "../../domain/series/series.ts";
import { setupPhraseAt } from "../../domain/setup-phrase.ts";
import { readEvents, unpackedBatch } from "./run-reader.ts";
import type { RunStore } from "./run-store.ts";

/** Batches between two looks at the event loop: others are served meanwhile. */
const batchesAtOnce = 32;

export async function readCreationCosts(
  store: RunStore,
  runId: string,
): Promise<Result<CreationCost[]>> {
  const told = await readEvents(store, runId);
  if (!told.ok) return told;
  const { details, events, samples } = told.value;
  const { scenario, summary } = details;
  const recorded = {
    warmupMs: summary?.run.warmupMs ?? scenario.warmupSeconds * 1000,
    endMs: samples.endMs,
  };
  const costs: CreationCost[] = [];
  const acts = noticedIn(events);
  for (const creation of watchedCreations(snapshotSpans(events, scenario), recorded, acts)) {
    const range = { fromMs: creation.before.startMs, toMs: creation.after.endMs };
    const measured = await readMeasured(store, runId, range, scenario.sampleIntervalMs);
    if (!measured.ok) return measured;
    const setup = setupPhraseAt(scenario, events, creation.startMs);
    costs.push(creationCost(creation, measured.value, "run", setup, acts));
  }
  return success(costs);
}

/** Every sample of a span, and some around it. */
async function readMeasured(
  store: RunStore,
  runId: string,
  range: { readonly fromMs: number; readonly toMs: number },
  sampleMs: number,
): Promise<Result<MeasuredSamples>> {
  let recorder: SeriesRecorder | null = null;
  let read = 0;
  for (const batch of store.batches(runId, range)) {
    const unpacked = unpackedBatch(runId, batch);
    if (!unpacked.ok) return unpacked;
    recorder ??= new SeriesRecorder({ startMs: batch.fromMs });
    recorder.take(unpacked.value.frame);
    read += 1;
    if (read % batchesAtOnce === 0) await setImmediate();
  }
  return success((recorder ?? new SeriesRecorder()).measured(sampleMs));
}
