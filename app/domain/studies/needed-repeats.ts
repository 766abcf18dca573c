/**
 * The repeats that a study needs before anything of it can be proven: each point is compared with the first by pairs,
 * and all that are compared share the chance of a false claim, the metric that was named beforehand by itself.
 */
import type { Comparison } from "../../contract/comparison.ts";
import { countOf } from "../format/numbers.ts";
import { leastSignedRankP } from "../statistics/rank-tests.ts";
import { runsNeeded } from "../statistics/runs-needed.ts";

export interface NeededRepeats {
  /** For the metric that is named beforehand. */
  readonly named: number;
  /** For each of the others, too. */
  readonly all: number;
}

/** `others`: metrics that are told of beside the one that is named beforehand. */
export function neededRepeats(points: number, others: number): NeededRepeats {
  const compared = Math.max(1, points - 1);
  const named = runsNeeded(leastSignedRankP, compared);
  return { named, all: Math.max(named, runsNeeded(leastSignedRankP, compared * others)) };
}

/** What so few repeats cannot prove, before they are run; null: they are enough. `name`: of the metric. */
export function repeatsAdvice(
  repeats: number,
  { named, all }: NeededRepeats,
  name: string,
): string | null {
  const too = all > named ? `, ${all} for the other metrics too` : "";
  if (repeats < named) {
    return `${countOf(repeats, "run")} of each ${repeats === 1 ? "is" : "are"} too few for a significant result: ${name} needs at least ${named}${too}.`;
  }
  return repeats < all
    ? `${countOf(repeats, "run")} of each ${repeats === 1 ? "is" : "are"} enough for ${name} alone; the other metrics need at least ${all}.`
    : null;
}

/**
 * Repeats that are missing where too few were run for anything to be proven; 0: none. For a metric that was named
 * beforehand, tested and not proven there are none: to look again and again until chance proves it is no proof.
 */
export function missingRepeats(
  repeats: number,
  named: readonly Comparison[],
  others: readonly Comparison[],
): number {
  const isOpen = named.some(
    ({ outcome }) => outcome.kind === "notProven" && outcome.reason !== "tooFewRuns",
  );
  if (isOpen) return 0;
  const needed = [...named, ...others].map(({ outcome }) =>
    outcome.kind === "notProven" ? (outcome.runsNeeded ?? 0) : 0,
  );
  return Math.max(0, ...needed.map((runs) => runs - repeats));
}
