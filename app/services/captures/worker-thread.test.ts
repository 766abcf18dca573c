import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Remote } from "comlink";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Megabytes } from "./testing/megabyte-worker.ts";
import { WorkerThread } from "./worker-thread.ts";

const mebibyte = 1024 * 1024;
let thread: WorkerThread;

beforeEach(() => {
  thread = new WorkerThread({ entry: join(import.meta.dirname, "testing/megabyte-worker.ts") });
});
afterEach(() => thread.close());

const megabytesOf = (api: unknown) => api as Remote<Megabytes>;
const megabyte = () => thread.call((api) => megabytesOf(api).megabyte());

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** The bytes of what is still reachable: buffers are let go of in the background, after the first collection. */
async function bufferBytes(): Promise<number> {
  for (let collections = 0; collections < 2; ++collections) {
    collect();
    await setImmediate();
  }
  return process.memoryUsage().arrayBuffers;
}

it("keeps no answer once it is given", async () => {
  await megabyte();
  const before = await bufferBytes();
  for (let call = 0; call < 50; ++call) expect((await megabyte()).ok).toBe(true);
  expect((await bufferBytes()) - before).toBeLessThan(10 * mebibyte);
});

it("answers every call when it ends, and those that come later", async () => {
  const asked = [
    thread.call((api) => megabytesOf(api).end()),
    thread.call((api) => megabytesOf(api).megabyte()),
  ];
  for (const answer of await Promise.all(asked)) expect(answer.ok).toBe(false);
  expect(thread.running).toBe(false);
  expect((await megabyte()).ok).toBe(false);
});

it("rejects a call whose signal is aborted, and the thread hears of it", async () => {
  const abort = new AbortController();
  const works = [1, 2].map(() =>
    thread.call(
      (api, crossing) => megabytesOf(api).work(crossing ?? AbortSignal.abort()),
      abort.signal,
    ),
  );
  // It is at work: an answer to what was asked later has come.
  await megabyte();
  const rejected = Promise.all(works.map((work) => expect(work).rejects.toThrow("aborted")));
  abort.abort();
  await rejected;
  expect(await thread.call((api) => megabytesOf(api).ended(2))).toMatchObject({ value: 2 });
  await expect(thread.call(() => megabyte(), abort.signal)).rejects.toThrow("aborted");
});
