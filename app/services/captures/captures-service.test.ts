import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { captureOverviewSchema } from "../../contract/capture.ts";
import type { RecordingUpdate } from "../../contract/rpc/recordings.ts";
import { noRecordFilter } from "../../contract/rpc/records.ts";
import { messageOf, never, unwrap } from "../testing/scratch-services.ts";
import { mostOpen } from "./open-captures.ts";
import { counters, earlierLog, laterLog, longLog } from "./testing/sample-files.ts";
import {
  fakeWorkerEntry,
  ScratchCaptures,
  type ScratchOptions,
} from "./testing/scratch-captures.ts";

const opened: ScratchCaptures[] = [];
afterEach(async () => {
  for (const scratch of opened.splice(0)) await scratch.dispose();
});

function scratchCaptures(options: ScratchOptions = {}): ScratchCaptures {
  const scratch = new ScratchCaptures(options);
  opened.push(scratch);
  return scratch;
}

const capture = (id: string) => ({ kind: "capture" as const, id });

async function watched(scratch: ScratchCaptures, id: string): Promise<RecordingUpdate[]> {
  const pieces: RecordingUpdate[] = [];
  for await (const piece of scratch.captures.watch(id, never())) pieces.push(piece);
  return pieces;
}

const lastOf = async (scratch: ScratchCaptures, id: string) =>
  (await watched(scratch, id)).at(-1)?.progress;

const textsOf = async (scratch: ScratchCaptures, id: string) =>
  unwrap(
    await scratch.recordings.rows({
      recording: capture(id),
      filter: noRecordFilter,
      from: 0,
      count: 100,
    }),
  ).rows.map(({ text }) => text.split("\n", 1)[0]);

const keptFolders = (scratch: ScratchCaptures) =>
  existsSync(join(scratch.folder, "data", "captures"))
    ? readdirSync(join(scratch.folder, "data", "captures"))
    : [];

describe("files that are opened", () => {
  it("are one capture in order of time, read to its end, listed and removed", async () => {
    const scratch = scratchCaptures();
    const files = [
      scratch.file("ERRORLOG", laterLog),
      scratch.file("perfmon.csv", counters),
      scratch.file("ERRORLOG.1", earlierLog),
    ];
    const { entry, refused } = unwrap(await scratch.captures.open(files));
    expect(refused).toEqual([]);
    expect(entry).toMatchObject({
      title: "ERRORLOG.1 and 2 more",
      records: null,
      files: [
        { name: "ERRORLOG.1", kind: "errorlog" },
        { name: "ERRORLOG", kind: "errorlog", bytes: Buffer.byteLength(laterLog) },
        { name: "perfmon.csv", kind: "perfmon" },
      ],
    });
    const pieces = await watched(scratch, entry.id);
    expect(pieces.at(-1)?.progress).toMatchObject({ state: "complete", records: 7, message: null });
    const overview = captureOverviewSchema.loose().parse(pieces.at(-1)?.overview);
    expect(overview).toMatchObject({
      origin: "2024-03-05T08:00:00.100",
      source: { build: "15.0.4198.2", errors: 1 },
    });
    expect(await scratch.captures.list()).toEqual([{ ...entry, records: 7 }]);
    expect(await textsOf(scratch, entry.id)).toMatchObject({ length: 7, 4: /Login failed/ });

    unwrap(await scratch.captures.remove(entry.id));
    expect([await scratch.captures.list(), keptFolders(scratch)]).toEqual([[], []]);
    for (const gone of [
      await scratch.captures.remove(entry.id),
      await scratch.captures.cancel(entry.id),
      await scratch.recordings.facets(capture(entry.id)),
    ]) {
      expect(gone).toMatchObject({ error: { code: "notFound" } });
    }
    expect(await lastOf(scratch, entry.id)).toMatchObject({
      state: "failed",
      message: expect.stringContaining("open its files again"),
    });
  });

  it("answer in parts", async () => {
    const scratch = scratchCaptures();
    const files = [scratch.file("ERRORLOG", laterLog), scratch.file("perfmon.csv", counters)];
    const { id } = unwrap(await scratch.captures.open(files)).entry;
    const { recordings } = scratch;
    const recording = capture(id);
    await lastOf(scratch, id);
    const filter = { ...noRecordFilter, minimumSeverity: 14 };
    const query = { text: "login", pattern: false };
    const rows = unwrap(await recordings.rows({ recording, filter, from: 1, count: 5 }));
    expect(rows).toMatchObject({
      count: 2,
      complete: true,
      rows: [{ record: 1, kind: "logonFailed", error: { number: 18456, state: 8 } }],
    });
    expect(unwrap(await recordings.hits({ recording, filter, query }))).toMatchObject({
      total: 1,
      complete: true,
      marks: [1],
    });
    const next = { recording, filter, query, row: -1, backwards: false };
    expect(unwrap(await recordings.nextHit(next))).toBe(1);
    expect(unwrap(await recordings.nextHit({ ...next, row: 1, backwards: true }))).toBeNull();
    expect(unwrap(await recordings.rowOf({ recording, filter, record: 1 }))).toBe(1);
    expect(
      unwrap(await recordings.rowAt({ recording, filter: noRecordFilter, atMs: 10_500 })),
    ).toBe(2);
    expect(unwrap(await recordings.facets(recording)).severities).toEqual([
      { value: "14", count: 2 },
    ]);
    const series = unwrap(
      await recordings.series({
        recording,
        counters: ["transactionsPerSecond"],
        waits: false,
        points: 10,
      }),
    );
    expect([...(series.counters.transactionsPerSecond ?? [])]).toEqual([100, 300, 200]);
    expect(unwrap(await recordings.responses({ recording, fromMs: 0, toMs: 1e6 }))).toBeNull();
    const bad = { ...noRecordFilter, query: { text: "a(b", pattern: true } };
    for (const refused of [
      await recordings.rows({ recording, filter: bad, from: 0, count: 1 }),
      await recordings.hits({ recording, filter, query: { text: "a(b", pattern: true } }),
      await recordings.nextHit({ ...next, query: { text: "a(b", pattern: true } }),
      await recordings.rowOf({ recording, filter: bad, record: 0 }),
    ]) {
      expect(messageOf(refused)).toContain("unterminated group at character 2");
    }
  });

  it("are refused one by one, with the reason; the others open", async () => {
    const scratch = scratchCaptures();
    const missing = { name: "gone.log", path: join(scratch.folder, "gone.log") };
    const files = [
      scratch.file("notes.txt", "shopping\n"),
      scratch.file("ERRORLOG", laterLog),
      missing,
    ];
    const { entry, refused } = unwrap(await scratch.captures.open(files));
    expect(entry.title).toBe("ERRORLOG");
    expect(refused).toMatchObject([
      { name: "gone.log", message: expect.stringContaining("cannot be read (ENOENT)") },
      { name: "notes.txt", message: expect.stringContaining("expected an ERRORLOG") },
    ]);
    expect(await lastOf(scratch, entry.id)).toMatchObject({ state: "complete" });
  });

  it("of which none can be read are no capture, and leave nothing", async () => {
    const scratch = scratchCaptures();
    const none = await scratch.captures.open([
      scratch.file("notes.txt", "shopping\n"),
      await scratch.upload("list.txt", "eggs\n"),
    ]);
    expect(messageOf(none)).toContain("notes.txt: ");
    const gone = await scratch.captures.open([{ name: "x", path: scratch.folder }]);
    expect(messageOf(gone)).toContain("is a folder; choose a file");
    expect([await scratch.captures.list(), keptFolders(scratch)]).toEqual([[], []]);
    expect(readdirSync(join(scratch.folder, "data", "uploads")).length).toBeLessThanOrEqual(1);
  });

  it("may be named by path only where the host says so", async () => {
    const scratch = scratchCaptures({ mayRead: (path) => path.endsWith("chosen") });
    const refused = await scratch.captures.open([scratch.file("ERRORLOG", laterLog)]);
    expect(messageOf(refused)).toContain("may not name files of this machine that nobody chose");
    unwrap(await scratch.captures.open([scratch.file("chosen", earlierLog)]));
    const { entry } = unwrap(await scratch.captures.openSample());
    expect(await lastOf(scratch, entry.id)).toMatchObject({ state: "complete", records: 15 });
  });
});

describe("a capture that is kept", () => {
  it("is the same when its files are opened again, from wherever and in any order", async () => {
    const scratch = scratchCaptures();
    const first = unwrap(
      await scratch.captures.open([scratch.file("A", laterLog), scratch.file("B", earlierLog)]),
    );
    const again = unwrap(
      await scratch.captures.open([
        await scratch.upload("B", earlierLog),
        await scratch.upload("A", laterLog),
      ]),
    );
    expect(again.entry).toMatchObject({ id: first.entry.id, title: first.entry.title });
    const other = unwrap(await scratch.captures.open([scratch.file("A", laterLog)]));
    expect(other.entry.id).not.toBe(first.entry.id);
    expect(await scratch.captures.list()).toHaveLength(2);
    expect(keptFolders(scratch).sort()).toEqual([first.entry.id, other.entry.id].sort());
  });

  it("outlives small originals", async () => {
    const scratch = scratchCaptures();
    const file = scratch.file("ERRORLOG", laterLog);
    const { id } = unwrap(await scratch.captures.open([file])).entry;
    rmSync(file.path);
    await lastOf(scratch, id);
    expect(await textsOf(scratch, id)).toHaveLength(4);
  });

  it("refers to large files, and says when one has changed or is gone", async () => {
    const scratch = scratchCaptures({ maxCopiedBytes: 100 });
    const file = scratch.file("ERRORLOG", laterLog);
    const { id } = unwrap(await scratch.captures.open([file])).entry;
    await lastOf(scratch, id);
    expect(readdirSync(scratch.store.folderOf(id))).toEqual([]);
    const sameAgain = unwrap(await scratch.captures.open([file])).entry;
    expect(sameAgain.id).toBe(id);

    // Another program start: nothing is held any more.
    const later = scratchCaptures({ maxCopiedBytes: 100 });
    later.store.add({ ...kept(scratch, id), id: crypto.randomUUID() });
    const [entry] = await later.captures.list();
    const { mtimeMs } = statSync(file.path);
    utimesSync(file.path, new Date(), new Date(mtimeMs + 60_000));
    expect(await lastOf(later, entry?.id ?? "")).toMatchObject({
      state: "failed",
      message: expect.stringContaining("has changed since it was opened"),
    });
    writeFileSync(file.path, laterLog.repeat(2));
    const reopened = unwrap(await later.captures.open([file])).entry;
    expect(reopened.id).not.toBe(id);
    rmSync(file.path);
    expect(messageOf(await later.recordings.facets(capture(entry?.id ?? "")))).toContain("ENOENT");
  });

  it("is read again when other captures took its place", async () => {
    const scratch = scratchCaptures({ worker: fakeWorkerEntry });
    const ids: string[] = [];
    for (let file = 0; file <= mostOpen; file += 1) {
      const log = scratch.file(`slow${file}`, String(file).repeat(4));
      const { id } = unwrap(await scratch.captures.open([log])).entry;
      ids.push(id);
      unwrap(await scratch.captures.cancel(id));
      expect(await lastOf(scratch, id)).toMatchObject({ state: "cancelled" });
    }
    const stateOf = async (id = "") => {
      for await (const { progress } of scratch.captures.watch(id, never())) return progress.state;
      return null;
    };
    // The last ones are held as they were; the first one had to make room.
    expect(await stateOf(ids.at(-1))).toBe("cancelled");
    expect(await stateOf(ids[1])).toBe("cancelled");
    expect(await stateOf(ids[0])).toBe("reading");
  });

  it("is opened once, however many ask for it at the same time", async () => {
    const first = scratchCaptures();
    const { id } = unwrap(await first.captures.open([first.file("ERRORLOG", laterLog)])).entry;
    const [, ...answers] = await Promise.all([
      first.recordings.facets(capture(id)),
      first.recordings.facets(capture(id)),
      lastOf(first, id),
    ]);
    expect(answers[1]).toMatchObject({ state: "complete" });
  });

  it("does not mind a watcher that leaves", async () => {
    const scratch = scratchCaptures({ worker: fakeWorkerEntry });
    const { id } = unwrap(await scratch.captures.open([scratch.file("slow", "slow")])).entry;
    const gone = new AbortController();
    for await (const { progress } of scratch.captures.watch(id, gone.signal)) {
      expect(progress.state).toBe("reading");
      gone.abort();
    }
  });
});

const kept = (scratch: ScratchCaptures, id: string) => {
  const capture = scratch.store.get(id);
  if (capture === null) throw new Error(`${id} is not kept`);
  return capture;
};

describe("reading", () => {
  it("tells how far it is, at growing distances, and can be cancelled", async () => {
    const scratch = scratchCaptures();
    const text = longLog(100_000);
    const { id } = unwrap(await scratch.captures.open([scratch.file("ERRORLOG", text)])).entry;
    let sum = 0;
    for await (const { progress } of scratch.captures.watch(id, never())) {
      sum += 1;
      expect(progress.bytesTotal).toBe(text.length);
    }
    expect(sum).toBeLessThan(50);
    expect(await lastOf(scratch, id)).toMatchObject({ state: "complete", records: 100_000 });
  });

  it("stays cancelled until its files are opened again", async () => {
    const scratch = scratchCaptures({ worker: fakeWorkerEntry });
    const file = scratch.file("slow", "slow");
    const { id } = unwrap(await scratch.captures.open([file])).entry;
    const states: string[] = [];
    for await (const { progress } of scratch.captures.watch(id, never())) {
      states.push(progress.state);
      if (progress.records > 0) unwrap(await scratch.captures.cancel(id));
    }
    expect([...new Set(states)]).toEqual(["reading", "cancelled"]);
    expect(await lastOf(scratch, id)).toMatchObject({ state: "cancelled", records: 7 });
    expect(unwrap(await scratch.captures.open([file])).entry.id).toBe(id);
    unwrap(await scratch.captures.cancel(id));
    expect(await lastOf(scratch, id)).toMatchObject({ state: "cancelled" });
  });

  it.each([
    ["throws", "reading ended with an internal error (a bug of the reader)"],
    ["eats-memory", "reading took more memory than 16 MiB and was ended"],
  ])("that %s fails with the reason, alone", async (name, message) => {
    const scratch = scratchCaptures({ worker: fakeWorkerEntry, maxHeapMiB: 16 });
    const { id } = unwrap(await scratch.captures.open([scratch.file(name, "fake")])).entry;
    const other = unwrap(await scratch.captures.open([scratch.file("slow", "slow")])).entry;
    const waiting = scratch.recordings.rows({
      recording: capture(id),
      filter: noRecordFilter,
      from: 0,
      count: 1,
    });
    expect(await lastOf(scratch, id)).toMatchObject({
      state: "failed",
      message: expect.stringContaining(message),
    });
    expect(messageOf(await waiting)).toContain(message);
    unwrap(await scratch.captures.cancel(other.id));
    expect(await lastOf(scratch, other.id)).toMatchObject({ state: "cancelled" });
    // Who asks anew gets a new thread.
    expect((await watched(scratch, id))[0]?.progress.state).toBe("reading");
  });

  it("that fails at the opening is no capture", async () => {
    const scratch = scratchCaptures({ worker: fakeWorkerEntry });
    const result = await scratch.captures.open([scratch.file("crash-at-opening", "fake")]);
    expect(result).toMatchObject({ ok: false, error: { code: "interrupted" } });
    expect([await scratch.captures.list(), keptFolders(scratch)]).toEqual([[], []]);
  });
});

describe("the folder of captures", () => {
  it("loses what a killed process left there, once it is old", () => {
    const scratch = scratchCaptures();
    const left = scratch.store.folderOf("left");
    writeFileSync(scratch.file("x", "").path, "");
    expect(() => scratch.store.removeAbandoned()).not.toThrow();
    const { folder } = scratch;
    rmSync(join(folder, "data", "captures"), { recursive: true, force: true });
    writeFolder(left);
    scratch.store.removeAbandoned();
    expect(existsSync(left)).toBe(true);
    scratch.store.removeAbandoned(Date.now() + 25 * 3600 * 1000);
    expect(existsSync(left)).toBe(false);
  });
});

function writeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "0"), "x");
}
