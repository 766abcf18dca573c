import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { figuresOfFirst, noCreationFigures } from "../../contract/creation-cost.ts";
import type { RunEvent } from "../../contract/events.ts";
import { encodeBatch, type Frame } from "../../contract/frame.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { describeStorage } from "../../domain/storage-text.ts";
import { newEntry } from "../run-entry.ts";
import { fakeScenario, Scratch, unwrap } from "../testing/scratch-services.ts";
import { readCreationCosts } from "./creation-costs.ts";
import { libraryVersion } from "./migrations.ts";
import { libraryFileName, openDatabase } from "./open-database.ts";
import { packBatch } from "./packed-batch.ts";
import { writeRunFile } from "./run-file.ts";
import { RunStore } from "./run-store.ts";

const [startMs, completeMs, runSeconds] = [30_000, 34_000, 60];
const phase = (name: "files" | "complete", from: number, to: number): RunEvent => ({
  kind: "phase",
  snapshot: "sales_snapshot_1",
  name,
  startMs: from,
  endMs: to,
  figures: {},
});

/** A second of a run whose transactions take 1 ms before a creation and 2 ms after it. */
function frameAt(second: number): Frame {
  const atMs = (second + 1) * 1000;
  const bucket = atMs <= startMs ? 1000 : 2000;
  const events: RunEvent[] = [
    { kind: "latency", atMs, type: "all", p99Ms: 1, count: 100, buckets: [[bucket, 100]] },
  ];
  if (atMs === startMs) events.push(phase("files", startMs, startMs + 1));
  if (atMs === completeMs) events.push(phase("complete", completeMs, completeMs));
  return { timeMs: [atMs], counters: {}, waits: {}, events };
}

const frames = Array.from({ length: runSeconds }, (_, second) => frameAt(second));

let scratch: Scratch;
let store: RunStore;
let close: () => void;
const open = (): void => {
  const database = unwrap(openDatabase(scratch.folder));
  close = () => database.close();
  store = new RunStore(database);
};
beforeEach(() => {
  scratch = new Scratch();
  open();
});
afterEach(() => {
  close();
  scratch.dispose();
});

const scenario = await fakeScenario("");
const device = describeStorage(scenario);
const summary = {
  ...fakeSummary(scenario, "completed"),
  phases: [
    {
      snapshot: "sales_snapshot_1",
      name: "files" as const,
      startMs,
      endMs: startMs + 1,
      figures: {},
    },
    {
      snapshot: "sales_snapshot_1",
      name: "complete" as const,
      startMs: completeMs,
      endMs: completeMs,
      figures: {},
    },
  ],
  timeline: [],
};

/** A run that has ended, without what is told of its creation. */
function addRun(): string {
  const id = crypto.randomUUID();
  const entry = {
    ...newEntry({ id, scenario, preset: null, name: "a run" }),
    status: "completed" as const,
    engineMs: runSeconds * 1000,
  };
  const batches = frames.map((frame, second) => ({
    fromMs: second * 1000,
    toMs: (second + 1) * 1000,
    packed: packBatch(encodeBatch(frame)),
  }));
  store.add({ entry, scenario, summary, origin: "2006-10-23T21:48:07.000" }, batches);
  return id;
}

describe("what a run's first creation cost", () => {
  it("is read from its recording", async () => {
    const costs = unwrap(await readCreationCosts(store, addRun()));
    expect(costs).toHaveLength(1);
    expect(costs[0]?.sentence).toMatch(
      /^\d+ users, database of .* on .*: creating ‘sales_snapshot_1’ took 4 s\. /,
    );
    const { creationMs, p99BeforeMs, p99AfterMs } = figuresOfFirst(costs);
    expect([creationMs, p99BeforeMs]).toEqual([4000, 1]);
    expect(p99AfterMs).toBeGreaterThan(1.9);
    expect(figuresOfFirst([])).toEqual(noCreationFigures);
  });

  it("is told of an imported run when it is in the library", async () => {
    const file = unwrap(await writeRunFile(store, addRun()));
    close();
    const services = await scratch.open();
    const upload = unwrap(await services.uploads.begin()).upload;
    unwrap(await services.uploads.append(upload, file.bytes));
    const entry = unwrap(await services.library.importRun({ name: file.fileName, upload }));
    expect(entry).toMatchObject({ creationMs: 4000, p99BeforeMs: 1, device });
    await services.close();
    open();
  });

  it("is in an older library what the summary says of it, a run that cannot be read as it was", () => {
    const [good, unreadable] = [addRun(), addRun()];
    close();
    const database = new SqliteDatabase(join(scratch.folder, libraryFileName));
    // Version 7 added steps of series, 6 steady states, 5 studies, and 4 the columns before them.
    database.exec("DROP INDEX runs_of_study; DROP TABLE studies");
    const added = ["step", "steady_from_ms", "study", "point", "repeat"];
    for (const column of ["device", "creation_ms", "p99_before_ms", "p99_after_ms", ...added]) {
      database.exec(`ALTER TABLE runs DROP COLUMN ${column}`);
    }
    database.prepare("UPDATE runs SET scenario = 'none' WHERE id = ?").run(unreadable);
    database.pragma("user_version = 3");
    database.close();
    open();
    expect(libraryVersion).toBeGreaterThanOrEqual(4);
    expect(store.get(good)).toMatchObject({
      device,
      creationMs: summary.snapshots[0]?.createdMs ?? null,
      p99BeforeMs: null,
    });
    expect(store.get(unreadable)).toMatchObject({ ...noCreationFigures, device: "" });
  });
});
