/**
 * Whether a counter really was another one during a stretch of time than before it. Samples of a server
 * stray, and follow each other: a change is told where the middle of the stretch lies beyond nearly all that
 * was seen before it, by a margin that somebody would notice.
 */
import { median, medianOfSorted, quantileOfSorted, sorted } from "../statistics/quantiles.ts";

export interface Change {
  readonly from: number;
  readonly to: number;
}

/** Fewer before tell nothing of what is usual; fewer during are a coincidence. */
export const fewestBefore = 5;
export const fewestDuring = 2;
/** Up to here each sample during it counts, and not only their middle. */
const few = 4;
const leastShare = 0.25;
const tail = 0.05;
/** Standard deviations of what was before, by its median distance from the median. */
const leastDeviations = 3;
const deviationsOfMedianDistance = 1.4826;
/** A share of the way from before to after: what has gone less of it at half time was on its way anyway. */
const leastOfWay = 0.75;

/** `least`: differences below it matter to nobody. */
export function measuredChange(
  samples: {
    readonly before: readonly number[];
    readonly during: readonly number[];
    /** Asked for where there is a change. */
    readonly after: () => readonly number[];
  },
  least: number,
): Change | null {
  const { before, during, after } = samples;
  if (before.length < fewestBefore || during.length < fewestDuring) return null;
  const usual = sorted(before);
  const [from, to] = [medianOfSorted(usual), median(during)];
  const distances = before.map((value) => Math.abs(value - from));
  const margin = Math.max(
    least,
    leastShare * Math.abs(from),
    leastDeviations * deviationsOfMedianDistance * median(distances),
  );
  if (Math.abs(to - from) < margin) return null;
  const [low, high] = [quantileOfSorted(usual, tail), quantileOfSorted(usual, 1 - tail)];
  const isBeyond = (value: number) => (to > from ? value > high : value < low);
  if (!isBeyond(to) || (during.length <= few && !during.every(isBeyond))) return null;
  return isDrift({ from, to }, after()) ? null : { from, to };
}

/** A load that goes up or down all night is on its way during whatever happens. */
function isDrift({ from, to }: Change, after: readonly number[]): boolean {
  if (after.length < fewestBefore) return false;
  const later = median(after);
  const isSameWay = later > from === to > from;
  return isSameWay && Math.abs(to - from) < leastOfWay * Math.abs(later - from);
}
