import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  advance,
  eventTimes,
  idleSpans,
  nextEvent,
  nextPhase,
  playedSpan,
  playingTime,
  previousEvent,
  previousPhase,
} from "./playback.ts";
import { lengthOf } from "./span.ts";
import { actEvent, creationEvents, seriesOf, timelineOf } from "./testing/pieces.ts";
import type { Timeline } from "./timeline.ts";

const timelines = fc
  .array(fc.integer({ min: 0, max: 600_000 }), { minLength: 1, maxLength: 30 })
  .map((times) =>
    timelineOf(
      times.toSorted((a, b) => a - b).map((atMs) => actEvent(atMs)),
      seriesOf([700_000]),
    ),
  );
const speeds = fc.constantFrom(0.1, 1, 10, 100);

/** Plays to the end in frames of some length; how long that took. */
function playThrough(timeline: Timeline, speed: number, skipIdle: boolean, frameMs: number) {
  let atMs = playedSpan(timeline).startMs;
  let wallMs = 0;
  let wentBack = false;
  for (let ended = false; !ended && wallMs < 1e9; wallMs += frameMs) {
    const moved = advance({ timeline, atMs, elapsedWallMs: frameMs, speed, skipIdle });
    wentBack ||= moved.atMs < atMs;
    ({ atMs, ended } = moved);
  }
  return { atMs, wallMs, wentBack };
}

describe("stepping", () => {
  const timeline = timelineOf([
    ...creationEvents("s1", 10_000),
    actEvent(20_000),
    actEvent(20_000),
    actEvent(25_000),
  ]);

  it("goes to the next and the previous event, and says when there is none", () => {
    expect(nextEvent(timeline, 16_000)).toBe(20_000);
    expect(nextEvent(timeline, 20_000)).toBe(25_000);
    expect(nextEvent(timeline, 25_000)).toBeNull();
    expect(previousEvent(timeline, 25_000)).toBe(20_000);
    expect(previousEvent(timeline, 10_000)).toBeNull();
  });

  it("goes from phase to phase, and to the end of a creation", () => {
    expect(nextPhase(timeline, 0)).toBe(10_000);
    expect(nextPhase(timeline, 15_000)).toBe(16_000);
    expect(nextPhase(timeline, 16_000)).toBeNull();
    expect(previousPhase(timeline, 16_000)).toBe(15_000);
  });

  it("gets through all events one by one, forwards and backwards", () => {
    fc.assert(
      fc.property(timelines, (played) => {
        const times = eventTimes(played);
        let atMs: number | null = -10;
        for (const time of times) {
          atMs = nextEvent(played, atMs ?? 0);
          expect(atMs).toBe(time);
        }
        for (const time of times.toReversed().slice(1)) {
          atMs = previousEvent(played, atMs ?? 0);
          expect(atMs).toBe(time);
        }
      }),
    );
  });
});

describe("idle stretches", () => {
  it("hold no event, and are longer than asked for", () => {
    fc.assert(
      fc.property(timelines, fc.integer({ min: 1, max: 60_000 }), (timeline, minimumMs) => {
        for (const idle of idleSpans(timeline, minimumMs)) {
          expect(lengthOf(idle)).toBeGreaterThan(minimumMs);
          const inside = eventTimes(timeline).filter(
            (atMs) => atMs > idle.startMs && atMs < idle.endMs,
          );
          expect(inside).toEqual([]);
        }
      }),
    );
  });

  it("do not include what is beyond the last sample of a run that was to go on", () => {
    const timeline = timelineOf([actEvent(1000)], seriesOf([2000]), 100_000);
    expect(playedSpan(timeline)).toEqual({ startMs: 0, endMs: 2000 });
  });
});

describe("playing", () => {
  it("moves by the speed", () => {
    const timeline = timelineOf([], seriesOf([100_000]));
    const step = { timeline, atMs: 5000, elapsedWallMs: 100, skipIdle: false };
    expect(advance({ ...step, speed: 10 })).toEqual({ atMs: 6000, ended: false });
    expect(advance({ ...step, speed: 0.1 })).toEqual({ atMs: 5010, ended: false });
  });

  it("keeps the speed between 0.1 and 100", () => {
    const timeline = timelineOf([], seriesOf([100_000]));
    const step = { timeline, atMs: 0, elapsedWallMs: 100, skipIdle: false };
    expect(advance({ ...step, speed: 1e9 }).atMs).toBe(10_000);
    expect(advance({ ...step, speed: 0 }).atMs).toBe(10);
  });

  it("stops at the end, and begins at the start at the earliest", () => {
    const timeline = timelineOf([], seriesOf([1000]));
    const step = { timeline, elapsedWallMs: 1000, speed: 10, skipIdle: true };
    expect(advance({ ...step, atMs: 900 })).toEqual({ atMs: 1000, ended: true });
    expect(advance({ ...step, atMs: -50, elapsedWallMs: 1, speed: 1 }).atMs).toBe(1);
  });

  it("leaves a second of calm before and after what it jumps over", () => {
    const timeline = timelineOf([actEvent(0), actEvent(60_000)]);
    const step = { timeline, elapsedWallMs: 0, speed: 1, skipIdle: true };
    expect(advance({ ...step, atMs: 900, elapsedWallMs: 50 }).atMs).toBeCloseTo(950);
    expect(advance({ ...step, atMs: 900, elapsedWallMs: 200 }).atMs).toBeCloseTo(59_100);
    expect(advance({ ...step, atMs: 30_000, elapsedWallMs: 100 }).atMs).toBeCloseTo(59_100);
    expect(advance({ ...step, atMs: 59_500, elapsedWallMs: 100 }).atMs).toBeCloseTo(59_600);
  });

  it("takes as long as it says, in frames of any length, and never goes back", () => {
    const frames = fc.integer({ min: 50, max: 250 });
    fc.assert(
      fc.property(timelines, speeds, fc.boolean(), frames, (timeline, speed, skipIdle, frameMs) => {
        // Slow playing of long stretches takes millions of frames and shows nothing else.
        fc.pre(playingTime(timeline, speed, skipIdle) < 200_000);
        const played = playThrough(timeline, speed, skipIdle, frameMs);
        expect(played.atMs).toBe(playedSpan(timeline).endMs);
        expect(played.wentBack).toBe(false);
        const expected = playingTime(timeline, speed, skipIdle);
        expect(played.wallMs).toBeGreaterThanOrEqual(expected - 0.01);
        expect(played.wallMs).toBeLessThanOrEqual(expected + frameMs + 0.01);
      }),
      { numRuns: 60 },
    );
  });
});
