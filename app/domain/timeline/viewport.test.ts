import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampTo, holds, lengthOf, overlaps, type Span, spanBetween } from "./span.ts";
import { phaseEvent, seriesOf, timelineOf } from "./testing/pieces.ts";
import {
  closestSpanMs,
  extentOf,
  follow,
  panBy,
  reveal,
  toPixels,
  toTime,
  within,
  zoomAbout,
  zoomTo,
} from "./viewport.ts";

const spans = fc
  .tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 100, max: 1e7 }))
  .map(([startMs, length]): Span => ({ startMs, endMs: startMs + length }));
/** An extent, and a view within it. */
const views = fc.tuple(spans, spans).map(([extent, wish]) => ({
  extent,
  view: within(extent, wish),
}));
const factors = fc.double({ min: 0.01, max: 100, noNaN: true });
const tolerance = 1e-3;

function expectInside(extent: Span, view: Span): void {
  expect(view.startMs).toBeGreaterThanOrEqual(extent.startMs - tolerance);
  expect(view.endMs).toBeLessThanOrEqual(extent.endMs + tolerance);
  const least = Math.min(closestSpanMs, lengthOf(extent));
  expect(lengthOf(view)).toBeGreaterThanOrEqual(least - tolerance);
}

describe("a view", () => {
  it("stays within the extent, whatever is done to it", () => {
    const moments = fc.integer({ min: -2e6, max: 1.2e7 });
    fc.assert(
      fc.property(views, factors, moments, ({ extent, view }, factor, atMs) => {
        expectInside(extent, zoomAbout(extent, view, factor, atMs));
        expectInside(extent, panBy(extent, view, atMs));
        expectInside(extent, zoomTo(extent, spanBetween(atMs, view.startMs)));
        expectInside(extent, reveal(extent, view, atMs));
        expectInside(extent, follow(extent, view, atMs));
      }),
    );
  });

  it("keeps the moment that it is zoomed about in its place", () => {
    fc.assert(
      fc.property(
        views,
        factors,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (given, factor, share) => {
          const { extent, view } = given;
          const aboutMs = view.startMs + share * lengthOf(view);
          const zoomed = zoomAbout(extent, view, factor, aboutMs);
          // At an edge of the extent there is nowhere else to go.
          fc.pre(zoomed.startMs > extent.startMs + 1 && zoomed.endMs < extent.endMs - 1);
          fc.pre(lengthOf(zoomed) > closestSpanMs);
          expect((aboutMs - zoomed.startMs) / lengthOf(zoomed)).toBeCloseTo(share, 3);
        },
      ),
    );
  });

  it("shows as much time after it was panned as before", () => {
    fc.assert(
      fc.property(views, fc.integer({ min: -1e7, max: 1e7 }), ({ extent, view }, byMs) => {
        expect(lengthOf(panBy(extent, view, byMs))).toBeCloseTo(lengthOf(view), 3);
      }),
    );
  });

  it("does not move for a moment that is well within it", () => {
    const extent = { startMs: 0, endMs: 1000 };
    const view = { startMs: 100, endMs: 300 };
    expect(reveal(extent, view, 200)).toBe(view);
    expect(reveal(extent, view, 310)).toEqual({ startMs: 130, endMs: 330 });
    expect(reveal(extent, view, 110)).toEqual({ startMs: 90, endMs: 290 });
  });

  it("follows now with a little of what is to come", () => {
    const view = follow({ startMs: 0, endMs: 10_000 }, { startMs: 0, endMs: 1000 }, 5000);
    expect(view).toEqual({ startMs: 4100, endMs: 5100 });
  });

  it("turns times into pixels and back", () => {
    fc.assert(
      fc.property(views, fc.integer({ min: 1, max: 4000 }), ({ view }, width) => {
        const atMs = (view.startMs + view.endMs) / 2;
        expect(toTime(view, width, toPixels(view, width, atMs))).toBeCloseTo(atMs, 3);
      }),
    );
    expect(toTime({ startMs: 5, endMs: 9 }, 0, 100)).toBe(5);
  });
});

describe("the extent", () => {
  it("of a run under way includes what was planned; of one that is over it does not", () => {
    const series = seriesOf([10_000]);
    expect(extentOf(timelineOf([], series, 60_000))).toEqual({ startMs: 0, endMs: 60_000 });
    const ended = { kind: "state", atMs: 10_000, state: "ended" } as const;
    expect(extentOf(timelineOf([ended], series, 60_000)).endMs).toBe(10_000);
  });

  it("of a log begins before its origin where its first record tells of something earlier", () => {
    const checkpoint = phaseEvent("checkpoint", -2000, 0, { snapshot: null });
    const log = { ...timelineOf([checkpoint]), marginShare: 0.008 };
    const extent = extentOf(log);
    expect(extent.startMs).toBeLessThan(-2000);
    expect(extent.endMs).toBeGreaterThan(0);
  });

  it("is never empty", () => {
    expect(lengthOf(extentOf(timelineOf([])))).toBeGreaterThan(0);
  });
});

describe("a span", () => {
  it("holds its start and not its end, unless it is a moment", () => {
    expect(holds({ startMs: 1, endMs: 2 }, 1)).toBe(true);
    expect(holds({ startMs: 1, endMs: 2 }, 2)).toBe(false);
    expect(holds({ startMs: 2, endMs: 2 }, 2)).toBe(true);
    expect(holds({ startMs: 2, endMs: 2 }, 3)).toBe(false);
  });

  it("overlaps another only where they share time", () => {
    expect(overlaps({ startMs: 0, endMs: 2 }, { startMs: 1, endMs: 3 })).toBe(true);
    expect(overlaps({ startMs: 0, endMs: 2 }, { startMs: 2, endMs: 3 })).toBe(false);
    expect(spanBetween(5, 3)).toEqual({ startMs: 3, endMs: 5 });
    expect(clampTo({ startMs: 3, endMs: 5 }, 9)).toBe(5);
  });
});
