/**
 * Where a run's steady state begins: MSER-5. K. P. White, "An Effective Truncation Heuristic for Bias
 * Reduction in Simulation Output", Simulation 69 (1997), and K. P. White, M. J. Cobb and S. C. Spratt, "A
 * Comparison of Five Steady-State Truncation Heuristics for Simulation", Winter Simulation Conference
 * (2000): of means of five samples each, leave out as many at the front as make the rest's mean surest.
 * The rule knows no better than to leave out nearly all of a run that never settles, so what it finds is
 * judged as K. Hoad, S. Robinson and R. Davies do, "Automating Warm-Up Length Estimation", Journal of the
 * Operational Research Society 61 (2010): beyond half of the run it says that there is no steady state.
 * A slow drift that noise hides from it is looked for by a line through what remains.
 */
import { meansOf } from "./batch-means.ts";
import { leastSquares } from "./least-squares.ts";
import { mean } from "./moments.ts";
import type { Values } from "./quantiles.ts";

export const samplesPerMean = 5;
const fewestMeans = 20;
export const fewestSamples = fewestMeans * samplesPerMean;
/** The rule is not asked about the last means: so few can be alike by chance (Hoad et al.). */
const lastMeans = 5;
const groupsOfTrend = 10;
/** Chance, without a trend, of a line as steep as one that is called a trend. */
const trendSignificance = 0.01;
/** A share of the mean: a smaller drift over the steady part does not matter to a comparison. */
const materialDrift = 0.02;

export type FoundSteadyState =
  | {
      readonly kind: "steady";
      /** Samples to be left out at the front; 0 where all of the run is steady. */
      readonly warmUp: number;
    }
  | {
      readonly kind: "neverSteady";
      /** tooShort: too few samples to say; unsettled: the rule leaves out more than half; drifting: a trend remains. */
      readonly reason: "tooShort" | "unsettled" | "drifting";
      /** What to tell, as a sentence. */
      readonly message: string;
    };

/** `samples`: of a whole run, in order, each over an equally long time. */
export function steadyState(samples: Values): FoundSteadyState {
  // What fills no batch is left out at the end here: the front is what is asked about.
  const whole = samples.length - (samples.length % samplesPerMean);
  const means = meansOf(samples.slice(0, whole), samplesPerMean);
  if (means.length < fewestMeans) {
    return neverSteady(
      "tooShort",
      `The run has ${samples.length} samples, too few to find a steady state: at least ${fewestSamples} are needed.`,
    );
  }
  const left = truncation(means);
  if (left > means.length / 2) {
    return neverSteady(
      "unsettled",
      "No steady state was found: throughput was still changing in the second half. A longer run may settle.",
    );
  }
  const drift = driftOf(means.subarray(left));
  if (drift !== null) {
    const [direction, percent] = [drift > 0 ? "rose" : "fell", Math.abs(100 * drift).toFixed(1)];
    return neverSteady(
      "drifting",
      `No steady state was found: after its first changes throughput still ${direction}, by ${percent} % of its mean to the end. A longer run may settle.`,
    );
  }
  return { kind: "steady", warmUp: left * samplesPerMean };
}

const neverSteady = (
  reason: Extract<FoundSteadyState, { kind: "neverSteady" }>["reason"],
  message: string,
): FoundSteadyState => ({ kind: "neverSteady", reason, message });

/** How many of the means to leave out at the front; of several as good, the fewest. */
export function truncation(means: Values): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  // From the end: the mean of what remains, and the squared distances from it (B. P. Welford, 1962).
  let [count, center, squares] = [0, 0, 0];
  for (let at = means.length - 1; at >= 0; --at) {
    const value = means[at] ?? Number.NaN;
    count += 1;
    const distance = value - center;
    center += distance / count;
    squares += distance * (value - center);
    const error = squares / count ** 2;
    if (count > lastMeans && error <= least) [best, least] = [at, error];
  }
  return best;
}

/** From the first to the last of the values along the line through them, as a share of their mean; null: none that matters. */
function driftOf(means: Float64Array): number | null {
  const groups = meansOf(means, Math.floor(means.length / groupsOfTrend));
  const line = leastSquares(
    groups.map((_, at) => at),
    groups,
  );
  if (line === null || !(line.slopeP < trendSignificance)) return null;
  const drift = (line.slope * (groups.length - 1)) / Math.abs(mean(groups));
  return Math.abs(drift) >= materialDrift ? drift : null;
}
