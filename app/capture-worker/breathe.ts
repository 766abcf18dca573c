/** Lets messages in between two slices of work. */
import { setImmediate } from "node:timers/promises";

export const breathe = (): Promise<void> => setImmediate();

export interface Work {
  enough(): boolean;
  /** Does a slice; false when there is no more to do now. */
  step(): boolean;
}

/** Works until it is enough or there is no more to do. */
export async function workThrough({ enough, step }: Work): Promise<void> {
  while (!enough() && step()) await breathe();
}

/** How long somebody waits for an answer before what there is will do, ms. */
const patienceMs = 100;

/** The same, but not for long; while `mayGrow`, there may be more to do later. */
export async function workAWhile({ enough, step }: Work, mayGrow: () => boolean): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!enough() && performance.now() < deadline) {
    if (!step() && !mayGrow()) return;
    await breathe();
  }
}
