/**
 * Moving through a timeline: event by event, phase by phase, or playing, with or without the
 * stretches in which nothing happens.
 */
import { lengthOf, type Span } from "./span.ts";
import type { Band, IdleSpan, Timeline } from "./timeline.ts";
import { wholeOf } from "./viewport.ts";

export const slowestSpeed = 0.1;
export const fastestSpeed = 100;

/** Nothing to see for this long, in time of the viewer, is idle. */
export const idleWallMs = 2000;

/** A timeline never changes, so what is computed of it is kept beside it. */
const eventTimesOf = new WeakMap<Timeline, readonly number[]>();
const phaseTimesOf = new WeakMap<Timeline, readonly number[]>();

/** Ends that are only bounds are left out: nothing was logged then. */
const edges = (band: Band): number[] => [
  ...(band.startSource === "bound" ? [] : [band.startMs]),
  ...(band.endMs === null || band.endSource === "bound" ? [] : [band.endMs]),
];

/** Moments closer than this are one for the eye, and a step between them would look stuck. */
const sameMomentMs = 0.5;

function sortedOnce(times: readonly number[]): readonly number[] {
  const sorted = [...times].sort((a, b) => a - b);
  const once: number[] = [];
  for (const time of sorted) {
    const last = once.at(-1);
    if (last === undefined || time - last > sameMomentMs) once.push(time);
  }
  return once;
}

function kept(
  cache: WeakMap<Timeline, readonly number[]>,
  timeline: Timeline,
  compute: () => readonly number[],
): readonly number[] {
  const known = cache.get(timeline);
  if (known !== undefined) return known;
  const times = sortedOnce(compute());
  cache.set(timeline, times);
  return times;
}

/** Moments at which something happened that one wants to step to: acts, marks, phases that began or ended. */
export const eventTimes = (timeline: Timeline): readonly number[] =>
  kept(eventTimesOf, timeline, () => [
    ...timeline.acts.map((act) => act.atMs),
    ...timeline.marks.map((mark) => mark.atMs),
    ...timeline.bands.flatMap(edges),
  ]);

/** Moments at which a phase begins, and the end of each creation. */
export const phaseTimes = (timeline: Timeline): readonly number[] =>
  kept(phaseTimesOf, timeline, () =>
    timeline.bands.flatMap((band) =>
      band.row === "command" && band.endMs !== null ? [band.startMs, band.endMs] : [band.startMs],
    ),
  );

/** First position in a sorted list that is later than a moment. */
function after(times: readonly number[], atMs: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) > atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

const next = (times: readonly number[], atMs: number): number | null =>
  times[after(times, atMs + sameMomentMs)] ?? null;

const previous = (times: readonly number[], atMs: number): number | null =>
  times[after(times, atMs - sameMomentMs) - 1] ?? null;

/** Null where there is none that way. */
export const nextEvent = (timeline: Timeline, atMs: number): number | null =>
  next(eventTimes(timeline), atMs);
export const previousEvent = (timeline: Timeline, atMs: number): number | null =>
  previous(eventTimes(timeline), atMs);
export const nextPhase = (timeline: Timeline, atMs: number): number | null =>
  next(phaseTimes(timeline), atMs);
export const previousPhase = (timeline: Timeline, atMs: number): number | null =>
  previous(phaseTimes(timeline), atMs);

/** Where playing begins and ends: not the margins, nor time that was planned but never came. */
export function playedSpan(timeline: Timeline): Span {
  const { startMs } = wholeOf(timeline);
  return { startMs, endMs: Math.max(timeline.endMs, startMs) };
}

/** Asked for in every frame of playing, mostly with the same answer. */
const idleSpansOf = new WeakMap<
  Timeline,
  { readonly minimumMs: number; readonly spans: readonly IdleSpan[] }
>();

/** Stretches longer than `minimumMs` between two moments at which something happened. */
export function idleSpans(timeline: Timeline, minimumMs: number): readonly IdleSpan[] {
  const known = idleSpansOf.get(timeline);
  if (known?.minimumMs === minimumMs) return known.spans;
  const { startMs, endMs } = playedSpan(timeline);
  const spans: IdleSpan[] = [];
  let last = startMs;
  for (const time of [...eventTimes(timeline), endMs]) {
    if (time - last > minimumMs) spans.push({ startMs: last, endMs: time });
    last = Math.max(last, time);
  }
  idleSpansOf.set(timeline, { minimumMs, spans });
  return spans;
}

/**
 * The part of an idle stretch that playing jumps over. A moment of calm is left on both sides, or
 * events that are hours apart would seem to follow one another.
 */
function skippedPart(idle: IdleSpan, minimumMs: number): Span {
  const calm = minimumMs / 2;
  return { startMs: idle.startMs + calm, endMs: idle.endMs - calm };
}

const clampSpeed = (speed: number): number => Math.min(Math.max(speed, slowestSpeed), fastestSpeed);

export interface Advance {
  readonly timeline: Timeline;
  readonly atMs: number;
  /** Time of the viewer since the last call. */
  readonly elapsedWallMs: number;
  /** Seconds of the timeline per second of the viewer, 0.1 to 100. */
  readonly speed: number;
  readonly skipIdle: boolean;
}

/** The playhead after some time of playing; `ended` at the end of the timeline. */
export function advance({ timeline, atMs, elapsedWallMs, speed, skipIdle }: Advance): {
  readonly atMs: number;
  readonly ended: boolean;
} {
  const { startMs, endMs } = playedSpan(timeline);
  const rate = clampSpeed(speed);
  const minimumMs = idleWallMs * rate;
  let position = Math.max(atMs, startMs);
  let left = Math.max(0, elapsedWallMs) * rate;
  for (const idle of skipIdle ? idleSpans(timeline, minimumMs) : []) {
    if (idle.endMs <= position) continue;
    const part = skippedPart(idle, minimumMs);
    if (part.endMs <= position) continue;
    const until = Math.max(0, part.startMs - position);
    if (left < until) break;
    left -= until;
    position = part.endMs;
  }
  position = Math.min(position + left, endMs);
  return { atMs: position, ended: position >= endMs };
}

/** How long playing all of it takes, ms of the viewer. */
export function playingTime(timeline: Timeline, speed: number, skipIdle: boolean): number {
  const rate = clampSpeed(speed);
  const minimumMs = idleWallMs * rate;
  const skipped = skipIdle
    ? idleSpans(timeline, minimumMs).reduce(
        (sum, idle) => sum + lengthOf(skippedPart(idle, minimumMs)),
        0,
      )
    : 0;
  return (lengthOf(playedSpan(timeline)) - skipped) / rate;
}
