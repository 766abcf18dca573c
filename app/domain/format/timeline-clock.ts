/** Moments of a timeline on its own clock. */
import type { Timeline } from "../timeline/timeline.ts";
import { formatClock, formatClockDate } from "./times.ts";

const dayMs = 86_400_000;

type Clock = Pick<Timeline, "originMs" | "endMs">;

/** Whether a time of day could be of several days. */
export const isOfDays = ({ endMs }: Pick<Timeline, "endMs">): boolean => endMs > dayMs;

/** "21:56:05.46"; "10-23 21:56:05.46" where a timeline is longer than a day. */
export const formatMomentOf = (timeline: Clock, atMs: number): string =>
  isOfDays(timeline)
    ? formatClockDate(timeline.originMs, atMs).slice("2026-".length)
    : formatClock(timeline.originMs, atMs);
