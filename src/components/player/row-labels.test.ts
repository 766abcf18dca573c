import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeBars } from "../../../app/charts/bar-layout.ts";
import {
  creationEvents,
  phaseEvent,
  timelineOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import type { BandRow, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { bodyFont, textWidth } from "./measure-text.ts";
import { phaseRows } from "./phase-rows.ts";
import { labelRow } from "./row-labels.ts";

const width = 1000;

function labels(timeline: Timeline, of: BandRow, endMs: number, linesMs: readonly number[] = []) {
  const view = { startMs: 0, endMs };
  const found = phaseRows(timeline).find(({ row }) => row === of);
  if (found === undefined) throw new Error(`no row ${of}`);
  const bars = placeBars({ ...found, view, width, knownEndMs: endMs });
  const x = (atMs: number): number => toPixels(view, width, atMs);
  const drawn = labelRow({ ...found, bars }, { x, width, lines: linesMs.map(x), open: false });
  return { bars, ...drawn };
}

const texts = (of: readonly { readonly text: string }[]) => of.map(({ text }) => text);

describe("what is written in a row of phases", () => {
  const redo = phaseEvent("redo", 10_000, 90_000, { figures: { estimateRedoBytes: 815_938_560 } });

  it("stands in a wide bar: how much there was to do, and at its end how long it took", () => {
    const { inBars, beside } = labels(timelineOf([redo]), "redo", 100_000);
    expect(texts(inBars)).toEqual(["778.1 MiB of log", "1 min 20.00 s"]);
    expect(inBars[1]?.left).toBe(900 - 8 - textWidth("1 min 20.00 s", bodyFont));
    expect(beside).toEqual([]);
  });

  it("stands beside a bar that has no room for it, on the side that is free", () => {
    const short = timelineOf([phaseEvent("analysis", 10_000, 12_000)]);
    expect(labels(short, "analysis", 100_000).beside).toMatchObject([
      { text: "2.00 s", left: 126 },
    ]);
    const late = timelineOf([phaseEvent("analysis", 98_000, 100_000)]);
    const [label] = labels(late, "analysis", 100_000).beside;
    expect((label?.left ?? 0) + textWidth("2.00 s", bodyFont)).toBeLessThan(980);
  });

  it("does not lie under the as-of line", () => {
    const { inBars, beside } = labels(timelineOf([redo]), "redo", 100_000, [85_000]);
    expect(texts(inBars)).toEqual(["778.1 MiB of log"]);
    expect(texts(beside)).toEqual(["1 min 20.00 s"]);
    expect(beside[0]?.left).toBeGreaterThan(900);
  });

  it("says a bound as one, and of an instant no length", () => {
    const bound = timelineOf([{ ...redo, endSource: "bound" }]);
    expect(texts(labels(bound, "redo", 100_000).inBars)).toContain("≤ 1 min 20.00 s");
    const open = timelineOf([phaseEvent("open", 50_000, 50_000)]);
    expect(texts(labels(open, "files", 100_000).beside)).toEqual(["open"]);
  });

  it("names silence in its middle, shorter where there is less room", () => {
    const quiet = timelineOf([
      phaseEvent("files", 0, 20),
      phaseEvent("open", 10_000, 10_000),
      phaseEvent("startup", 40_000, 40_000),
    ]);
    const wide = labels(quiet, "startup", 50_000);
    expect(texts(wide.beside)).toEqual(["instant", "nothing logged for 30.00 s"]);
    expect(wide.arrows[0]?.room).toBeGreaterThan(0);
    expect(texts(labels(quiet, "startup", 300_000).beside)).toEqual(["instant", "30 s"]);
  });

  it("never lies over another text or over a bar that it is not of", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 100, max: 30_000 }),
        (starts, length) => {
          const events = starts.flatMap((at, index) => creationEvents(`s${index}`, at + length));
          const timeline = timelineOf(events);
          for (const { row } of phaseRows(timeline)) {
            const { beside, bars } = labels(timeline, row, 130_000);
            const rooms = beside
              .map(({ text, left }) => ({ left, right: left + textWidth(text, bodyFont) }))
              .sort((a, b) => a.left - b.left);
            rooms.slice(1).forEach(({ left }, index) => {
              expect(left).toBeGreaterThanOrEqual(rooms[index]?.right ?? 0);
            });
            for (const bar of bars) {
              expect(rooms.every(({ left, right }) => right <= bar.left || left >= bar.right)).toBe(
                true,
              );
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
