import { describe, expect, it } from "vitest";
import type { PushedSnapshot } from "../page-map/push-log.ts";
import { PushLogBuilder } from "../page-map/push-log-builder.ts";
import { seriesOf, timelineOf } from "../timeline/testing/pieces.ts";
import { pagesSteps } from "./pages-steps.ts";
import { mostCharacters } from "./sentences.ts";

const timeline = timelineOf([], seriesOf([0, 100_000]));
const creations = [
  { startMs: 10_000, endMs: 20_000 },
  { startMs: 50_000, endMs: 60_000 },
];
const snapshot = (name: string, createdMs: number, more: Partial<PushedSnapshot> = {}) => ({
  ...{ name, createdMs, droppedMs: null, hidden: false },
  ...more,
});

/** A page at each of these moments, in the sparse file of the snapshot at that position. */
function logOf(
  snapshots: readonly PushedSnapshot[],
  pushes: readonly (readonly [number, number])[],
) {
  const builder = new PushLogBuilder();
  builder.describe([{ id: 1, name: "sales.mdf", pages: 8000 }], snapshots);
  pushes.forEach(([atMs, of], page) => {
    builder.push({ atMs, page, cause: "workload", snapshot: of, file: 0 });
  });
  return builder.log;
}

const told = (log: ReturnType<typeof logOf>) =>
  pagesSteps(timeline, creations, log).map(({ step }) => step);

describe("steps of pages", () => {
  it("go from the end of each creation to the next one, and to the end", () => {
    const log = logOf(
      [snapshot("night", 11_000), snapshot("noon", 51_000)],
      [
        [15_000, 0],
        [30_000, 0],
        [70_000, 1],
        [80_000, 0],
      ],
    );
    const steps = told(log);
    expect(steps.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [20_000, 50_000],
      [60_000, 100_000],
    ]);
    expect(steps.map(({ picture }) => picture)).toMatchObject([{ target: 0 }, { target: 1 }]);
    expect(steps[0]?.sentence).toMatch(
      /^‘night’: each page is copied once, before its first change: 2 of 8,000 pages until .*\.$/,
    );
  });

  it("end where the snapshot is dropped, and are none without a page or of a consistency check", () => {
    const dropped = snapshot("night", 11_000, { droppedMs: 40_000 });
    const empty = snapshot("noon", 51_000);
    const check = snapshot("check", 70_000, { hidden: true });
    const steps = told(
      logOf(
        [dropped, empty, check],
        [
          [30_000, 0],
          [75_000, 2],
        ],
      ),
    );
    expect(steps.map(({ endMs }) => endMs)).toEqual([40_000]);
  });

  it("go on with a run under way, with a sentence that stands still", () => {
    const log = logOf(
      [snapshot("night", 11_000), snapshot("noon", 51_000)],
      [
        [15_000, 0],
        [70_000, 1],
      ],
    );
    const now = (endMs: number, of = log) =>
      pagesSteps(timelineOf([], seriesOf([0, endMs])), creations, of, true).map(({ step }) => step);
    const [closed, open] = now(80_000);
    expect(closed).toMatchObject({ open: false, endMs: 50_000 });
    expect(open).toMatchObject({ open: true, startMs: 60_000, endMs: 80_000 });
    expect(open?.sentence).toBe("‘noon’: each page is copied once, before its first change.");
    expect(now(90_000)[1]).toMatchObject({ id: open?.id, sentence: open?.sentence, endMs: 90_000 });
    // While the second is created there is nothing of it to be seen, and nothing before its first page.
    expect(now(55_000)).toHaveLength(1);
    expect(now(65_000)).toHaveLength(1);
    const dropped = logOf([snapshot("night", 11_000, { droppedMs: 30_000 })], [[25_000, 0]]);
    expect(now(40_000, dropped)).toMatchObject([{ open: false, endMs: 30_000 }]);
  });

  it("have room for a long name", () => {
    const [step] = told(logOf([snapshot("n".repeat(128), 11_000)], [[30_000, 0]]));
    expect(step?.sentence.length).toBeLessThanOrEqual(mostCharacters);
  });
});
