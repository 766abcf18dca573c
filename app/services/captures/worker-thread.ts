/**
 * A worker thread that holds one capture. What goes wrong in it, running out of memory included, ends
 * this thread alone: every request then fails with the reason.
 */

import { transferableAbortSignal } from "node:util";
import { MessageChannel, Worker } from "node:worker_threads";
import { proxy, type Remote, transfer, wrap } from "comlink";
import type { CaptureWorkerApi } from "../../capture-worker/api.ts";
import { type Failed, failure, type Result } from "../../contract/result.ts";
import type { CaptureUpdate } from "../../contract/rpc/captures.ts";

/** The heap of the thread's own values; what it keeps of each record lies beside them. */
const maxHeapMiB = 1024;

export interface ThreadOptions {
  /** The program that the thread runs. */
  readonly entry: string;
  readonly maxHeapMiB?: number;
}

/** A question to the thread. `crossing`: who asks waits no more; undefined: they wait for good. */
export type ThreadWork<T> = (
  api: Remote<CaptureWorkerApi>,
  crossing: AbortSignal | undefined,
) => PromiseLike<Result<T>>;

export class WorkerThread {
  readonly #worker: Worker;
  readonly #api: Remote<CaptureWorkerApi>;
  /** Settles when the thread has ended. */
  readonly ended: Promise<Failed>;
  /** Why it has ended; null while it runs. */
  #end: Failed | null = null;
  readonly #unanswered = new Set<(end: Failed) => void>();

  constructor({ entry, maxHeapMiB: heap = maxHeapMiB }: ThreadOptions) {
    const { port1, port2 } = new MessageChannel();
    this.#worker = new Worker(entry, {
      workerData: { port: port2 },
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: heap },
      execArgv: [],
    });
    this.#api = wrap<CaptureWorkerApi>(port1);
    this.ended = new Promise((resolve) => {
      this.#worker.once("error", (error: NodeJS.ErrnoException) => {
        port1.close();
        resolve(failure("interrupted", reasonOf(error, heap), error.stack));
      });
      this.#worker.once("exit", () => {
        port1.close();
        resolve(failure("interrupted", "the capture was closed; open it again"));
      });
    });
    void this.ended.then((end) => {
      this.#end = end;
      for (const resolve of this.#unanswered) resolve(end);
      this.#unanswered.clear();
    });
  }

  get running(): boolean {
    return this.#end === null;
  }

  /**
   * Every call settles, with the abort of its signal at once, also when the thread ends before it has answered. What waits for the end is forgotten with the
   * answer: a race with `ended` would keep each answer for as long as the thread lives.
   */
  call<T>(work: ThreadWork<T>, signal?: AbortSignal): Promise<Result<T>> {
    if (this.#end !== null) return Promise.resolve(this.#end);
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const abandon = () => {
        forget();
        reject(signal?.reason);
      };
      const forget = () => {
        this.#unanswered.delete(resolve);
        signal?.removeEventListener("abort", abandon);
      };
      this.#unanswered.add(resolve);
      signal?.addEventListener("abort", abandon, { once: true });
      work(this.#api, crossing(signal)).then(
        (answer) => {
          forget();
          resolve(answer);
        },
        (error: unknown) => {
          forget();
          reject(error);
        },
      );
    });
  }

  read(listener: (update: CaptureUpdate) => void): void {
    void this.#api.read(proxy(listener));
  }

  cancel(): void {
    void this.#api.cancel();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** A signal as it goes to another thread, and is heard there. */
function crossing(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined) return undefined;
  const own = transferableAbortSignal(signal);
  return transfer(own, [own]);
}

function reasonOf({ code, message }: NodeJS.ErrnoException, heapMiB: number): string {
  return code === "ERR_WORKER_OUT_OF_MEMORY"
    ? `reading took more memory than ${heapMiB} MiB and was ended; open fewer or smaller files at once`
    : `reading ended with an internal error (${message}); nothing else is affected, the file is unchanged`;
}
