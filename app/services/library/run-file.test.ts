import { deflateRawSync, gunzipSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { encodeBatch } from "../../contract/frame.ts";
import { encodePushes } from "../../contract/push-records.ts";
import type { RunningServices } from "../services.ts";
import {
  importBytes,
  messageOf,
  runFake,
  Scratch,
  startFake,
  unwrap,
} from "../testing/scratch-services.ts";
import { maxUnpackedBytes } from "./packed-json.ts";

const scratch = new Scratch();
const elsewhere = new Scratch();
let services: RunningServices;
let other: RunningServices;
let exported: Uint8Array;
let runId: string;

beforeAll(async () => {
  [services, other] = [await scratch.open(), await elsewhere.open()];
  runId = await runFake(services, "rich:30");
  const change = { name: "Über-Lauf: 1/2", tags: ["x"], note: "n" };
  unwrap(await services.library.change(runId, change));
  exported = unwrap(await services.library.exportRun(runId)).bytes;
});
afterAll(async () => {
  await scratch.dispose();
  await elsewhere.dispose();
});

type Document = Record<string, unknown> & { entry: Record<string, unknown>; batches: string[] };

/** The exported run with something changed in it. */
function changed(change: (document: Document) => void): Uint8Array {
  const document = JSON.parse(gunzipSync(exported).toString("utf8")) as Document;
  change(document);
  return gzipSync(JSON.stringify(document));
}

const packed = (bytes: number) => deflateRawSync(Buffer.alloc(bytes)).toString("base64");

const noSamples = { timeMs: [], counters: {}, waits: {}, events: [] };
const ofPushes = (pushes: Uint8Array) =>
  deflateRawSync(encodeBatch({ ...noSamples, pushes })).toString("base64");
const unexplained = encodePushes({
  detail: "pages",
  firstUs: 1000,
  timeUs: Float64Array.of(1000),
  pages: Float64Array.of(7),
  causes: Uint8Array.of(0),
  targets: Uint16Array.of(3),
});

const refusal = async (bytes: Uint8Array) => {
  const before = await other.library.list();
  const message = messageOf(await importBytes(other, "x.snapscope-run", bytes));
  expect(await other.library.list()).toEqual(before);
  return message;
};

describe("an exported run", () => {
  it("is the same run in another library", async () => {
    const entry = unwrap(await importBytes(other, "x.snapscope-run", exported));
    const [own] = await services.library.list();
    expect(entry).toEqual(own);
    const request = { runId, points: 4096 };
    expect(await other.library.timeline(request)).toEqual(await services.library.timeline(request));
  });

  it("is parsed once, however large it is", async () => {
    const parse = vi.spyOn(JSON, "parse");
    unwrap(await importBytes(other, "x.snapscope-run", exported));
    const whole = parse.mock.calls.filter(([text]) => text.includes('"batches":['));
    parse.mockRestore();
    expect(whole).toHaveLength(1);
  });

  it("tells where its steady state was said to begin", async () => {
    unwrap(await services.library.change(runId, { steadyFromMs: 700 }));
    const { bytes } = unwrap(await services.library.exportRun(runId));
    expect(unwrap(await importBytes(other, "x", bytes)).steadyFromMs).toBe(700);
  });

  it("gives the same timeline whatever was recorded", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 60 }), async (batches) => {
        const id = await runFake(services, `rich:${batches}`);
        const { bytes } = unwrap(await services.library.exportRun(id));
        const copy = unwrap(await importBytes(other, "x", bytes));
        const [before, after] = [
          unwrap(await services.library.timeline({ runId: id, points: 100 })),
          unwrap(await other.library.timeline({ runId: copy.id, points: 100 })),
        ];
        expect(after).toEqual(before);
      }),
      { numRuns: 5 },
    );
  });

  it("has a name that every file system takes", async () => {
    const { fileName } = unwrap(await services.library.exportRun(runId));
    expect(fileName).toMatch(/^Über-Lauf-1-2-\d{4}-\d\d-\d\d-\d{6}\.snapscope-run$/);
  });

  it("gets an id of its own where it is already", async () => {
    const again = unwrap(await importBytes(services, "x", exported));
    expect(again.id).not.toBe(runId);
    expect(again).toMatchObject({ name: "Über-Lauf: 1/2", tags: ["x"], note: "n" });
    unwrap(await services.library.remove([again.id]));
  });

  it("is not made of a run under way, or of none", async () => {
    const id = await startFake(services, "endless");
    expect(messageOf(await services.library.exportRun(id))).toContain(
      "export it when it has ended",
    );
    await services.experiments.kill(id);
    const nobody = await services.library.exportRun(crypto.randomUUID());
    expect(nobody).toMatchObject({ error: { code: "notFound" } });
  });

  it("that failed comes without a summary, and with its reason", async () => {
    const id = await runFake(services, "crash");
    const { bytes } = unwrap(await services.library.exportRun(id));
    expect(unwrap(await importBytes(other, "x", bytes))).toMatchObject({
      status: "failed",
      error: { code: "engineDied" },
    });
  });
});

describe("a file that is no exported run", () => {
  it("is refused: any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await refusal(bytes)).toContain(
          "x.snapscope-run: is no exported run, or is damaged",
        );
      }),
    );
  });

  it("is refused: any truncation", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(exported.length - 1), async (length) => {
        expect(await refusal(exported.subarray(0, length))).toContain("is damaged");
      }),
      { numRuns: 30 },
    );
  });

  it("is refused: one that unpacks without end", async () => {
    const bomb = gzipSync(Buffer.alloc(maxUnpackedBytes + 1));
    expect(bomb.byteLength).toBeLessThan(1024 * 1024);
    expect(await refusal(bomb)).toContain("unpacks to more than 384 MiB");
  });

  it.each<[string, (document: Document) => void, string]>([
    ["a newer format", (d) => Object.assign(d, { formatVersion: 2 }), "has format 2 of exported"],
    ["another kind", (d) => Object.assign(d, { kind: "x" }), 'kind: "x" is not allowed'],
    ["an unknown key", (d) => Object.assign(d, { more: 1 }), "more: is not known"],
    ["a running run", (d) => Object.assign(d.entry, { status: "running" }), "entry.status"],
    ["a bad time", (d) => Object.assign(d.entry, { createdAt: "today" }), "entry.createdAt"],
    ["a bad origin", (d) => Object.assign(d, { origin: "2006-99-99T00:00:00.000" }), "origin"],
    ["a huge note", (d) => Object.assign(d.entry, { note: "x".repeat(30_000) }), "entry.note"],
    ["a bad scenario", (d) => Object.assign(d, { scenario: {} }), "scenario."],
    ["a bad summary", (d) => Object.assign(d, { summary: {} }), "summary."],
    [
      "a batch that is none",
      (d) => d.batches.splice(1, 1, packed(9)),
      "batches[1]: telemetry batch",
    ],
    ["a batch that is damaged", (d) => d.batches.splice(2, 1, "AAAA"), "batches[2]: "],
    ["a batch without end", (d) => d.batches.splice(0, 1, packed(1e8)), "batches[0]: "],
    ["a batch that is no base64", (d) => d.batches.splice(1, 1, "%"), "batches.1"],
    [
      "push records of a snapshot that no event explains",
      (d) => d.batches.splice(1, 0, ofPushes(unexplained)),
      "batches[1]: push records: a page of number 3, which no event explains",
    ],
    [
      "push records that are cut off",
      (d) => d.batches.push(ofPushes(unexplained.subarray(0, unexplained.byteLength - 1))),
      "batches[30]: push records: end in the middle of a record",
    ],
    ["batches out of order", (d) => d.batches.reverse(), "samples must be in order of time"],
  ])("is refused: %s", async (_, change, message) => {
    expect(await refusal(changed(change))).toContain(message);
  });
});
