/**
 * Tests by ranks, which ask nothing of the shape of what is compared: Wilcoxon's signed-rank test for
 * pairs, the Mann-Whitney U test for two samples. Two-sided.
 */
import { normalCdf } from "./normal.ts";
import { choiceDistribution, signDistribution } from "./null-distribution.ts";
import type { Values } from "./quantiles.ts";
import { ranksOf } from "./ranks.ts";

/** Up to so many values in all, the chance is counted; beyond, the normal distribution is as good. */
export const mostCounted = 50;

/** exact: counted over all choices of signs or sides, given the ranks, ties included. */
export type PValueBy = "exact" | "normal";

export interface RankTest {
  /** The sum of the positive signed ranks (R+); of two samples, U of the second. */
  readonly statistic: number;
  readonly p: number;
  readonly by: PValueBy;
  /**
   * Rank-biserial correlation, −1 to 1: D. S. Kerby, "The Simple Difference Formula", Comprehensive
   * Psychology 3 (2014). For two samples that is Cliff's delta: the chance that a value of the second is
   * the higher one, less the chance that it is the lower one.
   */
  readonly effect: number;
}

/**
 * Whether differences lie evenly around zero. Zeros are ranked with the others and then left out: J. W.
 * Pratt, "Remarks on Zeros and Ties in the Wilcoxon Signed Rank Procedures", JASA 54 (1959). Runs that a
 * setting does not change speak against a difference, and dropping them first would hide that.
 *
 * `by`: "exact" or "normal" whatever the number of differences; by default as `mostCounted` says.
 */
export function signedRankTest(differences: Values, by?: PValueBy): RankTest {
  const { doubled, ties } = ranksOf(Float64Array.from(differences, Math.abs));
  const kept = doubled.filter((_, at) => differences[at] !== 0);
  const positive = sum(doubled.filter((_, at) => (differences[at] ?? 0) > 0));
  const all = sum(kept);
  const used = by ?? (kept.length <= mostCounted ? "exact" : "normal");
  const shared = { statistic: positive / 2, by: used };
  if (kept.length === 0) return { ...shared, p: 1, effect: 0 };
  const [n, zeros] = [differences.length, differences.length - kept.length];
  // Ties and zeros take from the variance; a tie of zeros is no tie (E. E. Cureton, JASA 62, 1967).
  const tiesBesideZeros = ties - (zeros ** 3 - zeros);
  const variance = (cubic(n) - cubic(zeros) - tiesBesideZeros / 2) / 24;
  const p =
    used === "exact"
      ? signDistribution(kept).twoSided(positive)
      : normalTwoSided((positive - all / 2) / 2, variance);
  return { ...shared, p, effect: (2 * positive - all) / all };
}

/** n(n + 1)(2n + 1): 24 times the variance of the sum of n signed ranks. */
const cubic = (n: number): number => n * (n + 1) * (2 * n + 1);

/** Whether a value of one sample is as likely to lie above one of the other as below it. */
export function mannWhitneyTest(first: Values, second: Values, by?: PValueBy): RankTest {
  const [m, n] = [first.length, second.length];
  const { doubled, ties } = ranksOf([...first, ...second]);
  const [below, above] = [sum(doubled.slice(0, m)), sum(doubled.slice(m))];
  const statistic = (above - n * (n + 1)) / 2;
  const used = by ?? (m + n <= mostCounted ? "exact" : "normal");
  const shared = { statistic, by: used };
  if (m === 0 || n === 0) return { ...shared, p: 1, effect: 0 };
  const all = m + n;
  const variance = ((m * n) / 12) * (all + 1 - ties / (all * (all - 1)));
  const exact = () =>
    m < n
      ? choiceDistribution(doubled, m).twoSided(below)
      : choiceDistribution(doubled, n).twoSided(above);
  const p = used === "exact" ? exact() : normalTwoSided(statistic - (m * n) / 2, variance);
  return { ...shared, p, effect: (2 * statistic) / (m * n) - 1 };
}

/** Ranks step by whole numbers, of which the normal distribution knows nothing: half a step is taken off. */
function normalTwoSided(distance: number, variance: number): number {
  if (!(variance > 0)) return 1;
  const beyond = Math.max(Math.abs(distance) - 0.5, 0);
  return 2 * normalCdf(-beyond / Math.sqrt(variance));
}

/** The smallest chance that a signed-rank test of so many differences can come to. */
export const leastSignedRankP = (pairs: number): number => Math.min(1, 2 / 2 ** pairs);

/** The smallest chance that a Mann-Whitney test of so many values can come to. */
export function leastMannWhitneyP(first: number, second: number): number {
  let choices = 1;
  const fewer = Math.min(first, second);
  for (let at = 1; at <= fewer; ++at) choices *= (Math.max(first, second) + at) / at;
  return Math.min(1, 2 / choices);
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
