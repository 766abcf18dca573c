import { join } from "node:path";
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

/** Of what is still reachable. */
function bufferBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().arrayBuffers;
}

it("keeps no answer once it is given", async () => {
  await megabyte();
  const before = bufferBytes();
  for (let call = 0; call < 50; ++call) expect((await megabyte()).ok).toBe(true);
  expect(bufferBytes() - before).toBeLessThan(10 * mebibyte);
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
