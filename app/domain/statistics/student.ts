/** Student's t distribution, with degrees of freedom that need not be whole. */

/** Chance of a value further from 0 than `t`, on either side. */
export const studentTwoSided = (t: number, degrees: number): number =>
  Number.isFinite(t) ? incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) : 0;

/** The value that is exceeded with the chance `tail`, which lies between 0 and 0.5. */
export function studentUpperQuantile(tail: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (studentTwoSided(high, degrees) > 2 * tail) [low, high] = [high, 2 * high];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (studentTwoSided(middle, degrees) > 2 * tail) low = middle;
    else high = middle;
  }
}

/** ln Γ(x), x > 0: Stirling's series (DLMF 5.11.1), where its terms are small. */
function logGamma(x: number): number {
  let [shifted, product] = [x, 1];
  for (; shifted < 15; shifted += 1) product *= shifted;
  const square = shifted * shifted;
  const series =
    (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) /
    shifted;
  const stirling = (shifted - 0.5) * Math.log(shifted) - shifted + Math.log(2 * Math.PI) / 2;
  return stirling + series - Math.log(product);
}

/** The regularised incomplete beta function I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const logFactor =
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  // The fraction converges quickly on one side of the mean; the other is its complement.
  return x < (a + 1) / (a + b + 2)
    ? (Math.exp(logFactor) / a) * betaFraction(x, a, b)
    : 1 - (Math.exp(logFactor) / b) * betaFraction(1 - x, b, a);
}

const fractionTerms = 10_000;

/** DLMF 8.17.22, by the modified Lentz method: I. J. Thompson and A. R. Barnett, J. Comput. Phys. 64 (1986). */
function betaFraction(x: number, a: number, b: number): number {
  let [numerator, denominator, value] = [1, 0, 1];
  for (let term = 1; term < fractionTerms; ++term) {
    const m = term >> 1;
    const factor = term % 2 === 0 ? m * (b - m) : -(a + m) * (a + b + m);
    const coefficient = (factor * x) / ((a + term - 1) * (a + term));
    denominator = 1 / (1 + coefficient * denominator);
    numerator = 1 + coefficient / numerator;
    const change = numerator * denominator;
    value *= change;
    if (Math.abs(change - 1) < Number.EPSILON) break;
  }
  return 1 / value;
}
