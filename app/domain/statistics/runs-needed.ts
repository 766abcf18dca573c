/** How many runs it takes before any difference, however clear, can be proven. */
import { significance } from "./interval.ts";

/**
 * `leastP`: the smallest chance that so many runs of each side can come to. `family`: tests that share the chance of a
 * false claim (Holm), of which the surest counts as that many.
 */
export function runsNeeded(leastP: (runs: number) => number, family: number): number {
  let runs = 1;
  while (leastP(runs) * family > significance) runs += 1;
  return runs;
}
