/**
 * Watching a run by reading along what is recorded of it: one that another process records, such as
 * `snapscope run --save`, or one that is over.
 */
import { setImmediate } from "node:timers/promises";
import type { LiveUpdate } from "../../contract/rpc/timeline-data.ts";
import { noSuchRun, unpackedBatch } from "../library/run-reader.ts";
import type { RunStore } from "../library/run-store.ts";
import { LiveFeed } from "./live-feed.ts";
import { Wake } from "./wake.ts";

/** Twice the interval at which a recording is written. */
const lookMs = 500;
/** Batches between two looks at the event loop: others are served meanwhile. */
const batchesAtOnce = 32;

export async function* followRun(
  store: RunStore,
  runId: string,
  signal: AbortSignal,
): AsyncGenerator<LiveUpdate> {
  // A subscription has no result to put an expected failure into: it ends with the message.
  const head = () => {
    const entry = store.get(runId);
    const documents = store.documents(runId);
    if (entry === null || documents === null) throw new Error(noSuchRun(runId).error.message);
    return { entry, origin: documents.origin };
  };
  const feed = new LiveFeed(head);
  let seq = 0;
  /** Whether the run is over. */
  const readOn = async (): Promise<boolean> => {
    store.interruptAbandoned();
    // In this order: what is written before the end is read before it is told.
    const over = head().entry.status !== "running";
    for (const batch of store.batches(runId, { fromSeq: seq })) {
      const unpacked = unpackedBatch(runId, batch);
      if (!unpacked.ok) throw new Error(unpacked.error.message);
      feed.take(unpacked.value.frame);
      seq = batch.seq + 1;
      if (seq % batchesAtOnce === 0) await setImmediate();
    }
    if (over) feed.end(store.documents(runId)?.summary ?? null);
    return over;
  };
  // The first piece has all there is by now, at the resolution of a whole.
  let over = await readOn();
  const stopped = new AbortController();
  const until = AbortSignal.any([signal, stopped.signal]);
  let problem: unknown = null;
  const reading = async () => {
    const wake = new Wake();
    try {
      while (!until.aborted && !over) {
        await wake.sleep(until, lookMs);
        over = await readOn();
      }
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
