import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Series, TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { concatSeries } from "../series/testing/concat-series.ts";
import { noSeries } from "./recording-timeline.ts";
import {
  creationEvents,
  logEvent,
  newRun,
  noSamples,
  phaseEvent,
  seriesOf,
  timelineOf,
} from "./testing/pieces.ts";
import { bandRows, innerRows, type Timeline } from "./timeline.ts";

const command = (
  atMs: number,
  what: { kind: string; [field: string]: unknown },
  outcome: "applied" | "refused" = "applied",
): TimelineEvent => ({ kind: "command", atNs: atMs * 1e6, command: what, outcome, message: null });

const snapshot = (atMs: number, name: string, pagesPushed: number): TimelineEvent => ({
  kind: "snapshot",
  atMs,
  name,
  pagesPushed,
  sizeOnDiskBytes: pagesPushed * 8192,
});

const bandOf = (timeline: Timeline, id: string) => timeline.bands.find((band) => band.id === id);

describe("the timeline of a run", () => {
  it("has a band for each phase, and one for the command that spans the creation", () => {
    const timeline = timelineOf(creationEvents("s1", 10_000));
    expect(timeline.bands.map(({ id, row }) => [id, row])).toEqual([
      ["s1/command/1", "command"],
      ["s1/files/1", "files"],
      ["s1/checkpoint/1", "checkpoint"],
      ["s1/open/1", "files"],
      ["s1/startup/1", "startup"],
      ["s1/analysis/1", "analysis"],
      ["s1/redo/1", "redo"],
      ["s1/undo/1", "undo"],
      ["s1/complete/1", "command"],
    ]);
    expect(bandOf(timeline, "s1/command/1")).toMatchObject({ startMs: 10_000, endMs: 16_000 });
    expect(bandOf(timeline, "s1/open/1")?.instant).toBe(true);
    expect(timeline.asOf).toEqual([{ snapshot: "s1", atMs: 13_000 }]);
  });

  it("marks when a snapshot is lost, which its log alone tells", () => {
    const text = "Database snapshot 's1' has failed an IO operation and is marked suspect.";
    const timeline = timelineOf([
      snapshot(1000, "s1", 1),
      snapshot(1000, "s2", 1),
      logEvent(5000, text),
    ]);
    expect(timeline.marks).toMatchObject([{ atMs: 5000, record: 0, severity: 21, title: text }]);
    expect(timeline.snapshots.map(({ lostMs }) => lostMs)).toEqual([5000, undefined]);
  });

  it("keeps the id of a phase while it goes on, and its progress until it ends", () => {
    const run = newRun();
    run.take({ series: noSamples, events: [phaseEvent("redo", 1000, null, { progress: 0.25 })] });
    const [, before] = run.timeline.bands;
    run.take({ series: noSamples, events: [phaseEvent("redo", 1000, 4000)] });
    const [, after] = run.timeline.bands;
    expect(before).toMatchObject({ id: "s1/redo/1", endMs: null, progress: 0.25 });
    expect(after).toMatchObject({ id: "s1/redo/1", endMs: 4000, progress: null });
  });

  it("does not reopen a phase that has ended when older progress comes late", () => {
    const timeline = timelineOf([
      phaseEvent("redo", 1000, 4000),
      phaseEvent("redo", 1000, null, { progress: 0.5 }),
    ]);
    expect(bandOf(timeline, "s1/redo/1")?.endMs).toBe(4000);
  });

  it("tells a second creation of the same name from the first", () => {
    const timeline = timelineOf([...creationEvents("s1", 0), ...creationEvents("s1", 30_000)]);
    expect(bandOf(timeline, "s1/command/2")).toMatchObject({ startMs: 30_000, endMs: 36_000 });
    expect(bandOf(timeline, "s1/redo/2")?.startMs).toBe(34_000);
  });

  it("gives checkpoints of no creation a row of their own", () => {
    const timeline = timelineOf([phaseEvent("checkpoint", 100, 200, { snapshot: null })]);
    expect(timeline.bands).toMatchObject([{ row: "normalCheckpoint", snapshot: null }]);
  });

  it("gives what lies in a restore a row below it", () => {
    const timeline = timelineOf([
      phaseEvent("restore", 100, 900, { snapshot: null }),
      phaseEvent("restoreData", 100, 400, { snapshot: null }),
      phaseEvent("restoreLog", 400, 600, { snapshot: null }),
      phaseEvent("restoreLog", 600, 800, { snapshot: null }),
      phaseEvent("restoreRecovery", 800, 900, { snapshot: null }),
    ]);
    expect(timeline.bands.map(({ row, startMs }) => [row, startMs])).toEqual([
      ["restore", 100],
      ["restoreSteps", 100],
      ["restoreSteps", 400],
      ["restoreSteps", 600],
      ["restoreSteps", 800],
    ]);
    expect(bandRows.indexOf("restoreSteps")).toBe(bandRows.indexOf("restore") + 1);
    expect(timeline.bands.filter(({ row }) => innerRows.has(row))).toHaveLength(4);
  });

  it("has the records of its log with the phase that each tells of", () => {
    const run = newRun();
    run.take({
      series: noSamples,
      events: [
        logEvent(0, "Creating file P:\\s1.ss."),
        logEvent(
          2000,
          "FlushCache: cleaned up 3 bufs with 2 writes in 1000 ms (avoided 0 new dirty bufs)",
        ),
        logEvent(2000, "Error: 823, Severity: 24, State: 2."),
        { kind: "errorlog", atMs: 2005, line: "no time here" },
      ],
    });
    expect(run.log.records).toMatchObject([
      { kind: "creatingFile", phase: "files", sinceMs: null, index: 0 },
      { kind: "flushCache", phase: "checkpoint", sinceMs: 2000, source: "spid51" },
      { kind: "errorHeader", phase: null, sinceMs: 0, index: 2 },
      { kind: "other", text: "no time here", source: "" },
    ]);
    expect(run.timeline.endMs).toBe(2005);
  });

  it("keeps the newest records of a long log, counts all, and forgets them at a restart", () => {
    const run = newRun();
    const line = (index: number) => logEvent(index, `record ${index}`);
    run.take({ series: noSamples, events: [line(5)], recordsLeftOut: 5 });
    run.take({ series: noSamples, events: Array.from({ length: 3000 }, (_, at) => line(6 + at)) });
    const { records, count } = run.log;
    expect(count).toBe(3006);
    expect(records.length).toBeGreaterThanOrEqual(1000);
    expect(records.length).toBeLessThanOrEqual(2000);
    expect(records.at(-1)).toMatchObject({ index: 3005, text: "record 3005" });
    expect(run.log).toBe(run.log);
    run.take({ series: noSamples, events: [], restart: true });
    expect(run.log).toEqual({ records: [], count: 0 });
  });

  it("says in words what an array does by itself about a reserve", () => {
    const told = (what: "warning" | "deleted" | "offline" | "online", snapshot: string | null) =>
      ({ kind: "reserve", atMs: 7000, what, volume: "Q", snapshot }) as const;
    const { acts, endMs } = timelineOf([
      told("warning", null),
      told("deleted", "noon"),
      told("offline", null),
      told("online", null),
    ]);
    expect(acts.map(({ label }) => label)).toEqual([
      "reserve of Q nearly full",
      "array deletes ‘noon’ on Q for room",
      "array takes Q and its snapshots offline",
      "array takes Q online again",
    ]);
    expect(acts[1]).toMatchObject({ id: "act/2", atMs: 7000, kind: "reserve", name: "noon" });
    expect(endMs).toBe(7000);
  });

  it("says in words what was asked of the run", () => {
    const timeline = timelineOf([
      command(0, { kind: "createSnapshot", name: "s1" }),
      command(1, { kind: "dropSnapshot", name: "s1" }, "refused"),
      command(2, { kind: "revertSnapshot", name: "s1" }),
      command(2, { kind: "restartServer", mode: "crash" }),
      command(2, { kind: "restartServer", mode: "clean" }),
      command(2, { kind: "setUsers", users: 10_000 }),
      command(2, { kind: "setReportUsers", name: "s1", users: 50 }),
      command(2, { kind: "setReportUsers", name: "s1", users: 0 }),
      command(2, { kind: "updateTable", batchRows: 1000 }),
      command(2, { kind: "selectInto", name: "copy", rows: 100_000 }),
      command(3, { kind: "setPace", pace: 60 }),
      command(4, { kind: "setPace", pace: 0 }),
      command(5, { kind: "stepToNextPhase" }),
      command(6, { kind: "backup", name: "nightly", type: "full", copyOnly: false }),
      command(6, { kind: "backup", name: "b", type: "log", copyOnly: true, bufferCount: 24 }),
      command(6, { kind: "backup", name: "c", type: "full", checksum: false }),
      command(6, { kind: "backup", name: "d", type: "log", noTruncate: true }),
      command(6, { kind: "verifyBackup", name: "d", checksum: true }),
      command(6, { kind: "restore", stopAtSeconds: 80, backUpTail: true, replace: false }),
      command(6, { kind: "restore", stopAtSeconds: 80, continueAfterError: true }),
      command(6, { kind: "restore", stopAtSeconds: null, backUpTail: false, replace: true }),
      command(7, { kind: "createArraySnapshot", name: "noon", freeze: "vss" }),
      command(7, {
        ...{ kind: "createArraySnapshot", name: "torn", freeze: "suspend", copyOnly: true },
        volumes: ["Q", "J"],
      }),
      command(7, { kind: "backup", name: "off", type: "full", arraySnapshot: "noon" }),
      command(7, { kind: "restore", arraySnapshot: "noon", backups: ["l"], as: "copy" }),
      command(7, { kind: "checkDatabase", database: "copy" }),
      command(7, { kind: "deleteArraySnapshot", name: "noon" }),
      command(6, { kind: "somethingNewer" }),
    ]);
    expect(timeline.acts.map(({ label }) => label)).toEqual([
      "create snapshot s1",
      "drop snapshot s1",
      "revert to snapshot s1",
      "crash and restart",
      "shut down and restart",
      "users 10,000",
      "50 sessions read s1",
      "nobody reads s1",
      "update the table, 1,000 rows a batch",
      "select 100,000 rows into copy",
      "pace 60×",
      "pace as fast as it goes",
      "step to next phase",
      "full backup ‘nightly’",
      "copy-only log backup ‘b’, 24 buffers",
      "full backup ‘c’, no checksums",
      "log backup ‘d’, no truncate",
      "verify backup ‘d’ with its checksums",
      "restore to 1 min 20 s",
      "restore to 1 min 20 s, continues after an error",
      "restore to the end, without the tail, with replace",
      "array snapshot ‘noon’",
      "copy-only array snapshot ‘torn’ of Q, J, suspended",
      "full backup ‘off’, from array snapshot ‘noon’",
      "restore ‘copy’ to the end, from array snapshot ‘noon’, l",
      "check database ‘copy’",
      "delete array snapshot ‘noon’",
      "somethingNewer",
    ]);
    expect(timeline.acts[1]).toMatchObject({ id: "act/2", atMs: 1, outcome: "refused" });
  });

  it("follows the size of each snapshot, and begins anew after a drop", () => {
    const timeline = timelineOf([
      snapshot(10, "s1", 1),
      snapshot(20, "s1", 2),
      command(30, { kind: "dropSnapshot", name: "s1" }),
      snapshot(40, "s1", 1),
    ]);
    expect(timeline.snapshots.map(({ dropped, points }) => [dropped, points.length])).toEqual([
      [true, 2],
      [false, 1],
    ]);
  });

  it("reaches as far as the latest of its samples, events and states", () => {
    expect(timelineOf([], seriesOf([1000, 2000])).endMs).toBe(2000);
    const state = { kind: "state", atMs: 3000, state: "ended" } as const;
    const ended = timelineOf([state], seriesOf([1000]));
    expect(ended).toMatchObject({ endMs: 3000, state: { state: "ended", atMs: 3000, pace: null } });
  });

  it("ends with a sample that was told before its end, until that sample comes", () => {
    const run = newRun();
    run.take({ series: seriesOf([1000]), events: [] });
    const [before] = run.timeline.series.counters.dirtyPages ?? [];
    run.take({
      series: noSamples,
      events: [
        {
          kind: "partialSample",
          fromMs: 1000,
          atMs: 1250,
          counters: { dirtyPages: 7 },
          waits: { WRITELOG: { tasks: 1, waitMs: 3, signalMs: 0 } },
          p99Ms: 5,
        },
      ],
    });
    const { series, endMs } = run.timeline;
    expect(endMs).toBe(1250);
    expect([...series.timeMs]).toEqual([1000, 1250]);
    expect([...(series.counters.dirtyPages ?? [])]).toEqual([before, 7]);
    expect([...(series.waits.WRITELOG?.waitMs ?? [])]).toEqual([0, 3]);
    expect(series.p99Ms.at(-1)).toBe(5);
    run.take({ series: seriesOf([2000]), events: [] });
    expect([...run.timeline.series.timeMs]).toEqual([1000, 2000]);
    expect([...series.timeMs]).toEqual([1000, 1250]);
  });

  it("steps from the command to the pause, and marks how it is watched as transport", () => {
    const run = newRun();
    const state = (name: "paused" | "creating", atMs: number): TimelineEvent => ({
      kind: "state",
      atMs,
      state: name,
    });
    const stepping = () => run.timeline.state?.stepping;
    run.take({ series: noSamples, events: [state("paused", 10)] });
    expect(stepping()).toBe(false);
    run.take({ series: noSamples, events: [command(10, { kind: "stepToNextPhase" })] });
    run.take({ series: noSamples, events: [state("creating", 10)] });
    expect(stepping()).toBe(true);
    run.take({ series: noSamples, events: [state("paused", 20), command(30, { kind: "resume" })] });
    expect(stepping()).toBe(false);
    run.take({ series: noSamples, events: [command(40, { kind: "setUsers", users: 3 })] });
    expect(run.timeline.acts.map(({ transport }) => transport)).toEqual([true, true, false]);
  });

  it("forgets everything on a restart", () => {
    const run = newRun();
    run.take({ series: seriesOf([1000]), events: creationEvents("s1", 0) });
    run.take({ series: seriesOf([500]), events: [], restart: true });
    expect(run.timeline).toMatchObject({ endMs: 500, bands: [] });
    expect([...run.timeline.series.timeMs]).toEqual([500]);
  });

  it("is the same object until something comes", () => {
    const run = newRun();
    run.take({ series: seriesOf([1000]), events: [] });
    const before = run.timeline;
    run.take({ series: noSamples, events: [] });
    expect(run.timeline).toBe(before);
    run.take({ series: seriesOf([2000]), events: [] });
    expect(run.timeline).not.toBe(before);
    expect([...before.series.timeMs]).toEqual([1000]);
  });

  it("shows a wait that first occurs late as nothing before", () => {
    const run = newRun();
    const wait = (value: number) => Float64Array.of(value);
    const late: Series = {
      ...seriesOf([2000]),
      waits: { WRITELOG: { tasks: wait(3), waitMs: wait(9), signalMs: wait(1) } },
    };
    run.take({ series: seriesOf([1000]), events: [] });
    run.take({ series: late, events: [] });
    run.take({ series: seriesOf([3000]), events: [] });
    expect([...(run.timeline.series.waits.WRITELOG?.waitMs ?? [])]).toEqual([0, 9, 0]);
  });

  it("is the same in however many pieces it arrives", () => {
    const events = [
      ...creationEvents("s1", 1000),
      logEvent(1000, "Creating file P:\\s1.ss."),
      logEvent(4000, "RECOVERY (s1, 6): Analysis starting"),
      ...creationEvents("s2", 20_000),
      snapshot(21_000, "s2", 4),
      command(22_000, { kind: "dropSnapshot", name: "s2" }),
    ];
    const samples = 600;
    const times = Array.from({ length: samples }, (_, index) => (index + 1) * 100);
    const whole = timelineOf(events, seriesOf(times));
    const cuts = fc.array(fc.tuple(fc.nat(samples), fc.nat(events.length)), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, (chosen) => {
        const run = newRun(null);
        const sampleCuts = [...chosen.map(([at]) => at), samples].sort((a, b) => a - b);
        const eventCuts = [...chosen.map(([, at]) => at), events.length].sort((a, b) => a - b);
        let [sample, event] = [0, 0];
        let joined = noSeries;
        sampleCuts.forEach((sampleCut, index) => {
          const from = sample;
          const eventCut = eventCuts[index] ?? events.length;
          const series = seriesOf(times.slice(from, sampleCut), (at) => from + at);
          run.take({ series, events: events.slice(event, eventCut) });
          joined = concatSeries(joined, series);
          [sample, event] = [sampleCut, eventCut];
        });
        expect(run.timeline).toEqual(whole);
        expect(run.timeline.series).toEqual(joined);
      }),
      { numRuns: 40 },
    );
  });
});
