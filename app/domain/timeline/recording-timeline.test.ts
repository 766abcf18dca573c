import { describe, expect, it } from "vitest";
import type { CaptureOverview } from "../../contract/capture.ts";
import type { Phase } from "../../contract/phase.ts";
import { eventTimes, idleSpans, nextEvent } from "./playback.ts";
import { bandOfRecord } from "./record-bands.ts";
import { recordingTimeline } from "./recording-timeline.ts";
import type { TimelineRecord } from "./timeline.ts";

const phase = (
  name: Phase["name"],
  startMs: number,
  endMs: number | null,
  more: Partial<Phase> = {},
): Phase => ({ snapshot: null, name, startMs, endMs, figures: {}, ...more });

const figures = {
  encoding: null,
  product: null,
  build: null,
  edition: null,
  host: null,
  bytes: 0,
  lines: 0,
  records: 0,
  errors: 0,
  unrecognised: 0,
  firstTime: null,
  lastTime: null,
  utcOffsetMinutes: null,
  timeSteps: [],
  timeStepCount: 0,
  notes: [],
};

const overviewOf = (parts: Partial<CaptureOverview>): CaptureOverview => ({
  origin: "2026-03-01T00:00:00.000",
  endMs: 0,
  source: { kind: "errorlog", ...figures },
  files: [],
  phases: [],
  phasesLeftOut: 0,
  effects: [],
  marks: [],
  marksLeftOut: 0,
  snapshots: [],
  findings: [],
  counters: [],
  waits: [],
  ...parts,
});

const creation = [
  phase("files", 1000, 1100, { snapshot: "s1" }),
  phase("analysis", 2000, 3000, { snapshot: "s1" }),
  phase("complete", 4000, 4000, { snapshot: "s1" }),
];

it("a creation that is told of from its start-up on began before it, so that it took at least so long", () => {
  const commandOf = (first: Phase["name"]) => {
    const phases = [
      phase(first, 1000, 1100, { snapshot: "s1", startSource: "logged" }),
      phase("complete", 4000, 4000, { snapshot: "s1" }),
    ];
    return recordingTimeline(overviewOf({ phases })).bands.find(({ row }) => row === "command");
  };
  expect(commandOf("startup")?.startSource).toBe("bound");
  expect(commandOf("files")?.startSource).toBe("logged");
});

it("a recorded snapshot is lost from its mark on, and one of its name that came later is not", () => {
  const size = (atMs: number) =>
    ({ kind: "snapshot", name: "s1", atMs, pagesPushed: 1, sizeOnDiskBytes: 1 }) as const;
  const drop = { kind: "dropSnapshot", name: "s1" };
  const title = "Database snapshot 's1' has failed an IO operation and is marked suspect.";
  const { snapshots } = recordingTimeline({
    ...overviewOf({
      marks: [
        {
          atMs: 20,
          file: 0,
          record: 3,
          kind: "snapshotSuspect",
          number: 3420,
          severity: 21,
          title,
        },
      ],
    }),
    events: [
      size(10),
      { kind: "command", atNs: 30e6, command: drop, outcome: "applied", message: null },
      size(40),
    ],
  });
  expect(snapshots.map(({ lostMs }) => lostMs)).toEqual([20, undefined]);
});

describe("the timeline of a recording", () => {
  const timeline = recordingTimeline(
    overviewOf({
      endMs: 60_000,
      phases: [
        ...creation,
        phase("backup", 10_000, 20_000, { database: "Sales", figures: { pages: 8 } }),
        phase("backup", 10_000, 15_000, { database: "HR" }),
        phase("longIo", 30_000, 30_000),
        phase("longIo", 30_000, 30_000),
        phase("recovery", 50_000, 70_000, { database: "Sales" }),
        phase("redo", 51_000, 60_000, { database: "Sales" }),
        phase("checkpoint", 5000, 6000),
        phase("revert", 40_000, null, { database: "Sales" }),
      ],
      marks: [
        {
          atMs: 45_000,
          file: 0,
          record: 9,
          kind: "other",
          number: 9002,
          severity: 17,
          title: "full",
        },
        {
          atMs: 0,
          file: 0,
          record: 0,
          kind: "serverBanner",
          number: null,
          severity: null,
          title: "start",
        },
      ],
    }),
  );

  it("has every phase in the row of what it is, in order of time", () => {
    const rows = timeline.bands.map(({ row, database = null, startMs }) => [
      row,
      database,
      startMs,
    ]);
    expect(rows).toEqual([
      ["command", null, 1000],
      ["files", null, 1000],
      ["analysis", null, 2000],
      ["command", null, 4000],
      ["normalCheckpoint", null, 5000],
      ["backup", "Sales", 10_000],
      ["backup", "HR", 10_000],
      ["longIo", null, 30_000],
      ["longIo", null, 30_000],
      ["revert", "Sales", 40_000],
      ["recovery", "Sales", 50_000],
      ["recoverySteps", "Sales", 51_000],
    ]);
  });

  it("keeps phases apart that begin at the same moment, with an id each", () => {
    expect(timeline.bands.filter(({ row }) => row === "longIo")).toHaveLength(2);
    expect(new Set(timeline.bands.map(({ id }) => id)).size).toBe(timeline.bands.length);
  });

  it("derives commands only from creations: neither backups nor reverts have one", () => {
    const commands = timeline.bands.filter(
      ({ row, phase: name }) => row === "command" && name === null,
    );
    expect(commands).toMatchObject([{ snapshot: "s1", startMs: 1000, endMs: 4000 }]);
    expect(timeline.asOf).toEqual([{ snapshot: "s1", atMs: 2000 }]);
  });

  it("goes as far as its last phase, and its marks are in order", () => {
    expect(timeline.endMs).toBe(70_000);
    expect(timeline.marks.map(({ title }) => title)).toEqual(["start", "full"]);
    expect(timeline.marks[1]).toMatchObject({ record: 9, severity: 17 });
    expect(new Date(timeline.originMs).toISOString()).toBe("2026-03-01T00:00:00.000Z");
  });

  it("is stepped through by its phases and marks, and idle where there is neither", () => {
    expect(eventTimes(timeline)).toContain(45_000);
    expect(nextEvent(timeline, 40_000)).toBe(45_000);
    expect(idleSpans(timeline, 9000)).toContainEqual({ startMs: 20_000, endMs: 30_000 });
  });

  it("has ids that hold though other phases are found before them", () => {
    const later = recordingTimeline(
      overviewOf({ phases: [phase("backup", 500, 600), ...creation] }),
    );
    const idOf = (list: typeof timeline.bands) => list.find(({ row }) => row === "analysis")?.id;
    expect(idOf(later.bands)).toBe(idOf(timeline.bands));
  });

  const record = (parts: Partial<TimelineRecord>): TimelineRecord => ({
    index: 0,
    file: 0,
    line: 1,
    atMs: 0,
    sinceMs: null,
    source: "Backup",
    text: "",
    kind: "backedUp",
    phase: "backup",
    database: null,
    error: null,
    cut: false,
    ...parts,
  });

  it("ties a record to the band of its phase and database that it is written in, or ends", () => {
    const atEnd = record({ atMs: 15_000, database: "hr" });
    expect(bandOfRecord(timeline, atEnd)).toMatchObject({ database: "HR" });
    expect(bandOfRecord(timeline, record({ atMs: 20_000, database: "Sales" }))).toMatchObject({
      database: "Sales",
    });
    expect(bandOfRecord(timeline, record({ atMs: 20_000, database: "HR" }))).toBeNull();
    expect(bandOfRecord(timeline, record({ atMs: null }))).toBeNull();
    expect(bandOfRecord(timeline, record({ atMs: 12_000, phase: null }))).toBeNull();
  });
});
