/**
 * Chances of several tests, corrected so that the chance of even one false claim among all of them stays
 * what one test's would be: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure",
 * Scandinavian Journal of Statistics 6 (1979). The tests may depend on each other.
 *
 * In the order given; each at most 1.
 */
export function holm(chances: readonly number[]): number[] {
  const order = chances.map((p, at) => ({ p, at })).sort((one, other) => one.p - other.p);
  const adjusted: number[] = new Array(chances.length).fill(1);
  let least = 0;
  for (const [place, { p, at }] of order.entries()) {
    least = Math.max(least, Math.min(1, (chances.length - place) * p));
    adjusted[at] = least;
  }
  return adjusted;
}
