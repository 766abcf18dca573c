import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barAt, type PlacedBar, placeBars, tintsOf } from "../../../app/charts/bar-layout.ts";
import { placeMarks } from "../../../app/charts/mark-layout.ts";
import { phaseColour } from "../../../app/charts/phase-colour.ts";
import {
  creationEvents,
  logEvent,
  phaseEvent,
  seriesOf,
  timelineOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import type { Band, Mark, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { placeLabels, type Room } from "./label-layout.ts";
import { laneHeight, laneHeights } from "./lane-geometry.ts";
import { rowIndexAt, rowTop } from "./phase-geometry.ts";
import { bandTitle } from "./phase-look.ts";
import { barText, creationAt, durationText, phaseAt, phaseRows, shownRows } from "./phase-rows.ts";

describe("the height of a lane", () => {
  it("grows where there is room, within limits", () => {
    expect(laneHeight(700, 7)).toBe(100);
    expect(laneHeight(260, 7)).toBe(laneHeights.least);
    expect(laneHeight(900, 1)).toBe(laneHeights.most);
    expect(laneHeight(900, 0)).toBe(laneHeights.least);
  });
});

describe("labels on a line", () => {
  const requests = fc.array(
    fc.record({
      width: fc.integer({ min: 1, max: 200 }),
      lefts: fc.array(fc.integer({ min: -100, max: 1000 }), { minLength: 1, maxLength: 3 }),
      priority: fc.integer({ min: 0, max: 5 }),
    }),
    { maxLength: 20 },
  );

  it("never lie over one another, over an obstacle, or outside", () => {
    fc.assert(
      fc.property(requests, fc.integer({ min: 0, max: 900 }), (wanted, at) => {
        const labels = wanted.map((request, index) => ({ ...request, id: String(index) }));
        const obstacle: Room = { left: at, right: at + 2 };
        const placed = placeLabels(labels, { left: 0, right: 900 }, [obstacle]);
        const rooms = [...placed].map(([id, left]) => ({
          left,
          right: left + (labels[Number(id)]?.width ?? 0),
        }));
        const all = [...rooms, obstacle].sort((a, b) => a.left - b.left);
        all.slice(1).forEach((room, index) => {
          expect(room.left).toBeGreaterThanOrEqual(all[index]?.right ?? 0);
        });
        for (const { left, right } of rooms) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(900);
        }
      }),
    );
  });

  it("give way to those that matter more", () => {
    const placed = placeLabels(
      [
        { id: "less", width: 50, lefts: [0], priority: 1 },
        { id: "more", width: 50, lefts: [10], priority: 2 },
      ],
      { left: 0, right: 100 },
      [],
    );
    expect([...placed.keys()]).toEqual(["more"]);
  });
});

const look = { dense: false, hasOverlay: false };

describe("rows of the phase chart", () => {
  const timeline = timelineOf(
    [
      ...creationEvents("s1", 10_000),
      phaseEvent("checkpoint", 20_000, 21_000, { snapshot: null }),
      ...creationEvents("s2", 30_000),
      logEvent(40_000, "the end"),
    ],
    seriesOf([50_000]),
  );
  const row = (name: string) => phaseRows(timeline).find((candidate) => candidate.row === name);

  it("know the creation that a moment is of, else the first", () => {
    expect(creationAt(timeline, 0)?.snapshot).toBe("s1");
    expect(creationAt(timeline, 29_999)?.snapshot).toBe("s1");
    expect(creationAt(timeline, 30_000)?.snapshot).toBe("s2");
    expect(creationAt(timelineOf([]), 0)).toBeNull();
  });

  it("know the phase that goes on at a moment", () => {
    expect(phaseAt(timeline, 14_500)).toBe("redo");
    expect(phaseAt(timeline, 20_500)).toBe("checkpoint");
    expect(phaseAt(timeline, 25_000)).toBeNull();
  });

  it("say why they have no bar", () => {
    const saidOf = (shown: Timeline) => phaseRows(shown).map(({ empty }) => empty);
    expect(saidOf(timeline).filter((said) => said !== "")).toEqual([]);
    expect(saidOf(timelineOf([])).at(-1)).toBe("none");
    const [files] = creationEvents("s1", 0);
    const log = timelineOf(files === undefined ? [] : [files]);
    expect(new Set(saidOf(log).slice(2, -1))).toEqual(new Set(["not logged"]));
    expect(saidOf({ ...log, plannedEndMs: 60_000 }).at(-1)).toBe("none yet");
  });

  it("remark that normal checkpoints wait, unless one did not", () => {
    expect(row("normalCheckpoint")?.note?.text).toBe("They wait until the creation ends.");
    const during = timelineOf([
      ...creationEvents("s1", 0),
      phaseEvent("checkpoint", 1000, 2000, { snapshot: null }),
    ]);
    expect(phaseRows(during).at(-1)?.note).toBeNull();
  });

  it("have the silence between phases in the row that it belongs to", () => {
    const quiet = {
      ...timelineOf([
        phaseEvent("files", 0, 20),
        phaseEvent("checkpoint", 213, 81_120),
        phaseEvent("open", 139_670, 139_670),
        phaseEvent("startup", 478_240, 478_240),
      ]),
    };
    const gaps = phaseRows(quiet).flatMap(({ row: name, gaps: found }) =>
      found.map(({ startMs, endMs }) => [name, startMs, endMs]),
    );
    expect(gaps).toEqual([
      ["checkpoint", 81_120, 139_670],
      ["startup", 139_670, 478_240],
    ]);
  });

  it("name what the scenario gave", () => {
    const given = timelineOf([
      phaseEvent("files", 0, 20),
      phaseEvent("checkpoint", 20, 2020),
      phaseEvent("openWait", 2020, 60_570),
      phaseEvent("open", 60_570, 60_570),
      phaseEvent("startupWait", 60_570, 399_140),
      phaseEvent("startup", 399_140, 399_390),
    ]);
    const rows = phaseRows(given);
    const told = (name: string) => rows.find(({ row: of }) => of === name);
    expect(told("checkpoint")?.bands.map(barText)).toEqual(["", "given 58.55 s"]);
    expect(told("startup")?.bands.map(barText)).toEqual(["given 5 min 38.57 s", ""]);
    expect(rows.flatMap(({ gaps }) => gaps)).toEqual([]);
  });

  it("of a capture are those in which something is, creations with all of theirs", () => {
    const names = (events: Parameters<typeof timelineOf>[0]) =>
      shownRows({ ...timelineOf(events), alwaysRows: [] });
    const backup = phaseEvent("backup", 0, 10, { snapshot: null });
    expect(names([backup])).toEqual(["backup"]);
    expect(names([])).toEqual([]);
    expect(names([backup, ...creationEvents("s1", 0)])).toEqual([
      ...["command", "files", "checkpoint", "startup", "analysis", "redo", "undo"],
      ...["normalCheckpoint", "backup"],
    ]);
    expect(shownRows(timelineOf([]))).toHaveLength(9);
  });

  it("of a run are those of a creation from the start on, for one may come, and none when none came", () => {
    const backup = phaseEvent("backup", 0, 10, { snapshot: null });
    const run = { ...timelineOf([backup]), plannedEndMs: 1000 };
    expect(shownRows(run)).toHaveLength(10);
    expect(shownRows({ ...run, plannedEndMs: null })).toEqual(["backup"]);
  });

  it("show a final flush in its own row and colour, and the row until it is known that none came", () => {
    const flush = phaseEvent("flush", 6000, 9000, { figures: { pages: 12 } });
    const events = [...creationEvents("s1", 0).slice(0, -1), flush];
    const flushed = phaseRows(timelineOf(events)).find(({ row: name }) => name === "flush");
    expect(flushed?.bands.map(({ id }) => id)).toEqual(["s1/flush/1"]);
    const colours = ["undo", "flush", "checkpoint"] as const;
    expect(new Set(colours.map(phaseColour)).size).toBe(colours.length);
    const without = timelineOf(creationEvents("s1", 0));
    expect(shownRows(without)).not.toContain("flush");
    expect(shownRows({ ...without, plannedEndMs: 60_000 })).toContain("flush");
  });

  it("say of what is no creation which database it is of, and how much there was", () => {
    const [band] = timelineOf([phaseEvent("backup", 0, 10, { snapshot: null })]).bands;
    if (band === undefined) throw new Error("no band");
    expect(bandTitle({ ...band, database: "Sales" })).toBe("Backup of Sales");
    expect(barText({ ...band, figures: { failed: true, pages: 3 } })).toBe("failed");
    expect(barText({ ...band, figures: { pages: 3 } })).toBe("3 pages");
    expect(barText({ ...band, phase: "consistencyCheck", figures: { errorsFound: 2 } })).toBe(
      "2 errors found",
    );
    expect(barText({ ...band, phase: "restoreData", figures: { pages: 3 } })).toBe("3 pages");
    expect(barText({ ...band, phase: "restoreLog", figures: { records: 4 } })).toBe(
      "4 log records",
    );
    expect(barText({ ...band, phase: "restoreRecovery", figures: { transactions: 2 } })).toBe(
      "2 transactions",
    );
    expect(barText({ ...band, phase: "longIo", figures: { occurrences: 9 } })).toBe("9 I/Os");
    expect(barText({ ...band, phase: "stackDump", figures: { lines: 80 } })).toBe("80 lines");
  });

  it("say what is only a bound", () => {
    const [, band] = timelineOf([phaseEvent("redo", 1000, 3000)]).bands;
    if (band === undefined) throw new Error("no band");
    expect(durationText({ ...band, endSource: "bound" }, false)).toBe("≤ 2.00 s");
    expect(durationText({ ...band, startSource: "bound" }, false)).toBe("≥ 2.00 s");
    expect(durationText({ ...band, endMs: null }, true)).toBe("under way");
    expect(durationText({ ...band, endMs: null }, false)).toBe("no end");
    expect(durationText({ ...band, endMs: 1000 }, false)).toBe("instant");
  });

  it("say in a bar how much there was to do", () => {
    const textOf = (name: "redo" | "checkpoint" | "analysis" | "undo", figures: object) => {
      const bands = timelineOf([phaseEvent(name, 0, 1, { figures: { ...figures } })]).bands;
      const band = bands.find(({ phase }) => phase === name);
      return band === undefined ? null : barText(band);
    };
    expect(textOf("redo", { estimateRedoBytes: 815_938_560 })).toBe("778.1 MiB of log");
    expect(textOf("checkpoint", { buffers: 12 })).toBe("12 pages");
    expect(textOf("analysis", { records: 3 })).toBe("3 log records");
    expect(textOf("undo", { transactions: 4 })).toBe("4 transactions");
    expect(textOf("undo", { transactions: 1 })).toBe("1 transaction");
    expect(textOf("undo", { transactions: "many" })).toBe("");
  });

  it("find the band under a point, also beside one that is thin", () => {
    const rows = phaseRows(timeline);
    const names = rows.map(({ row: name }) => name);
    const under = (y: number, x: number) => {
      const found = rows[rowIndexAt(names, y, look)];
      if (found === undefined) return null;
      const places = { ...found, view: { startMs: 0, endMs: 50_000 }, width: 500 };
      return barAt(placeBars({ ...places, knownEndMs: 50_000 }), x)?.band.id ?? null;
    };
    const y = rowTop(names, names.indexOf("redo"), look) + 5;
    expect(under(y, 145)).toBe("s1/redo/1");
    expect(under(y, 200)).toBeNull();
    expect(under(rowTop(names, names.indexOf("files"), look) + 5, 122)).toBe("s1/open/1");
    expect(under(rowTop(names, names.length, look) + 1, 145)).toBeNull();
    expect(under(-1, 145)).toBeNull();
  });

  it("title bands by phase and snapshot", () => {
    expect(timeline.bands.map(bandTitle).slice(0, 2)).toEqual(["Creation of s1", "Files of s1"]);
    expect(timeline.bands.map(bandTitle)).toContain("Normal checkpoint");
  });
});

const checkpoint = (id: number, startMs: number, lengthMs: number): Band => ({
  id: `checkpoint/${id}`,
  row: "normalCheckpoint",
  phase: "checkpoint",
  snapshot: null,
  startMs,
  endMs: startMs + lengthMs,
  startSource: "logged",
  endSource: "logged",
  instant: lengthMs === 0,
  progress: null,
  figures: {},
});

describe("bars of a crowded row", () => {
  const spans = fc.array(
    fc.record({
      startMs: fc.integer({ min: 0, max: 100_000 }),
      lengthMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 })),
    }),
    { maxLength: 400 },
  );
  const barsOf = (bands: readonly Band[], width = 1000): readonly PlacedBar[] =>
    placeBars({
      row: "normalCheckpoint",
      bands,
      view: { startMs: 0, endMs: 100_000 },
      width,
      knownEndMs: 100_000,
    });
  const bandsOf = (list: readonly { startMs: number; lengthMs: number }[]) =>
    list
      .toSorted((a, b) => a.startMs - b.startMs)
      .map(({ startMs, lengthMs }, index) => checkpoint(index, startMs, lengthMs));

  it("stand for every band once, and never for more bars than there is room", () => {
    fc.assert(
      fc.property(spans, (list) => {
        const bars = barsOf(bandsOf(list));
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
        expect(bars.length).toBeLessThanOrEqual(3 * (1000 / 3) + 3);
        expect(new Set(bars.map(({ band }) => band.id)).size).toBe(bars.length);
      }),
    );
  });

  it("do not lie over one another on a level, but for the last, where they become one", () => {
    fc.assert(
      fc.property(spans, (list) => {
        const bars = barsOf(bandsOf(list));
        expect(bars.every(({ level }) => level < 3)).toBe(true);
        for (const level of [0, 1, 2]) {
          const own = bars.filter((bar) => bar.level === level);
          own.slice(1).forEach((bar, index) => {
            expect(bar.left).toBeGreaterThan(own[index]?.right ?? -1);
          });
        }
      }),
    );
  });

  it("say of how many they are, from when to when, and show the longest", () => {
    const bands = [checkpoint(1, 1000, 10), checkpoint(2, 1100, 50), checkpoint(3, 1200, 20)];
    expect(barsOf(bands)).toMatchObject([
      { count: 3, span: { startMs: 1000, endMs: 1220 }, band: { id: "checkpoint/2" } },
    ]);
    expect(barsOf([checkpoint(1, 0, 60_000), checkpoint(2, 1000, 50_000)])).toMatchObject([
      { count: 1, level: 0, levels: 2 },
      { count: 1, level: 1, levels: 2 },
    ]);
    expect(barsOf(bands, 0)).toEqual([]);
    const parallel = Array.from({ length: 6 }, (_, at) => checkpoint(at, at * 1000, 50_000));
    expect(barsOf(parallel).map(({ level, count }) => [level, count])).toEqual([
      [0, 1],
      [1, 1],
      [2, 4],
    ]);
  });

  it("of twenty thousand are some hundred, whatever part of them is in view", () => {
    const bands = Array.from({ length: 20_000 }, (_, index) => checkpoint(index, index * 5, 3));
    expect(barsOf(bands).length).toBeLessThan(1000);
    expect(barsOf(bands).reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
    const tints = tintsOf(bands, { startMs: 0, endMs: 100_000 }, 1000, 100_000, () => "one");
    expect(tints.length).toBeLessThan(100);
  });
});

describe("marks of a log", () => {
  const mark = (atMs: number, severity: number | null): Mark => ({
    id: `mark/${atMs}`,
    atMs,
    record: atMs,
    kind: "other",
    severity,
    title: `at ${atMs}`,
  });
  const view = { startMs: 0, endMs: 10_000 };

  it("that would lie over one another are one, with the most severe on top", () => {
    const placed = placeMarks(
      [mark(0, 17), mark(100, 24), mark(200, null), mark(9000, null)],
      view,
      100,
    );
    expect(placed).toMatchObject([
      { count: 3, weight: "severe", x: 0, mark: { severity: 24 }, span: { endMs: 200 } },
      { count: 1, weight: "event", x: 90 },
    ]);
    expect(placeMarks([mark(5, 17)], view, 0)).toEqual([]);
    expect(placeMarks([mark(20_000, 17)], view, 100)).toEqual([]);
    expect(placeMarks([mark(5, 17)], view, 100)[0]?.weight).toBe("error");
  });
});
