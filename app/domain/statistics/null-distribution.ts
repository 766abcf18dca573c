/**
 * What a statistic of ranks can come to where there is no difference, and how often: counted, not
 * approximated. Given the ranks, ties included, every choice of signs or of sides is as likely as any
 * other; sums of doubled ranks are whole, so a table over them counts all choices at once. Counts are
 * exact up to 2^53.
 */

export class NullDistribution {
  /** Share of the choices whose sum is at most the index. */
  readonly #atMost: Float64Array;

  /** `counts`: how many choices have the index as their sum. */
  constructor(counts: Float64Array) {
    let seen = 0;
    const sums = counts.map((count) => {
      seen += count;
      return seen;
    });
    this.#atMost = sums.map((count) => count / seen);
  }

  /** Chance of a sum of at most `sum`. */
  atMost(sum: number): number {
    if (sum < 0) return 0;
    return this.#atMost[Math.min(sum, this.#atMost.length - 1)] ?? 1;
  }

  /** Chance of a sum as far out as `sum` on its side, doubled for the other side; at most 1. */
  twoSided(sum: number): number {
    const [low, high] = [this.atMost(sum), 1 - this.atMost(sum - 1)];
    return Math.min(1, 2 * Math.min(low, high));
  }
}

/** The distribution of the sum of the ranks that get a plus, where each gets a plus or a minus. */
export function signDistribution(doubledRanks: readonly number[]): NullDistribution {
  const counts = new Float64Array(total(doubledRanks) + 1);
  counts[0] = 1;
  let highest = 0;
  for (const rank of doubledRanks) {
    highest += rank;
    for (let sum = highest; sum >= rank; --sum) {
      counts[sum] = (counts[sum] ?? 0) + (counts[sum - rank] ?? 0);
    }
  }
  return new NullDistribution(counts);
}

/** The distribution of the sum of `chosen` of the ranks. */
export function choiceDistribution(
  doubledRanks: readonly number[],
  chosen: number,
): NullDistribution {
  const length = total(doubledRanks) + 1;
  // By how many are chosen: [0] holds the empty choice.
  const counts = Array.from({ length: chosen + 1 }, () => new Float64Array(length));
  counts[0]?.fill(1, 0, 1);
  let highest = 0;
  for (const [at, rank] of doubledRanks.entries()) {
    highest += rank;
    for (let size = Math.min(at + 1, chosen); size > 0; --size) {
      const [to, from] = [counts[size], counts[size - 1]];
      if (to === undefined || from === undefined) continue;
      for (let sum = highest; sum >= rank; --sum) {
        to[sum] = (to[sum] ?? 0) + (from[sum - rank] ?? 0);
      }
    }
  }
  return new NullDistribution(counts[chosen] ?? new Float64Array(length));
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
