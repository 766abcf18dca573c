import { expect, it } from "vitest";
import { encodeBatch } from "../../contract/frame.ts";
import type { LiveUpdate } from "../../contract/rpc/timeline-data.ts";
import { packBatch } from "../library/packed-batch.ts";
import type { RunStore, StoredBatch } from "../library/run-store.ts";
import { newEntry } from "../run-entry.ts";
import { fakeScenario, never } from "../testing/scratch-services.ts";
import { followRun } from "./follow-run.ts";

const scenario = await fakeScenario("");
const id = crypto.randomUUID();
const entry = newEntry({ id, scenario, preset: null, name: scenario.name });

/** One sample, at the end of its second. */
const batchOf = (seq: number): StoredBatch => {
  const frame = { timeMs: [1000 * (seq + 1)], counters: {}, waits: {}, events: [] };
  return { seq, fromMs: 1000 * seq, packed: packBatch(encodeBatch(frame)) };
};

it("tells the last batch of a run that ends while it is read", async () => {
  const written = [batchOf(0)];
  let isOver = false;
  const store = {
    interruptAbandoned: () => [],
    get: () => ({ ...entry, status: isOver ? "completed" : "running" }),
    documents: () => ({ scenario, summary: null, origin: "2006-10-23T21:48:07.000" }),
    *batches(_: string, { fromSeq }: { fromSeq: number }) {
      yield* written.slice(fromSeq);
      // The other process writes its last batch, and then the end.
      if (!isOver) written.push(batchOf(written.length));
      isOver = true;
    },
  } as unknown as RunStore;
  const pieces: LiveUpdate[] = [];
  for await (const piece of followRun(store, id, never())) pieces.push(piece);
  expect(pieces.flatMap(({ series }) => [...series.timeMs])).toEqual([1000, 2000]);
  expect(pieces.at(-1)).toMatchObject({ ended: true, entry: { status: "completed" } });
});
