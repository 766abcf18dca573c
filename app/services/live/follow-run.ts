/** Watching a run that another process records, such as `snapscope run --save`: by reading along. */
import type { LiveUpdate } from "../../contract/rpc/timeline-data.ts";
import { unpackBatch } from "../library/packed-batch.ts";
import type { RunStore } from "../library/run-store.ts";
import { LiveFeed } from "./live-feed.ts";
import { Wake } from "./wake.ts";

/** Twice the interval at which a recording is written. */
const lookMs = 500;

export async function* followRun(
  store: RunStore,
  runId: string,
  signal: AbortSignal,
): AsyncGenerator<LiveUpdate> {
  const head = () => {
    const entry = store.get(runId);
    const documents = store.documents(runId);
    if (entry === null || documents === null) throw new Error(`run ${runId}: was deleted`);
    return { entry, origin: documents.origin };
  };
  const feed = new LiveFeed(head);
  let seq = 0;
  const readOn = () => {
    store.interruptAbandoned();
    // In this order: what is written before the end is read before it is told.
    const over = head().entry.status !== "running";
    for (const batch of store.batches(runId, { fromSeq: seq })) {
      const unpacked = unpackBatch(batch.packed);
      if (!unpacked.ok)
        throw new Error(`run ${runId}: batch ${batch.seq}: ${unpacked.error.message}`);
      feed.take(unpacked.value.frame);
      seq = batch.seq + 1;
    }
    if (over) feed.end(store.documents(runId)?.summary ?? null);
    return over;
  };
  const stopped = new AbortController();
  const until = AbortSignal.any([signal, stopped.signal]);
  let problem: unknown = null;
  const reading = async () => {
    const wake = new Wake();
    try {
      while (!until.aborted && !readOn()) await wake.sleep(until, lookMs);
    } catch (error) {
      problem = error;
      stopped.abort();
    }
  };
  const done = reading();
  try {
    yield* feed.watch(until);
    if (problem !== null) throw problem;
  } finally {
    stopped.abort();
    await done;
  }
}
