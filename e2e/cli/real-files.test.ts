import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reportSchema } from "../../app/contract/report.ts";
import { enginePidOf, gone, processesMarked } from "./testing/processes.ts";
import {
  makeScratch,
  type Running,
  removeScratch,
  settings,
  snapscope,
  snapscopeProcess,
  start,
} from "./testing/snapscope.ts";
import { phasesOf, snapshotOf, summaryOf, waitOf } from "./testing/summaries.ts";

const scratch = makeScratch();
afterAll(() => removeScratch(scratch));

let folders = 0;
function newFolder(): string {
  folders += 1;
  const folder = join(scratch, `folder-${folders}`);
  mkdirSync(folder);
  return folder;
}

/** The preset in a folder of the test's own, and with a database that is written quickly. */
const realRun = (folder: string, changes: Readonly<Record<string, unknown>> = {}) => [
  "run",
  "creation-on-this-machine",
  ...settings({
    "storage.volumes.0.folder": folder,
    "storage.quotaMiB": 512,
    "storage.freeSpaceFloorMiB": 0,
    "database.sizeMiB": 64,
    "database.logSizeMiB": 64,
    "server.memoryMiB": 16,
    "workload.users": 8,
    durationSeconds: 6,
    warmupSeconds: 1,
    "timeline.0.atSeconds": 2,
    ...changes,
  }),
];

/** A run that nobody waits for the end of, once it has created its snapshot. */
async function startEndless(
  folder: string,
  options: readonly string[],
  mark: string,
  changes: Readonly<Record<string, unknown>> = {},
) {
  const run = start([...realRun(folder, { ...changes, durationSeconds: 3600 }), ...options], {
    cwd: scratch,
    group: true,
    mark,
  });
  // Its state goes back to running when the snapshot is complete.
  await run.until(/createSnapshot sales_snapshot_1 applied[\s\S]*\nrunning \|/);
  return run;
}

/** Users without think time who find every page in memory: nothing of such a run ever waits. */
const neverWaiting = {
  "server.memoryMiB": 512,
  "workload.users": 4,
  "workload.thinkTimeMs": 0,
  "workload.profile": "read-only",
};

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();

describe("creation on real files", () => {
  it("verifies, measures, and leaves nothing", async () => {
    const folder = newFolder();
    const mark = "SNAPSCOPE_E2E_WHOLE_RUN";
    const out = join(scratch, "whole-run");
    const args = [...realRun(folder), "--json", "--report", "json", "--out", out];
    const ended = await snapscopeProcess(args, { cwd: scratch, mark });
    expect(ended.status, ended.stderr).toBe(0);
    expect(await gone(mark)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);

    const summary = summaryOf(ended);
    expect(summary.run).toMatchObject({ mode: "real", status: "completed", verified: true });
    expect(summary.telemetryHash).toBeNull();
    const snapshot = snapshotOf(summary);
    expect(snapshot).toMatchObject({ state: "online", verified: true });
    expect(snapshot.verification?.rowsCompared).toBe(snapshot.verification?.rowsExpected);
    const apart = Math.abs(snapshot.sizeOnDiskBytes - snapshot.regionBytes);
    expect(apart).toBeLessThanOrEqual(0.01 * snapshot.regionBytes + 64 * 1024);
    expect(snapshot.sizeOnDiskBytes).toBeLessThan(2 * snapshot.sizeBytes);
    expect(phasesOf(summary, snapshot.name)).toHaveLength(9);
    for (const type of ["WRITELOG", "WRITE_COMPLETION", "PAGEIOLATCH_SH"]) {
      expect(waitOf(summary, type)?.wait_time_ms, type).toBeGreaterThan(0);
    }
    for (const { path, ioStallWriteMs, name } of summary.files) {
      expect(path, name).toContain(folder);
      expect(ioStallWriteMs, name).toBeGreaterThan(0);
    }
    // A sample and its response times are of one reading of the clock.
    const [file = "no report"] = readdirSync(out).filter((name) => name.endsWith("-report.json"));
    const { creations } = reportSchema.parse(JSON.parse(readFileSync(join(out, file), "utf8")));
    expect(creations[0]?.before?.responses).toEqual({
      count: expect.any(Number),
      meanMs: expect.any(Number),
      p50Ms: expect.any(Number),
      p95Ms: expect.any(Number),
      p99Ms: expect.any(Number),
    });
  });

  it("leaves nothing after Ctrl+C, and says what the result covers", async () => {
    const folder = newFolder();
    const mark = "SNAPSCOPE_E2E_INTERRUPTED";
    const run = await startEndless(folder, [], mark);
    const askedMs = performance.now();
    run.interruptGroup();
    const { status, stdout, stderr } = await run.ended;
    // Not bounded: a file system that discards what it frees may take seconds to remove the files.
    console.log(`Ctrl+C to the end of a real run: ${(performance.now() - askedMs).toFixed(0)} ms`);
    expect(status).toBe(1);
    expect(stdout).toContain("Status          cancelled");
    expect(stderr).toMatch(/cancelled after [\d.]+ (ms|s) of engine time/);
    expect(await gone(mark)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("comes to its snapshot and its end when its users never wait", async () => {
    const folder = newFolder();
    const changes = { ...neverWaiting, durationSeconds: 3, "timeline.0.atSeconds": 1 };
    const ended = await snapscope([...realRun(folder, changes), "--json"], { cwd: scratch });
    expect(ended.status, ended.stderr).toBe(0);
    const summary = summaryOf(ended);
    expect(summary.run).toMatchObject({ status: "completed", verified: true });
    expect(snapshotOf(summary)).toMatchObject({ state: "online", verified: true });
    expect(waitOf(summary, "SOS_SCHEDULER_YIELD")?.waiting_tasks_count).toBeGreaterThan(0);
  });

  it("ends by Ctrl+C when its users never wait", async () => {
    const folder = newFolder();
    const mark = "SNAPSCOPE_E2E_NEVER_WAITING";
    const run = await startEndless(folder, [], mark, neverWaiting);
    run.interruptGroup();
    const { status, stderr } = await run.ended;
    expect(status).toBe(1);
    expect(stderr).toMatch(/cancelled after [\d.]+ (ms|s) of engine time/);
    expect(await gone(mark)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("shows what a killed run left, and removes it only when told to", async () => {
    const folder = newFolder();
    const mark = "SNAPSCOPE_E2E_KILLED";
    const run = await startEndless(folder, [], mark);
    const marked = processesMarked(mark);
    process.kill(-run.pid, "SIGKILL");
    await run.ended;
    expect(await gone(mark, marked)).toBe(true);
    const left = filesBelow(folder);
    expect(left).toEqual(
      expect.arrayContaining(["data/sales.mdf", "data/snapshots.cat", "log/sales.ldf"]),
    );

    const again = await snapscope(realRun(folder), { cwd: scratch });
    expect([again.status, again.stdout]).toEqual([2, ""]);
    expect(again.stderr).toContain(`${folder}: holds what an interrupted run left`);
    expect(again.stderr).toMatch(/4 files, \d+\.\d MiB on disk/);
    expect(again.stderr).toContain(`remove it with: snapscope clean ${folder}`);
    expect(filesBelow(folder)).toEqual(left);

    const cleaned = await snapscope(["clean", folder], { cwd: scratch });
    expect(cleaned.status).toBe(0);
    expect(cleaned.stdout).toMatch(/removed 4 files, \d+\.\d MiB on disk/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is prolonged, and pauses soon after a snapshot is armed", async () => {
    const run = start([...realRun(newFolder()), "--steer", "--json"], { cwd: scratch });
    await run.until(/^running/m);
    run.say({ kind: "breakOn", event: "armed" });
    await run.until(/^paused/m);
    run.say({ kind: "prolong", seconds: 2 });
    run.say({ kind: "resume" });
    const { run: ended, snapshots } = summaryOf(await run.ended);
    expect(ended).toMatchObject({ status: "completed", verified: true });
    expect(ended.engineMs).toBeGreaterThanOrEqual(8000);
    expect(ended.engineMs).toBeLessThan(9000);
    expect(snapshots).toHaveLength(1);
  });

  it("survives the death of its engine, and says what was kept", async () => {
    const folder = newFolder();
    const [mark, out] = ["SNAPSCOPE_E2E_ENGINE_KILLED", join(scratch, "kept")];
    const run: Running = await startEndless(folder, ["--out", out], mark);
    process.kill(enginePidOf(folder), "SIGKILL");
    const { status, stdout, stderr } = await run.ended;
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("error: the engine process ended before the run did (signal SIGKILL)");
    expect(stderr).toContain(`wrote ${join(out, "errorlog.txt")}`);
    expect(stderr).toContain(`wrote ${join(out, "counters.csv")}`);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(readFileSync(join(out, "errorlog.txt"), "utf8")).toContain("Creating file ");
    expect(await gone(mark)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("uses the default folder when none is named, and takes it away again", async () => {
    const cwd = newFolder();
    const args = realRun("", {
      "storage.volumes.0.folder": null,
      durationSeconds: 2,
      timeline: [],
    });
    const { status, stderr } = await snapscope(args, { cwd });
    expect(status, stderr).toBe(0);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe("a folder that a run cannot have", () => {
  it.each([
    ["is missing", (folder: string) => join(folder, "none"), {}, /does not exist; create it or/],
    [
      "is a file",
      (folder: string) => {
        writeFileSync(join(folder, "file"), "text");
        return join(folder, "file");
      },
      {},
      /is not a folder; choose an empty folder/,
    ],
    [
      "has too little room",
      (folder: string) => folder,
      { "storage.freeSpaceFloorMiB": 16 * 1024 * 1024 },
      /has \d+ MiB free, and the run needs \d+ MiB .*choose another folder, or lower them/,
    ],
    [
      "holds anything else",
      (folder: string) => {
        writeFileSync(join(folder, "thesis.doc"), "text");
        return folder;
      },
      {},
      /is not empty \(it holds "thesis\.doc"\); a run needs an empty folder of its own/,
    ],
    [
      "is read-only",
      (folder: string) => {
        mkdirSync(join(folder, "locked"), { mode: 0o555 });
        return join(folder, "locked");
      },
      {},
      /is read-only; choose a folder that you may write to/,
    ],
  ])("%s: it is refused and not touched", async (_, prepare, changes, message) => {
    const folder = newFolder();
    const wanted = prepare(folder);
    const before = filesBelow(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
    const { status, stdout, stderr } = await snapscope(realRun(wanted, changes), { cwd: scratch });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).toContain(wanted);
    expect(stderr.trimEnd()).not.toContain("\n");
    const after = filesBelow(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
    expect(after).toEqual(before);
  });
});
