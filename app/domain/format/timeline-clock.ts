/** Moments of a timeline on its own clock, or from the moment that it is aligned on. */
import type { Timeline } from "../timeline/timeline.ts";
import { formatClock, formatClockDate, formatOffset } from "./times.ts";

const dayMs = 86_400_000;

export type TimelineClock = Pick<Timeline, "originMs" | "endMs" | "zeroMs">;

/** Whether a time of day could be of several days. */
export const isOfDays = ({ endMs }: Pick<Timeline, "endMs">): boolean => endMs > dayMs;

/** "21:56:05.46"; "10-23 21:56:05.46" where a timeline is longer than a day; "+1:20.91" of one that is aligned. */
export function formatMomentOf(timeline: TimelineClock, atMs: number): string {
  const { originMs, zeroMs } = timeline;
  if (zeroMs !== undefined) return formatOffset(atMs - zeroMs);
  return isOfDays(timeline)
    ? formatClockDate(originMs, atMs).slice("2026-".length)
    : formatClock(originMs, atMs);
}
