import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pushCauses } from "../../contract/telemetry-catalog.ts";
import { cellState, copiedOf, mainCause, regionsOf, spaceShare, totalsOf } from "./cell-state.ts";
import {
  goneTo,
  gridAt,
  pageInput,
  placeByKey,
  scrolled,
  toPage,
  wholeFile,
  zoomed,
} from "./map-place.ts";
import { scaleWords, stateWords, stretchWords } from "./map-words.ts";
import {
  cellAt,
  cellOf,
  extentLevel,
  farthestLevel,
  levelOfAll,
  pageGrid,
  pagesOf,
  pagesPerRow,
  rectangleBetween,
  showing,
  stretchesOf,
  zoomedAbout,
  zoomLevels,
} from "./page-grid.ts";
import { copiedBy, historyOf, momentsOf } from "./page-moments.ts";
import { PlacedPushes } from "./placed-pushes.ts";
import { countAt, type PushLog, pushAt, sparseFileOf, timeAt } from "./push-log.ts";
import { PushLogBuilder } from "./push-log-builder.ts";
import { advance, whole } from "./slices.ts";
import { type Cells, causes, SpanCounts } from "./span-counts.ts";
import { madeUpPushes } from "./testing/made-up-pushes.ts";

const tebibyte = 2 ** 27;
const room = { width: 430, height: 380 };

function placed(log: PushLog, target = 0): PlacedPushes {
  const pushes = new PlacedPushes(log, target);
  whole(pushes.take(log));
  whole(pushes.place());
  expect(pushes.isLoose).toBe(false);
  return pushes;
}

/** What counts are meant to be, push by push. */
function counted(log: PushLog, target: number, cells: Cells, from: number, to: number) {
  const pages = new Uint32Array(cells.cells * causes);
  const regions = new Uint32Array(cells.cells * causes);
  const [seenPages, seenExtents] = [new Set<number>(), new Set<number>()];
  for (let index = 0; index < to; ++index) {
    const page = log.pages[index] ?? 0;
    if (log.targets[index] !== target || seenPages.has(page)) continue;
    const isFirst = !seenExtents.has(page >>> 3);
    seenPages.add(page);
    seenExtents.add(page >>> 3);
    const cell = cellOf(cells, page);
    if (index < from || cell === null) continue;
    const at = cell * causes + (log.causes[index] ?? 0);
    pages[at] = (pages[at] ?? 0) + 1;
    if (isFirst) regions[at] = (regions[at] ?? 0) + 1;
  }
  return { pages, regions };
}

describe("a push log", () => {
  it("holds what was pushed, in few bytes", () => {
    const builder = new PushLogBuilder();
    builder.describe([{ id: 1, name: "a.mdf", pages: 100 }], []);
    builder.push({ atMs: 1.5, page: 7, cause: "redo", snapshot: 0, file: 0 });
    const before = builder.log;
    builder.push({ atMs: 2, page: 9, cause: "along", snapshot: 1, file: 0 });
    expect(before.count).toBe(1);
    expect(builder.log.count).toBe(2);
    expect(pushAt(builder.log, 0)).toEqual({
      atMs: 1.5,
      page: 7,
      cause: "redo",
      snapshot: 0,
      file: 0,
    });
    expect(pushAt(builder.log, 2)).toBeNull();
    expect(sparseFileOf(builder.log, { snapshot: 1, file: 0 })).toBe(1);
    expect(sparseFileOf(builder.log, { snapshot: 2, file: 0 })).toBeNull();
  });

  it("takes coarser ticks where a run outlasts them, and leaves what it gave away", () => {
    const builder = new PushLogBuilder();
    builder.push({ atMs: 1000, page: 1, cause: "workload", snapshot: 0, file: 0 });
    const before = builder.log;
    builder.push({ atMs: 9e6, page: 2, cause: "workload", snapshot: 0, file: 0 });
    expect(timeAt(before, 0)).toBeCloseTo(1000, 2);
    expect(timeAt(builder.log, 0)).toBeCloseTo(1000, 2);
    expect(timeAt(builder.log, 1)).toBeCloseTo(9e6, 2);
    expect(builder.log.tickMs).toBe(0.004);
  });

  it("says how many pushes there were at a moment", () => {
    const log = madeUpPushes({ filePages: 5000, pushes: 1000, endMs: 1000 });
    expect(countAt(log, -1)).toBe(0);
    expect(countAt(log, timeAt(log, 500))).toBe(501);
    expect(countAt(log, 1e9)).toBe(1000);
  });

  it("keeps where it became coarse and where it ended", () => {
    const builder = new PushLogBuilder();
    builder.push({ atMs: 1, page: 1, cause: "workload", snapshot: 0, file: 0 });
    builder.byExtentsFromHere();
    builder.endAt(5);
    builder.byExtentsFromHere();
    builder.endAt(6);
    expect(builder.log).toMatchObject({ byExtentsFrom: 1, endsMs: 5 });
  });
});

describe("counts of cells", () => {
  it("are those of a count anew, wherever a span moves and whatever comes", () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.nat(),
          pushes: fc.integer({ min: 0, max: 3000 }),
          pagesPerCell: fc.constantFrom(1, 8, 64, 512),
          firstRow: fc.nat({ max: 40 }),
          cells: fc.integer({ min: 1, max: 200 }),
          placedUpTo: fc.double({ min: 0, max: 2, noNaN: true }),
          taken: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
          moves: fc.array(fc.tuple(fc.nat({ max: 3000 }), fc.nat({ max: 3000 })), {
            minLength: 1,
            maxLength: 6,
          }),
        }),
        ({ seed, pushes, pagesPerCell, firstRow, cells: count, placedUpTo, taken, moves }) => {
          const log = madeUpPushes({ filePages: 20_000, pushes, snapshots: 2, seed });
          const cells = { firstPage: firstRow * pagesPerCell * 8, pagesPerCell, cells: count };
          const parts = new PlacedPushes(log, 1);
          for (const share of [...taken.toSorted((a, b) => a - b), 1]) {
            whole(parts.take({ ...log, count: Math.floor(share * log.count) }));
            if (share < placedUpTo) whole(parts.place());
          }
          const counts = new SpanCounts(parts, cells);
          for (const [a, b] of moves) {
            const [from, to] = [Math.min(a, b, log.count), Math.min(Math.max(a, b), log.count)];
            whole(counts.moveTo({ from, to }));
            expect(counts.span).toEqual({ from, to });
            const expected = counted(log, 1, cells, from, to);
            expect(counts.pages).toEqual(expected.pages);
            expect(counts.regions).toEqual(expected.regions);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are exact wherever the work is interrupted", () => {
    const log = madeUpPushes({ filePages: 2 ** 21, pushes: 120_000 });
    const pushes = placed(log);
    const cells = { firstPage: 0, pagesPerCell: 4096, cells: 512 };
    const counts = new SpanCounts(pushes, cells);
    const work = counts.moveTo({ from: 0, to: 110_000 });
    expect(work.next().done).toBe(false);
    const { from, to } = counts.span;
    expect(to).toBeGreaterThan(0);
    expect(to).toBeLessThan(110_000);
    expect(counts.pages).toEqual(counted(log, 0, cells, from, to).pages);
    whole(counts.moveTo({ from: 60_000, to: 100_000 }));
    expect(counts.pages).toEqual(counted(log, 0, cells, 60_000, 100_000).pages);
  });

  it("ask a stretch of the file for what was pushed there, not for all", () => {
    const pushes = placed(madeUpPushes({ filePages: 2 ** 21, pushes: 120_000 }));
    expect(pushes.candidates(2 ** 20, 2 ** 20 + 8192)).toBeLessThan(2000);
    expect(pushes.candidates(0, 2 ** 21)).toBe(120_000);
  });

  it("count a page once that was pushed again after its copy was lost", () => {
    const builder = new PushLogBuilder();
    builder.describe([{ id: 1, name: "a.mdf", pages: 64 }], []);
    for (const cause of ["workload", "redo"] as const) {
      builder.push({ atMs: 1, page: 7, cause, snapshot: 0, file: 0 });
    }
    const pushes = placed(builder.log);
    const counts = new SpanCounts(pushes, { firstPage: 0, pagesPerCell: 8, cells: 8 });
    whole(counts.moveTo({ from: 0, to: 2 }));
    expect(cellState(counts, null, 0, 8)).toEqual({
      pages: 8,
      copied: 1,
      regions: 1,
      cause: "workload",
      byCause: [{ cause: "workload", pages: 1 }],
      brushed: null,
    });
    expect(historyOf(builder.log, 0, 7).map(({ cause }) => cause)).toEqual(["workload", "redo"]);
  });

  it("follow a file that grows", () => {
    const builder = new PushLogBuilder();
    builder.describe([{ id: 1, name: "a.mdf", pages: 8 }], []);
    builder.push({ atMs: 1, page: 900_000, cause: "indexBuild", snapshot: 0, file: 0 });
    const counts = new SpanCounts(placed(builder.log), {
      firstPage: 0,
      pagesPerCell: 2 ** 18,
      cells: 4,
    });
    whole(counts.moveTo({ from: 0, to: 1 }));
    expect(copiedOf(counts, 3)).toBe(1);
    expect(mainCause(counts, 3)).toBe(pushCauses.indexOf("indexBuild"));
    expect(mainCause(counts, 0)).toBe(-1);
    expect(regionsOf(counts, 3)).toBe(1);
    expect(totalsOf(counts).filter(({ pages }) => pages > 0)).toEqual([
      { cause: "indexBuild", pages: 1, regions: 1 },
    ]);
    expect(spaceShare(1, 16)).toBe(0.5);
  });

  it("can be had in slices of time", () => {
    const work = (function* () {
      for (let step = 0; step < 10; ++step) yield;
      return "done";
    })();
    let now = 0;
    const nowMs = () => ++now;
    expect(advance(work, { untilMs: 4, nowMs })).toBeNull();
    expect(now).toBe(4);
    expect(advance(work, { untilMs: 100, nowMs })).toEqual({ result: "done" });
  });
});

describe("the grid", () => {
  it("halves with each level what is seen of a page", () => {
    const areas = zoomLevels.map(({ pagesPerCell, cellPx }) => cellPx ** 2 / pagesPerCell);
    for (const [index, area] of areas.slice(1).entries()) {
      expect((areas[index] ?? 0) / area).toBeGreaterThan(1.85);
      expect((areas[index] ?? 0) / area).toBeLessThan(2.15);
    }
    expect(zoomLevels[extentLevel]).toEqual({ pagesPerCell: 8, cellPx: 20 });
  });

  it("shows all of a file, of a page and of a terabyte", () => {
    for (const filePages of [1, 8192, 10_000_000, tebibyte]) {
      const grid = gridAt(wholeFile, filePages, room);
      expect(grid.cellPx).toBeGreaterThanOrEqual(zoomLevels[grid.level]?.cellPx ?? 0);
      expect(grid.rows * grid.cellPx).toBeLessThanOrEqual(room.height);
      expect(grid.cells).toBe(Math.ceil(filePages / grid.pagesPerCell));
      expect(cellOf(grid, filePages - 1)).toBe(grid.cells - 1);
      expect(pagesOf(grid, grid.cells - 1).endPage).toBe(filePages);
    }
    expect(levelOfAll(2 ** 40, room)).toBe(farthestLevel);
    expect(levelOfAll(1, room)).toBe(0);
  });

  it("never leaves the file, and rows begin at round numbers", () => {
    const grid = pageGrid({ level: extentLevel, firstPage: tebibyte, filePages: tebibyte, room });
    expect(grid.firstPage + grid.cells * grid.pagesPerCell).toBe(tebibyte);
    expect(pagesPerRow(grid) % 64).toBe(0);
    const before = pageGrid({ level: extentLevel, firstPage: -500, filePages: tebibyte, room });
    expect(before.firstPage).toBe(0);
  });

  it("finds the cell under a point, and none beside", () => {
    const grid = pageGrid({ level: extentLevel, firstPage: 0, filePages: 1000, room });
    expect(grid.columns).toBe(16);
    expect(cellAt(grid, 25, 5)).toBe(1);
    expect(cellAt(grid, 5, 25)).toBe(16);
    expect(cellAt(grid, 325, 5)).toBeNull();
    expect(cellAt(grid, -1, 5)).toBeNull();
    expect(cellAt(grid, 5, 379)).toBeNull();
  });

  it("keeps a page in sight through every zoom and scroll", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: tebibyte }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.nat({ max: farthestLevel }), { maxLength: 6 }),
        (filePages, share, levels) => {
          const page = Math.floor(share * (filePages - 1));
          let grid = pageGrid({ level: farthestLevel, firstPage: 0, filePages, room });
          for (const level of levels) {
            grid = zoomedAbout(grid, level, page, room);
            expect(cellOf(grid, page)).not.toBeNull();
            const there = showing(pageGrid({ ...grid, firstPage: 0, room }), page, room);
            expect(cellOf(there, page)).not.toBeNull();
          }
        },
      ),
    );
  });

  it("says which pages a rectangle of cells covers", () => {
    const grid = pageGrid({ level: extentLevel, firstPage: 0, filePages: 100_000, room });
    expect(stretchesOf(grid, rectangleBetween(grid, 8, 16 * 8 * 2 + 24))).toEqual([
      { firstPage: 8, endPage: 32 },
      { firstPage: 136, endPage: 160 },
      { firstPage: 264, endPage: 288 },
    ]);
    expect(stretchesOf(grid, rectangleBetween(grid, 0, 16 * 8 * 3 - 1))).toEqual([
      { firstPage: 0, endPage: 384 },
    ]);
  });
});

describe("moments of places", () => {
  it("are those of the pages in the rectangle", () => {
    const log = madeUpPushes({ filePages: 100_000, pushes: 20_000, endMs: 1000, snapshots: 2 });
    const stretches = [
      { firstPage: 100, endPage: 900 },
      { firstPage: 5000, endPage: 30_000 },
    ];
    const expected = new Uint32Array(10);
    for (let index = 0; index < log.count; ++index) {
      const page = log.pages[index] ?? 0;
      const inside = stretches.some(
        ({ firstPage, endPage }) => page >= firstPage && page < endPage,
      );
      const part = Math.floor((timeAt(log, index) - 200) / 50);
      if (log.targets[index] === 1 && inside && part >= 0 && part < 10) {
        expected[part] = (expected[part] ?? 0) + 1;
      }
    }
    const span = { startMs: 200, endMs: 700, parts: 10 };
    expect(momentsOf(placed(log, 1), stretches, span)).toEqual(expected);
    expect(momentsOf(placed(log, 1), [], span)).toEqual(new Uint32Array(10));
  });

  it("tell of a page what copied it, once it is copied", () => {
    const log = madeUpPushes({ filePages: 1000, pushes: 100 });
    const pushes = placed(log);
    const page = log.pages[50] ?? 0;
    const stretch = { firstPage: page, endPage: page + 1 };
    expect(copiedBy(pushes, stretch, 50)).toEqual([null]);
    expect(copiedBy(pushes, stretch, 51)).toEqual([pushAt(log, 50)?.cause]);
    expect(historyOf(log, 0, page)).toEqual([pushAt(log, 50)]);
    expect(historyOf(log, 1, page)).toEqual([]);
  });
});

describe("a place on the map", () => {
  const filePages = 10_000;
  const grid = gridAt({ ...wholeFile, level: extentLevel }, filePages, room);
  const press = (
    place: typeof wholeFile,
    key: string,
    { shift = false, control = false } = {},
  ): typeof wholeFile =>
    placeByKey(place, gridAt(place, filePages, room), room, { key, shift, control }) ?? place;
  const extents = { ...wholeFile, level: extentLevel };

  it("is moved by keys: by cells, rows and screens, to the ends of a row and of the file", () => {
    let place = press(extents, "ArrowRight");
    expect(place.cursorPage).toBe(0);
    place = press(press(place, "ArrowRight"), "ArrowDown");
    expect(place.cursorPage).toBe(8 + 128);
    expect(press(place, "End").cursorPage).toBe(128 + 120);
    expect(press(place, "Home").cursorPage).toBe(128);
    expect(press(place, "PageDown").cursorPage).toBe(8 + 128 + 18 * 128);
    expect(press(place, "ArrowUp").cursorPage).toBe(8);
    const end = press(place, "End", { control: true });
    expect(end.cursorPage).toBe(filePages - 1);
    expect(cellOf(gridAt(end, filePages, room), filePages - 1)).not.toBeNull();
    expect(press(end, "Home", { control: true })).toMatchObject({ cursorPage: 0, firstPage: 0 });
    expect(press(press(place, "PageUp"), "ArrowLeft").cursorPage).toBe(0);
    expect(placeByKey(place, grid, room, { key: "x", shift: false, control: false })).toBeNull();
  });

  it("zooms about the cursor, and back to all of the file", () => {
    const place = press(press(extents, "Home"), "End", { control: true });
    const closer = press(press(place, "+"), "+");
    expect(closer.level).toBe(extentLevel - 2);
    expect(cellOf(gridAt(closer, filePages, room), filePages - 1)).not.toBeNull();
    expect(press(closer, "-").level).toBe(extentLevel - 1);
    expect(gridAt(press(closer, "0"), filePages, room).firstPage).toBe(0);
    expect(zoomed({ ...extents, level: 0 }, { ...grid, level: 0 }, room, 1).level).toBe(0);
  });

  it("marks a rectangle by Shift, and lets go of it by Escape", () => {
    const from = toPage(extents, grid, room, 8);
    const marked = press(press(from, "ArrowRight", { shift: true }), "ArrowDown", { shift: true });
    expect(marked).toMatchObject({
      anchorPage: 8,
      cursorPage: 144,
      marked: [
        { firstPage: 8, endPage: 24 },
        { firstPage: 136, endPage: 152 },
      ],
    });
    expect(press(marked, "Escape").marked).toEqual([]);
    expect(press(marked, "ArrowLeft").marked).toEqual([]);
  });

  it("scrolls by rows, never past the ends", () => {
    expect(scrolled(extents, grid, room, 3).firstPage).toBe(3 * 128);
    expect(scrolled(extents, grid, room, -3)).toBe(extents);
    const end = scrolled(extents, grid, room, 10_000);
    expect(scrolled(end, gridAt(end, filePages, room), room, 1)).toBe(end);
  });

  it("goes to a page so near that its extent is seen", () => {
    const all = gridAt(wholeFile, tebibyte, room);
    const there = goneTo(wholeFile, all, room, 8_519_530);
    expect(there).toMatchObject({ level: extentLevel, cursorPage: 8_519_530 });
    expect(cellOf(gridAt(there, tebibyte, room), 8_519_530)).not.toBeNull();
    expect(goneTo({ ...wholeFile, level: 0 }, { ...all, level: 0 }, room, 5).level).toBe(0);
  });

  it("is found by a page's number as one writes it", () => {
    const file = { id: 1, pages: 9_000_000 };
    expect(pageInput("(1:8519530)", file)).toBe(8_519_530);
    expect(pageInput(" 8,519,530 ", file)).toBe(8_519_530);
    expect(pageInput("1:7", file)).toBe(7);
    expect(pageInput("2:7", file)).toBeNull();
    expect(pageInput("9000000", file)).toBeNull();
    expect(pageInput("seven", file)).toBeNull();
    expect(pageInput("", file)).toBeNull();
  });
});

describe("the map in words", () => {
  it("says what a cell is and what became of it", () => {
    const file = { id: 1, name: "a.mdf", pages: 1000 };
    expect(stretchWords(file, 8, 9)).toBe("Page (1:8)");
    expect(stretchWords(file, 8, 16)).toBe("Pages (1:8) to (1:15), extent 1");
    expect(stretchWords(file, 0, 64)).toBe("Pages (1:0) to (1:63)");
    const state = { pages: 8, copied: 0, regions: 0, cause: null, byCause: [], brushed: null };
    expect(stateWords(state)).toBe("none copied, no space on disk");
    expect(stateWords({ ...state, pages: 1 })).toBe("not copied");
    const byCause = [
      { cause: "workload" as const, pages: 2 },
      { cause: "redo" as const, pages: 1 },
    ];
    const copied = { ...state, copied: 3, regions: 1, cause: "workload" as const, byCause };
    expect(stateWords({ ...copied, brushed: 1 })).toBe(
      "3 of 8 pages copied: 2 by the workload, 1 by redo of the snapshot's creation; 64.0 KiB on disk; 1 in the selected time",
    );
    expect(stateWords({ ...copied, pages: 1, copied: 1 })).toBe("copied by the workload");
    const grid = gridAt({ ...wholeFile, level: extentLevel }, 10_000, room);
    expect(scaleWords(grid)).toBe("1 cell = 1 extent = 8 pages = 64.0 KiB; 1 row = 1.0 MiB");
  });
});
