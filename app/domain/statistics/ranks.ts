/** Ranks of values, ties sharing the mean of theirs. */
import type { Values } from "./quantiles.ts";

export interface Ranks {
  /**
   * Twice the rank of each value, in the order given, so that shared ranks are whole numbers and sums
   * of them exact: 2 for the smallest of all where it is alone, 3 for two that share 1 and 2.
   */
  readonly doubled: readonly number[];
  /** Sum of t³ − t over groups of t equal values: 0 where there are no ties. */
  readonly ties: number;
}

export function ranksOf(values: Values): Ranks {
  const order = Array.from(values, (_, at) => at).sort(
    (one, other) => (values[one] ?? 0) - (values[other] ?? 0),
  );
  const doubled: number[] = new Array(values.length).fill(0);
  let ties = 0;
  for (let from = 0; from < order.length; ) {
    const value = values[order[from] ?? 0];
    let to = from + 1;
    while (to < order.length && values[order[to] ?? 0] === value) to += 1;
    for (const at of order.slice(from, to)) doubled[at] = from + 1 + to;
    ties += (to - from) ** 3 - (to - from);
    from = to;
  }
  return { doubled, ties };
}
