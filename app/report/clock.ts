/** Times in words: the recording's own clock, with the date where a span has several. */
import type { Report } from "../contract/report.ts";
import { formatClock, formatClockDate } from "../domain/format/times.ts";
import { clockOrigin } from "../domain/timeline/clock.ts";

export type Clock = (atMs: number | null) => string;

export const clockOf =
  (originMs: number, dated: boolean): Clock =>
  (atMs) =>
    atMs === null ? "–" : dated ? formatClockDate(originMs, atMs) : formatClock(originMs, atMs);

const dayOf = (ms: number): number => Math.floor(ms / 86_400_000);

/** The clock of a report, which all its tables share. */
export function clockIn({ origin, span }: Pick<Report, "origin" | "span">): Clock {
  const originMs = clockOrigin(origin);
  const oneDay = dayOf(originMs + span.fromMs) === dayOf(originMs + span.toMs);
  return clockOf(originMs, !oneDay);
}

/** "+2:00", "−3:30", "" of UTC itself. */
export function utcOffsetText(minutes: number): string {
  if (minutes === 0) return "";
  const size = Math.abs(minutes);
  const hours = Math.floor(size / 60);
  return `${minutes < 0 ? "−" : "+"}${hours}:${String(size % 60).padStart(2, "0")}`;
}
