import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  creationEvents,
  logEvent,
  phaseEvent,
  seriesOf,
  timelineOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { placeActs, placeAsOf, placePhases } from "./header-layout.ts";
import { placeLabels, type Room } from "./label-layout.ts";
import { bandAt, rowTop } from "./phase-geometry.ts";
import { bandTitle } from "./phase-look.ts";
import { barText, durationText, focusAt, phaseRows } from "./phase-rows.ts";

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

describe("names above the lanes", () => {
  const act = {
    kind: "command",
    atNs: 50_000e6,
    command: { kind: "setUsers", users: 9 },
    outcome: "applied",
  } as const;
  const timeline = timelineOf([...creationEvents("s1", 10_000), act], seriesOf([100_000]));
  const all = { startMs: 0, endMs: 100_000 };

  it("say which side of the as-of line is in the snapshot", () => {
    const { flags } = placeAsOf(timeline, { startMs: 0, endMs: 26_000 }, 1000);
    expect(flags).toHaveLength(1);
    const [flag] = flags;
    expect(flag?.text).toBe("as of 21:48:20.00");
    expect(flag?.inside ?? 0).toBeLessThan(flag?.left ?? 0);
    expect(flag?.outside ?? 0).toBeGreaterThan(flag?.left ?? 0);
  });

  it("leave out flags and acts that are not visible", () => {
    const beyond = { startMs: 90_000, endMs: 100_000 };
    expect(placeAsOf(timeline, beyond, 1000).flags).toEqual([]);
    expect(placeActs(timeline, beyond, 1000, [])).toEqual([]);
  });

  it("name an act beside its diamond, or not at all", () => {
    expect(placeActs(timeline, all, 1000, [])).toMatchObject([{ left: 500, labelLeft: 512 }]);
    const taken = [{ left: 0, right: 1000 }];
    expect(placeActs(timeline, all, 1000, taken)).toMatchObject([
      { left: 500, labelLeft: null, covered: true },
    ]);
  });

  it("name phases that are wide enough, with their progress", () => {
    const underWay = timelineOf(
      [phaseEvent("redo", 20_000, null, { progress: 0.418 })],
      seriesOf([80_000]),
    );
    expect(placePhases(underWay, all, 1000, []).map(({ text }) => text)).toContain("Redo 41 %");
    const tiny = timelineOf([phaseEvent("redo", 20_000, 20_050)], seriesOf([80_000]));
    expect(placePhases(tiny, all, 1000, []).map(({ text }) => text)).not.toContain("Redo");
  });
});

const rowsAt = (timeline: Timeline, atMs: number) => phaseRows(timeline, focusAt(timeline, atMs));

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
  const row = (name: string, atMs: number) =>
    rowsAt(timeline, atMs).find((candidate) => candidate.row === name);

  it("speak of the creation at the playhead, else of the first", () => {
    expect(focusAt(timeline, 0).creation?.snapshot).toBe("s1");
    expect(focusAt(timeline, 29_999).creation?.snapshot).toBe("s1");
    expect(focusAt(timeline, 30_000).creation?.snapshot).toBe("s2");
    expect(focusAt(timelineOf([]), 0)).toEqual({ creation: null, checkpoint: null });
  });

  it("have a duration each", () => {
    expect(row("command", 0)?.duration).toBe("6.00 s");
    expect(row("redo", 0)?.duration).toBe("1.00 s");
    expect(row("normalCheckpoint", 50_000)?.duration).toBe("1.00 s");
    expect(rowsAt(timelineOf([]), 0).map(({ duration }) => duration)).toEqual([
      ...["", "", "", "", "", "", ""],
      "none",
    ]);
  });

  it("remark that normal checkpoints wait, unless one did not", () => {
    expect(row("normalCheckpoint", 0)?.note?.text).toBe("wait until the creation ends");
    const during = timelineOf([
      ...creationEvents("s1", 0),
      phaseEvent("checkpoint", 1000, 2000, { snapshot: null }),
    ]);
    expect(rowsAt(during, 0).at(-1)?.note).toBeNull();
  });

  it("name the silence between phases in the row that it belongs to", () => {
    const quiet = {
      ...timelineOf([
        phaseEvent("files", 0, 20),
        phaseEvent("checkpoint", 213, 81_120),
        phaseEvent("open", 139_670, 139_670),
        phaseEvent("startup", 478_240, 478_240),
      ]),
      kind: "log" as const,
    };
    const gaps = rowsAt(quiet, 0).flatMap(({ row: name, gaps: found }) =>
      found.map(({ label }) => `${name}: ${label}`),
    );
    expect(gaps).toEqual(["checkpoint: silent 58.55 s", "startup: silent 5 min 38.57 s"]);
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
    expect(textOf("undo", { transactions: "many" })).toBe("");
  });

  it("find the band under a point, also beside one that is thin", () => {
    const rows = rowsAt(timeline, 0);
    const x = (atMs: number) => atMs / 100;
    const redo = rows.findIndex(({ row: name }) => name === "redo");
    const y = rowTop(redo) + 5;
    expect(bandAt(rows, y, x, 145)?.id).toBe("s1/redo/1");
    expect(bandAt(rows, y, x, 200)).toBeNull();
    const files = rowTop(rows.findIndex(({ row: name }) => name === "files")) + 5;
    expect(bandAt(rows, files, x, 122)?.id).toBe("s1/open/1");
    expect(bandAt(rows, rowTop(rows.length) + 1, x, 145)).toBeNull();
  });

  it("title bands by phase and snapshot", () => {
    expect(timeline.bands.map(bandTitle).slice(0, 2)).toEqual(["Creation of s1", "Files of s1"]);
    expect(timeline.bands.map(bandTitle)).toContain("Normal checkpoint");
  });
});
