/** Entry of a worker thread for tests: it answers each call with a megabyte, ends instead, or works until nobody waits. */
import { setImmediate } from "node:timers/promises";
import { type MessagePort, workerData } from "node:worker_threads";
import { expose } from "comlink";
import { success } from "../../../contract/result.ts";

const { port } = workerData as { readonly port: MessagePort };

let ended = 0;

const megabytes = {
  megabyte: () => success(new Uint8Array(1024 * 1024)),
  end: () => process.exit(0),
  async work(signal: AbortSignal) {
    while (!signal.aborted) await setImmediate();
    ended += 1;
    return success(null);
  },
  /** Settles when so many works have ended. */
  async ended(works: number) {
    while (ended < works) await setImmediate();
    return success(ended);
  },
};
export type Megabytes = typeof megabytes;

expose(megabytes, port);
