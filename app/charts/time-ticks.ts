/** Ticks of a time axis: round moments of the engine's or the log's clock. */

import { formatClock, formatClockSeconds } from "../domain/format/times.ts";
import { lengthOf, type Span } from "../domain/timeline/span.ts";

export interface TimeTick {
  readonly atMs: number;
  readonly label: string;
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const roundSteps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * day),
];

/** Room for a label of that step, and some beside it. */
const pixelsFor = (step: number): number => (step >= minute ? 46 : step >= second ? 68 : 88);

export function timeTicks(view: Span, originMs: number, width: number): readonly TimeTick[] {
  const length = lengthOf(view);
  if (!(length > 0) || !(width > 0)) return [];
  const fits = (step: number): boolean => (step / length) * width >= pixelsFor(step);
  const step = roundSteps.find(fits) ?? 365 * day;
  const ticks: TimeTick[] = [];
  // Round on the clock, not counted from the origin.
  const first = Math.ceil((originMs + view.startMs) / step) * step;
  for (let time = first; time <= originMs + view.endMs; time += step) {
    const atMs = time - originMs;
    // Over several days the hour alone would not tell which of them.
    const newDay = length > day && step >= minute && time % day === 0;
    ticks.push({ atMs, label: labelOf(originMs, atMs, newDay ? day : step) });
  }
  return ticks;
}

/** As fine as the ticks are apart: "10-23", "21:56", "21:56:05", "21:56:05.46", "21:56:05.462". */
function labelOf(originMs: number, atMs: number, step: number): string {
  if (step >= day) return new Date(originMs + atMs).toISOString().slice(5, 10);
  if (step >= minute) return formatClockSeconds(originMs, atMs).slice(0, -3);
  if (step >= second) return formatClockSeconds(originMs, atMs);
  if (step >= 10) return formatClock(originMs, atMs);
  const milliseconds = Math.round(originMs + atMs) % second;
  return `${formatClockSeconds(originMs, atMs)}.${String(milliseconds).padStart(3, "0")}`;
}
