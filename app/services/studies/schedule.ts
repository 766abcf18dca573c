/** Carries out runs in order, as many at a time as there is capacity for. */
import type { Scenario } from "../../contract/scenario.ts";
import { type Capacity, memoryOf } from "./capacity.ts";

export interface ScheduledRun {
  readonly scenario: Scenario;
}

/**
 * Settles when all that were begun are over; after an abort none is begun. `run` must not reject. The
 * next in order waits for its memory even where a later one would fit: none is put off for ever.
 */
export async function runInTurn<R extends ScheduledRun>(
  runs: readonly R[],
  { atOnce, memoryBytes }: Capacity,
  signal: AbortSignal,
  run: (one: R) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let taken = 0;
  for (const one of runs) {
    const needed = memoryOf(one.scenario);
    // What is too large for what is free now still runs, by itself.
    while (underWay.size >= atOnce || (underWay.size > 0 && taken + needed > memoryBytes)) {
      await Promise.race(underWay);
    }
    if (signal.aborted) break;
    taken += needed;
    const running = run(one).then(() => {
      underWay.delete(running);
      taken -= needed;
    });
    underWay.add(running);
  }
  await Promise.all(underWay);
}
