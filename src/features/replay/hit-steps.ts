/** From one hit of a search to the next, round at the ends. */
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";

/** `from` is the index of a record, which need not be a hit; -1 is before the first. */
export function nextHit(
  hits: readonly TimelineRecord[],
  from: number,
  direction: 1 | -1,
): TimelineRecord | null {
  const found =
    direction === 1
      ? (hits.find(({ index }) => index > from) ?? hits[0])
      : (hits.findLast(({ index }) => index < from) ?? hits.at(-1));
  return found ?? null;
}
