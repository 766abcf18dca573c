/**
 * Entry of a capture's worker thread. A large log keeps a core busy for seconds: here it delays
 * nobody, and when it fails nothing else does.
 */
import { type MessagePort, workerData } from "node:worker_threads";
import { expose } from "comlink";
import { CaptureSession } from "./capture-session.ts";

const { port } = workerData as { readonly port: MessagePort };
expose(new CaptureSession(), port);
