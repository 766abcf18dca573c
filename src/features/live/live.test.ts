import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { scenarioSchema } from "../../../app/contract/scenario.ts";
import { plainScenario } from "../../../app/contract/testing/scenarios.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { PaceMeter, pacesWith } from "./pace.ts";
import { activityOf, hasEnded, takes } from "./run-state.ts";
import {
  existingSnapshots,
  nextBackupName,
  nextCopyName,
  nextFreeName,
  parseUsers,
  problemOfName,
  sliderEnd,
  usedNames,
} from "./steering.ts";

const band = (parts: Partial<Band>): Band => ({
  id: "b",
  row: "command",
  phase: null,
  snapshot: "s1",
  startMs: 0,
  endMs: null,
  startSource: "logged",
  endSource: null,
  instant: false,
  progress: null,
  figures: {},
  ...parts,
});

function timelineOf(parts: Partial<Timeline>): Timeline {
  const none = new Float64Array();
  return {
    timeTitle: "Engine time",
    alwaysRows: [],
    marginShare: 0,
    originMs: 0,
    endMs: 1000,
    plannedEndMs: 10_000,
    warmupEndMs: 0,
    series: { timeMs: none, counters: {}, waits: {}, p99Ms: none, samplesPerPoint: 1 },
    bands: [],
    asOf: [],
    acts: [],
    marks: [],
    snapshots: [],
    state: { state: "running", atMs: 0, pace: 0, stepping: false },
    overlay: null,
    ...parts,
  };
}

const entryOf = (status: RunEntry["status"]): RunEntry => ({
  id: "00000000-0000-4000-8000-000000000000",
  name: "run",
  preset: null,
  mode: "virtual",
  seed: 1,
  status,
  error: null,
  verified: null,
  createdAt: "2026-01-01T00:00:00Z",
  endedAt: null,
  wallMs: null,
  engineMs: 0,
  plannedMs: 0,
  users: 1,
  snapshots: 0,
  transactionsPerSecond: null,
  device: "SQLCAT Q",
  creationMs: null,
  p99BeforeMs: null,
  p99AfterMs: null,
  tags: [],
  note: "",
  recordedBytes: 0,
});

describe("what a run is doing", () => {
  it("names the snapshot, the phase and its progress while one is created", () => {
    const timeline = timelineOf({
      state: { state: "creating", atMs: 0, pace: 0, stepping: false },
      bands: [
        band({}),
        band({ row: "checkpoint", phase: "checkpoint", endMs: 5 }),
        band({ row: "redo", phase: "redo", progress: 0.414 }),
      ],
    });
    expect(activityOf(timeline, entryOf("running"))).toEqual({
      kind: "creating",
      text: "Creating snapshot ‘s1’",
      detail: "redo 41 %",
      announcement: "Creating snapshot ‘s1’: redo",
    });
  });

  it("says to which phase it goes on while it steps, and that it does", () => {
    const stepping = { atMs: 0, pace: 1, stepping: true } as const;
    const creating = timelineOf({
      state: { ...stepping, state: "creating" },
      bands: [
        band({}),
        band({ row: "checkpoint", phase: "checkpoint", startMs: 5, endMs: 9 }),
        band({ row: "files", phase: "files", startMs: 0, endMs: 5 }),
      ],
    });
    expect(activityOf(creating, entryOf("running"))).toMatchObject({
      kind: "creating",
      text: "Running to open…",
      detail: "snapshot ‘s1’",
    });
    const idle = timelineOf({ state: { ...stepping, state: "running" } });
    expect(activityOf(idle, null)).toMatchObject({
      kind: "running",
      text: "Running to the next phase…",
    });
  });

  it("says how a run ended, whatever its last state was", () => {
    const timeline = timelineOf({ state: { state: "running", atMs: 0, pace: 0, stepping: false } });
    for (const status of ["completed", "failed", "cancelled", "interrupted"] as const) {
      const activity = activityOf(timeline, entryOf(status));
      expect(activity.kind).toBe(status);
      expect(hasEnded(activity)).toBe(true);
      expect(takes(activity, "act")).toBe(false);
    }
  });

  it("tells warm-up, pause and verification apart, and from a run that has not begun", () => {
    const kindOf = (state: "warmup" | "paused" | "verifying") =>
      activityOf(timelineOf({ state: { state, atMs: 0, pace: null, stepping: false } }), null).kind;
    expect([kindOf("warmup"), kindOf("paused"), kindOf("verifying")]).toEqual([
      "warmup",
      "paused",
      "verifying",
    ]);
    expect(activityOf(null, null).kind).toBe("starting");
    expect(takes(activityOf(timelineOf({}), entryOf("running")), "act")).toBe(true);
  });
});

describe("names for snapshots", () => {
  it("are suggested by the first number that the run has not used", () => {
    const timeline = timelineOf({
      bands: [band({ snapshot: "sales_snapshot_2" })],
      snapshots: [{ name: "sales_snapshot_1", points: [], dropped: true }],
    });
    expect(nextFreeName("sales", usedNames(timeline))).toBe("sales_snapshot_3");
    expect(existingSnapshots(timeline)).toEqual([]);
  });

  it("that are suggested can be used, whatever the database is called", () => {
    const databases = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
    fc.assert(
      fc.property(databases, fc.nat(20), (database, count) => {
        const used = new Set<string>();
        for (let index = 0; index < count; ++index) used.add(nextFreeName(database, used));
        expect(used.size).toBe(count);
        expect(problemOfName(nextFreeName(database, used), [...used])).toBeNull();
      }),
    );
  });

  it("are refused with what is allowed", () => {
    expect(problemOfName("", [])).toContain("Letters, digits and _");
    expect(problemOfName("two words", [])).toContain("at most 64");
    expect(problemOfName("s1", ["s1"])).toContain("‘s1’ exists");
  });
});

describe("names for copies of the table", () => {
  it("go on from what the run has made, past what its plan will make", () => {
    const planned = scenarioSchema.parse({
      ...plainScenario,
      timeline: [{ atSeconds: 5, command: { kind: "selectInto", name: "sales_copy_2", rows: 10 } }],
    });
    expect(nextCopyName(timelineOf({}), planned)).toBe("sales_copy_1");
    const one = band({ row: "command", phase: "selectInto", snapshot: null });
    expect(nextCopyName(timelineOf({ bands: [one] }), planned)).toBe("sales_copy_3");
  });
});

describe("names for backups", () => {
  it("go on from what the run has made, past what its plan will make in whatever letters", () => {
    const planned = scenarioSchema.parse({
      ...plainScenario,
      timeline: [{ atSeconds: 5, command: { kind: "backup", name: "Backup_2", type: "full" } }],
    });
    expect(nextBackupName(timelineOf({}), planned)).toBe("backup_1");
    const one = band({ row: "backup", phase: "backup", snapshot: null });
    expect(nextBackupName(timelineOf({ bands: [one] }), planned)).toBe("backup_3");
  });
});

describe("users", () => {
  it("are read as they are written, grouped or not, up to what the engine takes", () => {
    expect(parseUsers("500")).toBe(500);
    expect(parseUsers("1,000")).toBe(1000);
    expect(parseUsers(" 0 ")).toBe(0);
    for (const text of ["", "-1", "ten", "10001", "1e3", "1.5", "1,5", "1.000"])
      expect(parseUsers(text), text).toBeNull();
  });

  it("have a slider with room to double them", () => {
    expect(sliderEnd(100, 100)).toBe(200);
    expect(sliderEnd(0, 0)).toBe(100);
    expect(sliderEnd(100, 730)).toBe(800);
    expect(sliderEnd(9000, 9000)).toBe(10_000);
  });
});

describe("the paces to choose from", () => {
  it("have one of the scenario's own in its place", () => {
    expect(pacesWith(2)).toEqual([1, 2, 10, 60, 0]);
    expect(pacesWith(100)).toEqual([1, 10, 60, 100, 0]);
    expect(pacesWith(0)).toEqual([1, 10, 60, 0]);
    expect(pacesWith(null)).toEqual([1, 10, 60, 0]);
  });
});

describe("the measured pace", () => {
  it("is engine time by wall time, of the last seconds only", () => {
    const meter = new PaceMeter();
    for (let second = 0; second <= 10; ++second) meter.take(second * 1000, second * 60_000);
    expect(meter.rate).toBeCloseTo(60);
    for (let second = 11; second <= 20; ++second)
      meter.take(second * 1000, 600_000 + second * 1000);
    expect(meter.rate).toBeCloseTo(1);
  });

  it("is unknown at first, while nothing moves, and after time went back", () => {
    const meter = new PaceMeter();
    expect(meter.rate).toBeNull();
    meter.take(0, 0);
    meter.take(100, 6000);
    expect(meter.rate).toBeNull();
    meter.take(2000, 6000);
    meter.take(3000, 0);
    expect(meter.rate).toBeNull();
  });
});
