/** Lets messages in between two slices of work. */
import { setImmediate } from "node:timers/promises";

export const breathe = (): Promise<void> => setImmediate();

export interface Work {
  /** Nobody waits for it any more: it ends with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  enough(): boolean;
  /** Does a slice; false when there is no more to do now. */
  step(): boolean;
}

/** Works until it is enough or there is no more to do. */
export async function workThrough({ enough, step, signal }: Work): Promise<void> {
  while (!enough() && step()) {
    await breathe();
    signal?.throwIfAborted();
  }
}

/** How long somebody waits for an answer before what there is will do, ms. */
const patienceMs = 100;

/** Works, but not for long; while `mayGrow`, there may be more to do later. */
export async function workAWhile(
  { enough, step, signal }: Work,
  mayGrow: () => boolean,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!enough() && performance.now() < deadline) {
    if (!step() && !mayGrow()) return;
    await breathe();
    signal?.throwIfAborted();
  }
}
