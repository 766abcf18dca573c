/** When something comes about that then stays so. */

/** Loads do not stay as they are for longer. */
export const horizonMs = 30 * 24 * 3_600_000;

/** From now on, to a ms; null: not within 30 days. */
export function firstMoment(isReached: (afterMs: number) => boolean): number | null {
  if (!isReached(horizonMs)) return null;
  if (isReached(0)) return 0;
  let [from, to] = [0, horizonMs];
  while (to - from > 1) {
    const middle = (from + to) / 2;
    if (isReached(middle)) to = middle;
    else from = middle;
  }
  return to;
}
