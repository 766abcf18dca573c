/** Ticks of a time axis: round moments of the engine's or the log's clock, or round times from one moment. */
import { formatClock, formatClockSeconds, formatOffset } from "../format/times.ts";
import { lengthOf, type Span } from "./span.ts";

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

/** On the clock: round there, not counted from the origin. */
export const timeTicks = (view: Span, originMs: number, width: number): readonly TimeTick[] =>
  roundTicks(view, originMs, width, (atMs, step) => {
    const time = originMs + atMs;
    // Over several days the hour alone would not tell which of them.
    const isNewDay = lengthOf(view) > day && step >= minute && time % day === 0;
    return labelOf(originMs, atMs, isNewDay ? day : step);
  });

/** From `zeroMs`: "−30 s" is "−0:30", and what is whole minutes, hours or days apart is written so. */
export const offsetTicks = (view: Span, zeroMs: number, width: number): readonly TimeTick[] =>
  roundTicks(view, -zeroMs, width, (atMs, step) => offsetLabel(atMs - zeroMs, step));

/** At the multiples of a round step of what `originMs` makes of a time. */
function roundTicks(
  view: Span,
  originMs: number,
  width: number,
  label: (atMs: number, step: number) => string,
): readonly TimeTick[] {
  const length = lengthOf(view);
  if (!(length > 0) || !(width > 0)) return [];
  const fits = (step: number): boolean => (step / length) * width >= pixelsFor(step);
  const step = roundSteps.find(fits) ?? 365 * day;
  const ticks: TimeTick[] = [];
  const first = Math.ceil((originMs + view.startMs) / step) * step;
  for (let time = first; time <= originMs + view.endMs; time += step) {
    const atMs = time - originMs;
    ticks.push({ atMs, label: label(atMs, step) });
  }
  return ticks;
}

function offsetLabel(offsetMs: number, step: number): string {
  if (step < minute) return formatOffset(offsetMs, step >= second ? 0 : step >= 10 ? 2 : 3);
  const [size, unit] = step >= day ? [day, "d"] : step % hour === 0 ? [hour, "h"] : [minute, "min"];
  const count = Math.round(offsetMs / size);
  return count === 0 ? "0" : `${count < 0 ? "−" : "+"}${Math.abs(count)} ${unit}`;
}

/** A label as fine as the ticks are apart: "10-23", "21:56", "21:56:05", "21:56:05.46", "21:56:05.462". */
function labelOf(originMs: number, atMs: number, step: number): string {
  if (step >= day) return new Date(originMs + atMs).toISOString().slice(5, 10);
  if (step >= minute) return formatClockSeconds(originMs, atMs).slice(0, -3);
  if (step >= second) return formatClockSeconds(originMs, atMs);
  if (step >= 10) return formatClock(originMs, atMs);
  const milliseconds = Math.round(originMs + atMs) % second;
  return `${formatClockSeconds(originMs, atMs)}.${String(milliseconds).padStart(3, "0")}`;
}
