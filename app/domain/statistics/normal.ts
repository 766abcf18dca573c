/** The standard normal distribution, to the last digits of a double. */

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Chance of a value below `z`. */
export const normalCdf = (z: number): number => (z < 0 ? upperTail(-z) : 1 - upperTail(z));

/** Above this the series would lose digits by cancellation, and the continued fraction is quick. */
const seriesLimit = 2.5;
const fractionTerms = 200;

/**
 * Chance of a value above `z`, which is not negative: the series of G. Marsaglia, "Evaluating the Normal
 * Distribution", Journal of Statistical Software 11 (2004), and Laplace's continued fraction beyond it.
 */
function upperTail(z: number): number {
  if (z > seriesLimit) {
    let below = 0;
    for (let term = fractionTerms; term > 0; --term) below = term / (z + below);
    return density(z) / (z + below);
  }
  let [sum, term] = [0, z];
  for (let odd = 1; sum !== sum + term; odd += 2) {
    sum += term;
    term *= (z * z) / (odd + 2);
  }
  return 0.5 - density(z) * sum;
}

/** The value below which lies the share `p`; infinite at 0 and 1. */
export function normalQuantile(p: number): number {
  const tail = Math.min(p, 1 - p);
  if (!(tail > 0)) return p <= 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  // M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 26.2.23: good to 4.5e-4.
  const t = Math.sqrt(-2 * Math.log(tail));
  let z =
    t -
    (2.515517 + t * (0.802853 + t * 0.010328)) /
      (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  // Halley's step triples the digits that are right.
  for (let step = 0; step < 3; ++step) {
    const newton = (normalCdf(-z) - tail) / density(z);
    z += newton / (1 - (newton * z) / 2);
  }
  return p < 0.5 ? -z : z;
}
