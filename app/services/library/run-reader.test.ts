import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Frame } from "../../contract/frame.ts";
import { encodeBatch } from "../../contract/frame.ts";
import { counters, waitTypes } from "../../contract/telemetry-catalog.ts";
import { olderBatch } from "../../contract/testing/older-batch.ts";
import { runFake, Scratch, unwrap } from "../testing/scratch-services.ts";
import { openDatabase } from "./open-database.ts";
import { packBatch, unpackBatch } from "./packed-batch.ts";
import { readDetails, readEvents, readResponses, readSeries, readTimeline } from "./run-reader.ts";
import { RunStore, type TimedBatch } from "./run-store.ts";

vi.mock(import("./packed-batch.ts"), async (original) => {
  const module = await original();
  return { ...module, unpackBatch: vi.fn(module.unpackBatch) };
});

const sampleMs = 1000;
const samplesPerBatch = 64;
const batchCount = 640;
const samples = samplesPerBatch * batchCount;
const runMs = samples * sampleMs;
const [first] = counters;
const counter = first?.id ?? "";

/** A sample's counter is its number, so that each mean can be told. */
function frameAt(batch: number): Frame {
  const numbers = Array.from({ length: samplesPerBatch }, (_, at) => batch * samplesPerBatch + at);
  const ends = numbers.map((number) => (number + 1) * sampleMs);
  return {
    timeMs: ends,
    counters: { [counter]: numbers },
    waits: {},
    events: [
      { kind: "errorlog", atMs: ends[0] ?? 0, line: `line ${batch}` },
      ...ends.map((atMs) => ({
        ...{ kind: "latency" as const, atMs, type: "all", p99Ms: 1, count: 100 },
        buckets: [[1000, 99] as [number, number], [1023 + batch, 1] as [number, number]],
      })),
    ],
  };
}

const batchAt = (batch: number): TimedBatch => ({
  fromMs: batch * samplesPerBatch * sampleMs,
  toMs: (batch + 1) * samplesPerBatch * sampleMs,
  packed: packBatch(encodeBatch(frameAt(batch))),
});

const scratch = new Scratch();
const batches = Array.from({ length: batchCount }, (_, batch) => batchAt(batch));
let store: RunStore;
let close: () => void = () => undefined;
/** A run of a few samples, whose entry and scenario the others are given. */
let shortId: string;
/** Asked before: the answer to the first question made its coarser copies. */
let runId: string;

beforeAll(async () => {
  const services = await scratch.open();
  shortId = await runFake(services, "batches:1");
  await services.close();
  const database = unwrap(openDatabase(scratch.folder));
  close = () => database.close();
  store = new RunStore(database);
  runId = addRun(batches);
  unwrap(await ask({ points: 2 }));
});

afterAll(async () => {
  close();
  await scratch.dispose();
});

/** A run of eleven hours at a sample a second. */
function addRun(recorded: readonly TimedBatch[]): string {
  const details = unwrap(readDetails(store, shortId));
  const entry = { ...details.entry, id: crypto.randomUUID(), engineMs: runMs };
  const scenario = { ...details.scenario, sampleIntervalMs: sampleMs };
  store.add({ ...details, entry, scenario }, recorded);
  return entry.id;
}

/** How many batches are decoded for an answer. */
async function decodedFor<T>(question: () => T | Promise<T>): Promise<number> {
  vi.mocked(unpackBatch).mockClear();
  await question();
  return vi.mocked(unpackBatch).mock.calls.length;
}

const ask = (request: { points: number; fromMs?: number; toMs?: number; runId?: string }) =>
  readSeries(store, { runId, ...request });

describe("a long recording is decoded", () => {
  it("not at all for what it was asked for and how it ended", async () => {
    const unasked = addRun(batches);
    expect(await decodedFor(() => unwrap(readDetails(store, unasked)))).toBe(0);
  });

  it("once as a whole, and then from a batch or two for two points", async () => {
    const first = { points: 2, runId: addRun(batches) };
    expect(await decodedFor(() => ask(first))).toBeGreaterThanOrEqual(batchCount);
    expect(await decodedFor(() => ask(first))).toBe(1);
  });

  it("as far as a narrow span reaches, and the batch before it", async () => {
    const fromMs = 100.5 * samplesPerBatch * sampleMs;
    const toMs = fromMs + 2 * samplesPerBatch * sampleMs;
    expect(await decodedFor(() => ask({ points: 1000, fromMs, toMs }))).toBe(4);
  });

  it("by as much as the answer holds, at each width of the span", async () => {
    for (let span = runMs; span > 1000 * sampleMs; span /= 2) {
      const decoded = await decodedFor(() => ask({ points: 1000, fromMs: 0, toMs: span }));
      // They have 256 points each: at most eight times what is asked for, or the samples themselves.
      expect(decoded, `${span} ms`).toBeLessThanOrEqual((8 * 1000) / 64);
    }
  });

  it("whole where every sample is asked for", async () => {
    expect(await decodedFor(() => ask({ points: samples }))).toBe(batchCount);
  });
});

describe("response times over a span", () => {
  const over = async (startMs: number, endMs: number) =>
    unwrap(await readResponses(store, runId, { startMs, endMs }));

  it("count a sample by the part of it that lies in the span", async () => {
    // Each sample: 99 transactions at 1 ms, and one at 1.023 ms and as many us as its batch's number.
    const batchMs = samplesPerBatch * sampleMs;
    const two = await over(0, 2 * batchMs);
    expect(two).toMatchObject({ count: 2 * 6400, p50Ms: 1, p95Ms: 1, p99Ms: 1 });
    expect(two.meanMs).toBeCloseTo((99 * 1 + 0.5 * (1.023 + 1.024)) / 100, 9);
    expect(await over(250, 750)).toMatchObject({ count: 50, p99Ms: 1 });
    const [left, right] = [await over(5000, 6300), await over(6300, 9000)];
    expect(left.count + right.count).toBeCloseTo(400, 9);
    const none = { count: 0, meanMs: null, p50Ms: null, p95Ms: null, p99Ms: null };
    expect(await over(runMs + 1000, runMs + 2000)).toEqual(none);
    expect(await over(5000, 5000)).toEqual(none);
  });

  it("of a long span are read from coarser copies, which say the same", async () => {
    const decoded = await decodedFor(() => over(0, runMs));
    expect(decoded).toBeLessThan(batchCount / 4);
    const responses = await over(0, runMs);
    expect(responses.count).toBe(100 * samples);
    expect(responses.p99Ms).toBe(1);
  });
});

describe("a recording of a version with fewer counters", () => {
  const missing = counters.at(-1)?.id ?? "";
  const older = { counterCount: counters.length - 1, waitCount: waitTypes.length - 1 };

  it("has all others, as measured and in its coarser copies, and none in its place", async () => {
    const id = addRun(
      batches.map((timed, batch) => ({
        ...timed,
        packed: packBatch(olderBatch(frameAt(batch), older)),
      })),
    );
    for (const points of [samples, 100]) {
      const { counters: read } = unwrap(await readSeries(store, { runId: id, points }));
      expect(read).not.toHaveProperty(missing);
      expect(Object.keys(read)).toHaveLength(counters.length - 1);
      const same = unwrap(await ask({ points }));
      expect(read[counter]).toEqual(same.counters[counter]);
      expect(same.counters).toHaveProperty(missing);
    }
    expect(store.hasCoarse(id)).toBe(true);
    const { samples: told } = unwrap(await readEvents(store, id));
    expect(told.counters.has(counter)).toBe(true);
    expect(told.counters.has(missing)).toBe(false);
  });
});

describe("the coarser copies of a recording", () => {
  it("say what the samples say", async () => {
    const exact = unwrap(await ask({ points: 20_000 }));
    expect(exact.samplesPerPoint).toBe(3);
    const coarse = unwrap(await ask({ points: 100 }));
    expect(coarse.timeMs.length).toBeLessThanOrEqual(100);
    expect(coarse.timeMs.length).toBeGreaterThanOrEqual(50);
    let fromMs = 0;
    coarse.timeMs.forEach((toMs, point) => {
      const [begin, end] = [fromMs / sampleMs, toMs / sampleMs];
      expect(coarse.counters[counter]?.[point]).toBeCloseTo((begin + end - 1) / 2, 6);
      fromMs = toMs;
    });
    expect(fromMs).toBe(runMs);
    // Histograms are merged: the highest percent is at most that of the last batch that went in.
    expect(coarse.p99Ms[0]).toBe(exact.p99Ms[0]);
  });

  it("have every line of the log, in order", async () => {
    const { events } = unwrap(await readTimeline(store, { runId, points: 2 }));
    const lines = events.flatMap((event) => (event.kind === "errorlog" ? event.line : []));
    expect(lines).toEqual(Array.from({ length: batchCount }, (_, batch) => `line ${batch}`));
  });

  it("are gone with their run", async () => {
    const forgotten = addRun(batches);
    await ask({ points: 2, runId: forgotten });
    expect(store.hasCoarse(forgotten)).toBe(true);
    store.forget(forgotten);
    expect(store.hasCoarse(forgotten)).toBe(false);
  });
});
