import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunEvent } from "../../contract/events.ts";
import { encodeBatch } from "../../contract/frame.ts";
import { encodePushes } from "../../contract/push-records.ts";
import type { PushPiece, RecordingOverview, RecordingRef } from "../../contract/rpc/recordings.ts";
import { noRecordFilter } from "../../contract/rpc/records.ts";
import { counters } from "../../contract/telemetry-catalog.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { recordingTimeline } from "../../domain/timeline/recording-timeline.ts";
import { openDatabase } from "../library/open-database.ts";
import { packBatch } from "../library/packed-batch.ts";
import { readDetails } from "../library/run-reader.ts";
import { RunStore } from "../library/run-store.ts";
import type { RunningServices } from "../services.ts";
import { messageOf, runFake, Scratch, unwrap } from "../testing/scratch-services.ts";

const [first] = counters;
const counter = first?.id ?? "";
const lineAt = (atMs: number, source: string, text: string): RunEvent => ({
  kind: "errorlog",
  atMs,
  line: `2006-10-23 21:48:${String(7 + Math.floor(atMs / 1000)).padStart(2, "0")}.${String(Math.floor((atMs % 1000) / 10)).padStart(2, "0")} ${source.padEnd(12)}${text}`,
});

const creation: RunEvent[] = [
  { kind: "phase", snapshot: "s1", name: "files", startMs: 1000, endMs: 1100, figures: {} },
  lineAt(1004, "spid51", "Creating file P:\\MSSQL\\s1.ss."),
  { kind: "phase", snapshot: "s1", name: "analysis", startMs: 2003, endMs: 3000, figures: {} },
  lineAt(2003, "spid51", "RECOVERY (s1, 6): Analysis starting"),
  { kind: "phase", snapshot: "s1", name: "complete", startMs: 3500, endMs: 3500, figures: {} },
  { kind: "latency", atMs: 1000, type: "all", p99Ms: 1, count: 2, buckets: [[1000, 2]] },
  { kind: "latency", atMs: 2000, type: "all", p99Ms: 0.5, count: 998, buckets: [[500, 998]] },
  { kind: "snapshot", atMs: 3600, name: "s1", pagesPushed: 8, sizeOnDiskBytes: 65_536 },
  lineAt(4000, "spid7s", "Error: 9002, Severity: 17, State: 2."),
  lineAt(
    4000,
    "spid7s",
    "The transaction log for database 'db' is full due to 'ACTIVE_TRANSACTION'.",
  ),
];

let scratch: Scratch;
let services: RunningServices;
let runId: string;

/** A run of four seconds whose events and push records are these. */
async function record(events: readonly RunEvent[], pushes?: Uint8Array): Promise<string> {
  const short = await runFake(services, "batches:1");
  const database = unwrap(openDatabase(scratch.folder));
  const store = new RunStore(database);
  const details = unwrap(readDetails(store, short));
  const id = crypto.randomUUID();
  const timeMs = [1000, 2000, 3000, 4000];
  const samples = { timeMs, counters: { [counter]: [1, 2, 3, 4] }, waits: {} };
  const frame = { ...samples, events: [...events], ...(pushes === undefined ? {} : { pushes }) };
  const entry = { ...details.entry, id, engineMs: 4000 };
  const scenario = { ...details.scenario, sampleIntervalMs: 1000, warmupSeconds: 0 };
  const { run: ran, ...rest } = details.summary ?? fakeSummary(scenario, "completed");
  const summary = { ...rest, run: { ...ran, warmupMs: 0 } };
  store.add({ ...details, entry, scenario, summary, origin: "2006-10-23T21:48:07.000" }, [
    { fromMs: 0, toMs: 4000, packed: packBatch(encodeBatch(frame)) },
  ]);
  database.close();
  return id;
}

beforeEach(async () => {
  scratch = new Scratch();
  services = await scratch.open();
  runId = await record(creation);
});
afterEach(() => scratch.dispose());

const run = (id: string) => ({ kind: "run" as const, id });
const never = () => new AbortController().signal;

async function overviewsOf(id: string): Promise<RecordingOverview[]> {
  const overviews: RecordingOverview[] = [];
  for await (const { overview } of services.recordings.watch(run(id), never())) {
    if (overview !== null) overviews.push(overview);
  }
  return overviews;
}

describe("a run as a recording", () => {
  it("tells what its engine told before its log is read, and then what the log says", async () => {
    const overviews = await overviewsOf(runId);
    expect(overviews[0]).toMatchObject({ endMs: 4000, source: { records: 0 }, plannedEndMs: null });
    expect(overviews[0]?.phases.map(({ name }) => name)).toEqual(["files", "analysis", "complete"]);
    const last = overviews.at(-1);
    expect(last).toMatchObject({ source: { records: 4, errors: 1 }, files: [] });
    expect(last?.marks).toMatchObject([{ atMs: 4000, severity: 17 }]);
    expect(last?.phases).toEqual(overviews[0]?.phases);
  });

  it("has one timeline with the engine's exact phases and its snapshots", async () => {
    const [overview] = await overviewsOf(runId);
    if (overview === undefined) throw new Error("there is no overview");
    const timeline = recordingTimeline(overview);
    expect(timeline.asOf).toEqual([{ snapshot: "s1", atMs: 2003 }]);
    expect(timeline.snapshots).toMatchObject([{ name: "s1", points: [{ pagesPushed: 8 }] }]);
    expect(new Date(timeline.originMs).toISOString()).toBe("2006-10-23T21:48:07.000Z");
  });

  it("has its records filtered and found by the reader of every log, on the run's clock", async () => {
    await overviewsOf(runId);
    const { recordings } = services;
    const recording = run(runId);
    const rows = unwrap(
      await recordings.rows({ recording, filter: noRecordFilter, from: 0, count: 9 }),
    );
    expect(rows.rows.map(({ atMs, phase }) => [atMs, phase])).toEqual([
      [1000, "files"],
      [2000, "analysis"],
      [4000, null],
      [4000, null],
    ]);
    const errors = { ...noRecordFilter, minimumSeverity: 17 };
    const found = unwrap(await recordings.rows({ recording, filter: errors, from: 0, count: 9 }));
    expect(found).toMatchObject({ count: 2, rows: [{ error: { number: 9002 } }, {}] });
    const query = { text: "analysis", pattern: false };
    expect(unwrap(await recordings.hits({ recording, filter: noRecordFilter, query })).total).toBe(
      1,
    );
    expect(unwrap(await recordings.facets(recording)).sources).toContainEqual({
      value: "spid7s",
      count: 2,
    });
  });

  it("gives the samples that are asked for, and no others", async () => {
    const question = { recording: run(runId), points: 10, waits: false };
    const one = unwrap(await services.recordings.series({ ...question, counters: [counter] }));
    expect(Object.keys(one.counters)).toEqual([counter]);
    expect([...(one.counters[counter] ?? [])]).toEqual([1, 2, 3, 4]);
    const none = unwrap(await services.recordings.series({ ...question, counters: [] }));
    expect([Object.keys(none.counters), none.timeMs.length]).toEqual([[], 4]);
  });

  it("has response times over a span, of histograms merged and not of percentiles", async () => {
    const over = (recording: ReturnType<typeof run>, fromMs: number, toMs: number) =>
      services.recordings.responses({ recording, fromMs, toMs });
    expect(unwrap(await over(run(runId), 0, 4000))).toEqual({
      count: 1000,
      meanMs: 0.501,
      p50Ms: 0.5,
      p95Ms: 0.5,
      p99Ms: 0.5,
    });
    expect(unwrap(await over(run(runId), 500, 1000))).toMatchObject({ count: 1, p99Ms: 1 });
    expect(unwrap(await over(run(runId), 2000, 4000))).toMatchObject({ count: 0, p99Ms: null });
    expect(messageOf(await over(run(crypto.randomUUID()), 0, 1))).toContain("not in the library");
  });

  it("tells what its creation cost, from the samples as they were measured", async () => {
    const [cost] = unwrap(await services.recordings.creationCosts(run(runId)));
    expect(cost).toMatchObject({
      ...{ snapshot: "s1", startMs: 1000, endMs: 3500, asOfMs: 2003, durationMs: 2500 },
      before: { fromMs: 0, toMs: 1000, responses: { count: 2, p99Ms: 1 } },
      during: { fromMs: 1000, toMs: 3500, responses: { count: 998, p99Ms: 0.5 } },
      p99: { during: "unknown" },
    });
    expect(unwrap(await services.recordings.creationCosts(run(await record([]))))).toEqual([]);
    const gone = await services.recordings.creationCosts(run(crypto.randomUUID()));
    expect(messageOf(gone)).toContain("not in the library");
  });

  it("recommends nothing without evidence, and of no recording that is not there", async () => {
    const advised = (recording: RecordingRef) =>
      services.recordings.advice({ recording, span: null });
    const silent = { bottleneck: { binding: null, resources: [] }, recommendations: [] };
    expect(unwrap(await advised(run(await record([]))))).toMatchObject(silent);
    expect(messageOf(await advised(run(crypto.randomUUID())))).toContain("not in the library");
    const gone = { kind: "capture", id: crypto.randomUUID() } as const;
    expect((await advised(gone)).ok).toBe(false);
  });

  it("has its push records as they came", async () => {
    const target: RunEvent = {
      kind: "pushTarget",
      atMs: 1000,
      number: 1,
      snapshot: "s1",
      hidden: false,
      files: [{ id: 1, name: "sales.mdf", pages: 128 }],
    };
    const pushes = encodePushes({
      detail: "pages",
      firstUs: 2_003_000,
      timeUs: Float64Array.of(2_003_000, 2_003_500),
      pages: Float64Array.of(9, 8),
      causes: Uint8Array.of(1, 1),
      targets: Uint16Array.of(1, 1),
    });
    const piecesOf = async (recording: RecordingRef) => {
      const pieces: PushPiece[] = [];
      for await (const piece of services.recordings.pushes(recording, never())) pieces.push(piece);
      return pieces;
    };
    expect(await piecesOf(run(await record([target, ...creation], pushes)))).toEqual([
      { batches: [{ seq: 0, events: [target], pushes }], ended: true },
    ]);
    const none = [{ batches: [], ended: true }];
    expect(await piecesOf(run(runId))).toEqual(none);
    expect(await piecesOf({ kind: "capture", id: crypto.randomUUID() })).toEqual(none);
    await expect(piecesOf(run(crypto.randomUUID()))).rejects.toThrow("not in the library");
  });

  it("has no record where nothing was logged", async () => {
    const silent = await record([]);
    expect((await overviewsOf(silent)).at(-1)).toMatchObject({ source: { records: 0 } });
    const asked = { recording: run(silent), filter: noRecordFilter, from: 0, count: 9 };
    expect(unwrap(await services.recordings.rows(asked))).toMatchObject({
      count: 0,
      complete: true,
    });
  });

  it("says so where there is no such run", async () => {
    const gone = run(crypto.randomUUID());
    const pieces = [];
    for await (const piece of services.recordings.watch(gone, never())) pieces.push(piece);
    expect(pieces).toMatchObject([
      { progress: { state: "failed", message: expect.stringContaining("not in the library") } },
    ]);
    expect(messageOf(await services.recordings.facets(gone))).toContain("not in the library");
  });

  it("has all of its log by now each time it is opened, also where it has gone on", async () => {
    const recordsNow = async () => (await overviewsOf(runId)).at(-1)?.source.records;
    expect(await recordsNow()).toBe(4);
    const database = unwrap(openDatabase(scratch.folder));
    const events = [lineAt(4500, "spid51", "Creating file P:\\MSSQL\\s2.ss.")];
    const frame = { timeMs: [5000], counters: { [counter]: [5] }, waits: {}, events };
    const batch = { fromMs: 4000, toMs: 5000, packed: packBatch(encodeBatch(frame)) };
    new RunStore(database).record(runId, 1, [batch], {
      engineMs: 5000,
      plannedMs: 60_000,
      snapshots: 1,
    });
    database.close();
    expect(await recordsNow()).toBe(5);
  });

  it("has its log written once, and removed when the run is gone", async () => {
    await overviewsOf(runId);
    const folder = join(scratch.folder, "run-logs", runId);
    expect(readdirSync(folder)).toEqual(["1.log"]);
    unwrap(await services.library.remove([runId]));
    await services.close();
    // A run that was removed is there until the process that removed it is gone.
    const database = unwrap(openDatabase(scratch.folder));
    database.prepare("DELETE FROM runs WHERE id = ?").run(runId);
    database.close();
    services = await scratch.open();
    expect(existsSync(folder)).toBe(false);
  });
});
