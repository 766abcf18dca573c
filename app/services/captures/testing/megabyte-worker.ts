/** Entry of a worker thread for tests: it answers each call with a megabyte, or ends instead. */
import { type MessagePort, workerData } from "node:worker_threads";
import { expose } from "comlink";
import { success } from "../../../contract/result.ts";

const { port } = workerData as { readonly port: MessagePort };

const megabytes = {
  megabyte: () => success(new Uint8Array(1024 * 1024)),
  end: () => process.exit(0),
};
export type Megabytes = typeof megabytes;

expose(megabytes, port);
