import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatClock, formatClockDate, formatDuration } from "../../../app/domain/format/times.ts";
import { parseClock, parseClockSeconds } from "../../../app/domain/scenario-form/clock-text.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { creationStateAt } from "./creation-steps.ts";
import { snapshotSizesAt } from "./snapshot-sizes.ts";
import { parseDuration } from "./time-input.ts";

const origin = Date.UTC(2006, 9, 23, 21, 48, 7, 220);

function band(row: Band["row"], phase: Band["phase"], startMs: number, endMs: number | null): Band {
  return {
    id: `${row}/${phase}`,
    row,
    phase,
    snapshot: "s1",
    startMs,
    endMs,
    startSource: "logged",
    endSource: endMs === null ? null : "logged",
    instant: startMs === endMs,
    progress: phase === "redo" && endMs === null ? 0.25 : null,
    figures: {},
  };
}

function timelineOf(parts: Partial<Timeline>): Timeline {
  return {
    timeTitle: "Engine time",
    alwaysRows: [],
    marginShare: 0,
    originMs: origin,
    endMs: 0,
    plannedEndMs: 10_000,
    warmupEndMs: 0,
    series: {
      timeMs: new Float64Array(),
      counters: {},
      waits: {},
      p99Ms: new Float64Array(),
      samplesPerPoint: 1,
    },
    bands: [],
    asOf: [],
    acts: [],
    marks: [],
    snapshots: [],
    state: null,
    overlay: null,
    ...parts,
  };
}

const underWay = timelineOf({
  endMs: 2000,
  bands: [
    band("command", null, 1000, null),
    band("files", "files", 1000, 1010),
    band("checkpoint", "checkpoint", 1010, 1500),
    band("files", "open", 1500, 1500),
    band("startup", "startup", 1500, 1550),
    band("analysis", "analysis", 1550, 1600),
    band("redo", "redo", 1600, null),
  ],
});

describe("the steps of a creation", () => {
  it("are done, under way with their progress, or pending", () => {
    const creation = creationStateAt(underWay, 2000, true);
    expect(creation).toMatchObject({
      snapshot: "s1",
      state: "creating",
      fromStartup: false,
      elapsedMs: 1000,
      sign: "",
      progress: 0.25,
      remainingMs: 1200,
    });
    expect(
      creation?.steps.map(({ phase, state, durationMs }) => [phase, state, durationMs]),
    ).toEqual([
      ["files", "done", 10],
      ["checkpoint", "done", 490],
      ["open", "done", 0],
      ["startup", "done", 50],
      ["analysis", "done", 50],
      ["redo", "current", 400],
      ["undo", "pending", null],
      ["flush", "pending", null],
    ]);
  });

  it("include a wait and a final flush only where there are any", () => {
    const stepsOf = (...bands: readonly Band[]) =>
      creationStateAt(timelineOf({ endMs: 2000, bands }), 2000, false)?.steps.map(
        ({ phase }) => phase,
      );
    const command = band("command", null, 1000, 1900);
    expect(stepsOf(command)).not.toContain("flush");
    const waited = stepsOf(
      command,
      band("checkpoint", "checkpointWait", 1010, 1200),
      band("undo", "flush", 1800, 1900),
    );
    expect(waited).toEqual(expect.arrayContaining(["checkpointWait", "flush"]));
  });

  it("tell what the scenario gave of it, as far as it has passed", () => {
    const waited = timelineOf({
      endMs: 4000,
      bands: [
        band("command", null, 1000, 4000),
        band("files", "openWait", 1100, 1600),
        band("startup", "startupWait", 1600, 2600),
      ],
    });
    const givenAt = (atMs: number) => creationStateAt(waited, atMs, false)?.givenMs;
    expect([1050, 2000, 4000].map(givenAt)).toEqual([0, 900, 1500]);
    expect(creationStateAt(underWay, 2000, true)?.givenMs).toBe(0);
  });

  it("are those of the moment that is looked at", () => {
    const creation = creationStateAt(underWay, 1200, true);
    const states = creation?.steps.map(({ phase, state }) => `${phase} ${state}`);
    expect(states?.slice(0, 3)).toEqual(["files done", "checkpoint current", "open pending"]);
    expect(creation?.progress).toBeNull();
    expect(creationStateAt(underWay, 999, true)).toBeNull();
  });

  it("tell a creation that broke off from one that goes on", () => {
    expect(creationStateAt(underWay, 2000, false)?.state).toBe("incomplete");
    expect(creationStateAt(underWay, 1999, false)?.state).toBe("creating");
  });

  it("end with the creation", () => {
    const ended = timelineOf({
      endMs: 9000,
      bands: [band("command", null, 1000, 3000), band("undo", "undo", 2000, 3000)],
    });
    expect(creationStateAt(ended, 9000, true)).toMatchObject({
      state: "complete",
      fromStartup: false,
      elapsedMs: 2000,
      sign: "",
    });
  });
});

describe("sizes of snapshots", () => {
  const track = {
    name: "s1",
    dropped: true,
    points: [
      { atMs: 1000, pagesPushed: 1, sizeOnDiskBytes: 65_536 },
      { atMs: 11_000, pagesPushed: 9, sizeOnDiskBytes: 655_360 },
      { atMs: 21_000, pagesPushed: 9, sizeOnDiskBytes: 655_360 },
    ],
  };
  const timeline = timelineOf({ endMs: 30_000, snapshots: [track] });

  it("are those of the moment, with their growth in a minute", () => {
    expect(snapshotSizesAt(timeline, 11_000)).toEqual([
      {
        ...{ name: "s1", pagesPushed: 9, sizeOnDiskBytes: 655_360, regions: 10, pagesPulled: null },
        bytesPerMinute: 589_824 * 6,
      },
    ]);
    expect(snapshotSizesAt(timeline, 21_000)[0]?.bytesPerMinute).toBe(0);
    expect(snapshotSizesAt(timeline, 1000)[0]?.bytesPerMinute).toBeNull();
  });

  it("tell what redo pulled of the latest creation, once it is over", () => {
    const redo = { ...band("redo", "redo", 3000, 4000), figures: { pagesPulled: 7 } };
    const again = { ...band("files", "files", 15_000, 15_100), id: "files/2" };
    const pulled = { ...timeline, bands: [band("files", "files", 1000, 1100), redo, again] };
    const pulledAt = (atMs: number) => snapshotSizesAt(pulled, atMs)[0]?.pagesPulled;
    expect([2000, 3500, 4000, 16_000].map(pulledAt)).toEqual([null, null, 7, null]);
  });

  it("say from when on a snapshot is lost", () => {
    const lost = timelineOf({ endMs: 30_000, snapshots: [{ ...track, lostMs: 20_000 }] });
    const isLostAt = (atMs: number) => snapshotSizesAt(lost, atMs)[0]?.isLost ?? false;
    expect([19_999, 20_000].map(isLostAt)).toEqual([false, true]);
  });

  it("leave out snapshots before their creation and after their drop", () => {
    expect(snapshotSizesAt(timeline, 999)).toEqual([]);
    expect(snapshotSizesAt(timeline, 30_000)).toEqual([]);
  });
});

describe("times that are typed", () => {
  it.each([
    ["21:49:11", 63.78],
    ["2006-10-23 21:49:11", 63.78],
    ["21:48", 86_392.78],
    ["00:10", 8512.78],
    ["2006-10-22 21:49:11", -86_336.22],
    ["64", null],
  ])("lie after the start: %s is %d s from it", (text, seconds) => {
    expect(parseClockSeconds(text, origin)).toBe(seconds);
  });

  it("are read in the forms that the screen shows", () => {
    expect(parseClock("21:56:05.46", origin, 0)).toBe(478_240);
    expect(parseClock(" 2006-10-23 21:56:05.46 ", origin, 0)).toBe(478_240);
    expect(parseClock("21:49", origin, 0)).toBe(52_780);
  });

  it("mean the day nearest to where one is", () => {
    const nearMidnight = 2 * 3_600_000 + 10 * 60_000;
    expect(parseClock("00:10:00", origin, nearMidnight)).toBe(8_512_780);
    expect(parseClock("23:59:00", origin, nearMidnight)).toBe(7_852_780);
  });

  it("are refused when they are none", () => {
    for (const text of ["", "25:00", "21:60", "12", "21:48:07.1234", "soon"]) {
      expect(parseClock(text, origin, 0), text).toBeNull();
    }
    for (const text of ["", "x", "1 parsec", "-3", "1 min soon", "31,35"]) {
      expect(parseDuration(text), text).toBeNull();
    }
  });

  it("come back as they were printed, to the hundredth", () => {
    const within12Hours = fc.integer({ min: 0, max: 4_000_000 });
    fc.assert(
      fc.property(within12Hours, (hundredths) => {
        const atMs = hundredths * 10;
        expect(parseClock(formatClock(origin, atMs), origin, atMs)).toBe(atMs);
        expect(parseClock(formatClockDate(origin, atMs), origin, 0)).toBe(atMs);
      }),
    );
    const belowAnHour = fc.integer({ min: 0, max: 359_999 });
    fc.assert(
      fc.property(belowAnHour, (hundredths) => {
        expect(parseDuration(formatDuration(hundredths * 10))).toBeCloseTo(hundredths * 10);
      }),
    );
  });

  it("of durations know their units; a bare number is seconds", () => {
    expect(parseDuration("31.35")).toBe(31_350);
    expect(parseDuration("1,200 s")).toBe(1_200_000);
    expect(parseDuration("1 min 20.91 s")).toBeCloseTo(80_910);
    expect(parseDuration("2 h 5 min")).toBe(7_500_000);
    expect(parseDuration("250 ms")).toBe(250);
  });
});
