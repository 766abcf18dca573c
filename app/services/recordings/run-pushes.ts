/** The push records of a run, read along what is recorded of it. */
import { setImmediate } from "node:timers/promises";
import type { RunEvent } from "../../contract/events.ts";
import { type Result, success } from "../../contract/result.ts";
import type { PushBatch, PushPiece } from "../../contract/rpc/recordings.ts";
import type { PushLog } from "../../domain/page-map/push-log.ts";
import { PushReader } from "../../domain/page-map/push-reader.ts";
import { noSuchRun, unpackedBatch } from "../library/run-reader.ts";
import type { RunStore } from "../library/run-store.ts";
import { Wake } from "../live/wake.ts";

/** Twice the interval at which a recording is written. */
const lookMs = 500;
/** A page decodes a piece in one go. */
const pieceBytes = 64 * 1024;

const tellsOfPushes = (event: RunEvent): event is PushBatch["events"][number] =>
  event.kind === "pushTarget" || event.kind === "pushTargetEnd" || event.kind === "extentOwners";

/** About as much as the spans of owners take. */
const spanBytes = (events: PushBatch["events"]): number =>
  events.reduce((sum, event) => sum + (event.kind === "extentOwners" ? event.spans.length : 0), 0);

/** `flush` brings what a run under way has not written yet into the library. */
export async function* runPushes(
  store: RunStore,
  runId: string,
  { flush, signal }: { readonly flush: (runId: string) => void; readonly signal: AbortSignal },
): AsyncGenerator<PushPiece> {
  const wake = new Wake();
  let seq = 0;
  while (!signal.aborted) {
    flush(runId);
    // In this order: what is written before the end is read before it is told.
    const entry = store.get(runId);
    // A subscription has no result to put an expected failure into: it ends with the message.
    if (entry === null) throw new Error(noSuchRun(runId).error.message);
    let [batches, bytes]: [PushBatch[], number] = [[], 0];
    for (const batch of store.batches(runId, { fromSeq: seq })) {
      const unpacked = unpackedBatch(runId, batch);
      if (!unpacked.ok) throw new Error(unpacked.error.message);
      seq = batch.seq + 1;
      const { events, pushes } = unpacked.value.frame;
      const told = events.filter(tellsOfPushes);
      if (told.length === 0 && pushes === undefined) continue;
      // A copy: the section shares the memory of its batch, which would travel with it.
      const own = pushes === undefined ? {} : { pushes: Uint8Array.from(pushes) };
      batches.push({ seq: batch.seq, events: told, ...own });
      bytes += (pushes?.byteLength ?? 0) + spanBytes(told);
      if (bytes < pieceBytes) continue;
      yield { batches, ended: false };
      [batches, bytes] = [[], 0];
    }
    const ended = entry.status !== "running";
    if (batches.length > 0 || ended) yield { batches, ended };
    if (ended) return;
    await wake.sleep(signal, lookMs);
  }
}

/** Batches between two looks at the event loop: others are served meanwhile. */
const batchesAtOnce = 32;

/** All that is recorded until now. */
export async function readPushLog(
  store: RunStore,
  runId: string,
  signal?: AbortSignal,
): Promise<Result<PushLog>> {
  if (!store.has(runId)) return noSuchRun(runId);
  const reader = new PushReader();
  let read = 0;
  for (const batch of store.batches(runId, { fromSeq: 0 })) {
    const unpacked = unpackedBatch(runId, batch);
    if (!unpacked.ok) return unpacked;
    const took = reader.take(unpacked.value.frame);
    if (!took.ok) return took;
    read += 1;
    if (read % batchesAtOnce === 0) await setImmediate();
    signal?.throwIfAborted();
  }
  return success(reader.log);
}
