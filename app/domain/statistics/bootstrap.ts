/**
 * Intervals by drawing from the values themselves: B. Efron and R. J. Tibshirani, An Introduction to the
 * Bootstrap (1993), chapters 13 and 14. The same seed draws the same, so the same values always have the
 * same interval.
 */

import type { Interval } from "../../contract/comparison.ts";
import { SeededRandom } from "../seeded-random.ts";
import { usualConfidence } from "./interval.ts";
import { mean } from "./moments.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
import { quantileOfSorted, type Values } from "./quantiles.ts";

export interface BootstrapOptions {
  /**
   * percentile: what lies between the outer shares of the drawn statistics. bca: the same, corrected for
   * bias and for a spread that follows the value. A median is no smooth function of its values, which
   * the second correction relies on: its interval is better taken as percentile.
   */
  readonly kind: "percentile" | "bca";
  readonly confidence?: number;
  readonly draws?: number;
  readonly seed?: number;
}

const usualDraws = 2000;
const usualSeed = 20;

/**
 * Of any statistic of one or more samples, each drawn by itself; of pairs, give their differences.
 * The arrays that `statistic` gets are its own until it returns: it may sort them. Null where a sample
 * has fewer than two values, which say nothing of how they vary.
 */
export function bootstrapInterval(
  samples: readonly Values[],
  statistic: (samples: readonly Float64Array[]) => number,
  { kind, confidence = usualConfidence, draws = usualDraws, seed = usualSeed }: BootstrapOptions,
): Interval | null {
  if (samples.length === 0 || samples.some(({ length }) => length < 2)) return null;
  const given = samples.map((sample) => Float64Array.from(sample));
  const random = new SeededRandom(seed);
  const drawn = given.map((sample) => new Float64Array(sample.length));
  const statistics = new Float64Array(draws);
  for (let draw = 0; draw < draws; ++draw) {
    for (const [at, sample] of given.entries()) {
      const into = drawn[at];
      if (into === undefined) continue;
      for (let place = 0; place < into.length; ++place) {
        into[place] = sample[random.below(sample.length)] ?? Number.NaN;
      }
    }
    statistics[draw] = statistic(drawn);
  }
  statistics.sort();
  const tail = (1 - confidence) / 2;
  const [low, high] =
    kind === "percentile" ? [tail, 1 - tail] : correctedShares(given, statistic, statistics, tail);
  return {
    low: quantileOfSorted(statistics, low),
    high: quantileOfSorted(statistics, high),
    confidence,
  };
}

/** Which shares of the drawn statistics the interval lies between, once corrected: equation 14.10. */
function correctedShares(
  samples: readonly Float64Array[],
  statistic: (samples: readonly Float64Array[]) => number,
  drawn: Float64Array,
  tail: number,
): [number, number] {
  const estimate = statistic(samples.map((sample) => sample.slice()));
  let below = 0;
  for (const value of drawn) below += value < estimate ? 1 : value === estimate ? 0.5 : 0;
  const bias = normalQuantile(below / drawn.length);
  if (!Number.isFinite(bias)) return [tail, 1 - tail];
  const acceleration = accelerationOf(samples, statistic);
  const shareAt = (z: number): number =>
    normalCdf(bias + (bias + z) / (1 - acceleration * (bias + z)));
  return [shareAt(normalQuantile(tail)), shareAt(normalQuantile(1 - tail))];
}

/** How the spread follows the value, from what the statistic is without each value in turn. */
function accelerationOf(
  samples: readonly Float64Array[],
  statistic: (samples: readonly Float64Array[]) => number,
): number {
  let [cubes, squares] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    const n = sample.length;
    const without = sample.map((_, left) =>
      statistic(
        samples.with(
          at,
          sample.filter((__, place) => place !== left),
        ),
      ),
    );
    const center = mean(without);
    for (const value of without) {
      const influence = ((n - 1) * (center - value)) / n;
      cubes += influence ** 3;
      squares += influence ** 2;
    }
  }
  return squares > 0 ? cubes / (6 * squares ** 1.5) : 0;
}
