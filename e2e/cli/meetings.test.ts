/**
 * Two features at once, each right by itself: scenarios in which the database, or what was said of it, came
 * out wrong where they met.
 */
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { verifiedOf } from "../../app/domain/consistency.ts";
import { makeScratch, removeScratch, settings, snapscope, start } from "./testing/snapscope.ts";
import { summaryOf } from "./testing/summaries.ts";

const cwd = makeScratch();
afterAll(() => removeScratch(cwd));

const fileOf = (meeting: string) =>
  join(import.meta.dirname, "testdata", "meetings", `${meeting}.json`);

async function ran(meeting: string) {
  const ended = await snapscope(["run", fileOf(meeting), "--json"], { cwd });
  return { status: ended.status, stderr: ended.stderr, summary: summaryOf(ended) };
}

async function restored(meeting: string) {
  const { status, stderr, summary } = await ran(meeting);
  expect([status, summary.run.error, stderr]).toEqual([0, null, expect.any(String)]);
  expect(summary.run.status).toBe("completed");
  expect(verifiedOf(summary)).toBe(true);
  expect(summary.restores.length).toBeGreaterThan(0);
  for (const { verified } of summary.restores) expect(verified).toBe(true);
  return summary;
}

/** The open files of all processes: the engine's is not the command line's. */
function openFiles(): readonly string[] {
  const links = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) =>
      tried(() => readdirSync(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`)),
    );
  return links.flatMap((link) => tried(() => [readlinkSync(link)]));
}

/** What is gone meanwhile, or somebody else's, is nothing. */
function tried<Value>(read: () => readonly Value[]): readonly Value[] {
  try {
    return read();
  } catch {
    return [];
  }
}

describe("the database is what was committed", () => {
  it.each([
    "many-transactions-before-a-restore",
    "stop-in-the-tail-behind-a-differential",
    "restore-forward-again",
    "restore-forward-beside",
    "restore-forward-after-a-revert",
    "update-while-the-tail-is-backed-up",
  ])("%s", async (meeting) => {
    await restored(meeting);
  });

  it("full-backup-while-a-snapshot-completes", async () => {
    const { phases, checkpoints } = await restored("full-backup-while-a-snapshot-completes");
    // Only then do they meet: what has changed since the full backup counts from its checkpoint's end on, and
    // writes wait while the snapshot is marked complete, which is one write of 1,000 ms to P.
    const completedMs = phases.find(({ name }) => name === "complete")?.startMs ?? 0;
    const [, ofTheFullBackup] = checkpoints;
    expect(ofTheFullBackup?.endMs).toBeGreaterThan(completedMs - 1000);
    expect(ofTheFullBackup?.endMs).toBeLessThan(completedMs);
  });
});

it("a backup gets through a cache that begins to destage when it is nearly full", async () => {
  const { summary } = await ran("backup-to-a-full-cache");
  const [backup] = summary.backups;
  expect(backup?.name).toBe("full");
  expect((backup?.endMs ?? Number.POSITIVE_INFINITY) - (backup?.startMs ?? 0)).toBeLessThan(1000);
});

it("a snapshot whose volume is full is lost, and all else of the run is valid", async () => {
  const full = settings({ durationSeconds: 40, "storage.volumes.2.device.capacityMiB": 250 });
  const args = ["run", "creation-under-load", ...full];
  const told = await snapscope([...args, "--json"], { cwd });
  const summary = summaryOf(told);
  const [snapshot] = summary.snapshots;
  expect(told.status).toBe(1);
  expect(summary.run).toMatchObject({ status: "completed", verified: false });
  expect(snapshot).toMatchObject({ state: "suspect", verified: false });
  expect(snapshot?.lost?.reason).toMatch(/P:\\.*: there is not enough space on the disk/);
  const at = ((snapshot?.lost?.atMs ?? 0) / 1000).toFixed(1);
  expect(summary.run.error?.message).toContain(`was lost at ${at} s`);
  expect(told.stderr).toMatch(
    /error: Snapshot .* was lost at .*Everything else of the run is valid/,
  );
  expect((await snapscope(args, { cwd })).stdout).toContain("A SNAPSHOT WAS LOST");
});

it("a restore that cannot reach its stop is refused before anybody is thrown out", async () => {
  const { status, summary } = await ran("named-backups-end-before-the-stop");
  expect(status).toBe(0);
  expect(summary.timeline.at(-1)).toMatchObject({
    outcome: "failed",
    message: expect.stringContaining("Msg 4322"),
  });
  expect(summary.restores).toEqual([]);
  expect(summary.phases.map(({ name }) => name)).not.toContain("serverStart");
  expect(summary.backups.map(({ name }) => name)).toEqual(["one", "log"]);
});

it("says nothing of a comparison that was cancelled", async () => {
  const run = start(["run", fileOf("cancel-in-a-comparison"), "--steer", "--json"], { cwd });
  await run.until(/^restoring/m);
  await run.until(/^verifying/m);
  run.say({ kind: "cancel" });
  const { status, summary } = await run.ended.then((ended) => ({
    status: ended.status,
    summary: summaryOf(ended),
  }));
  expect(status).toBe(1);
  expect(summary.run).toMatchObject({ status: "cancelled", verified: null });
  expect(summary.restores[0]?.verified ?? null).toBeNull();
});

it.runIf(process.platform === "linux")("the space of a dropped snapshot is free", async () => {
  const folder = makeScratch();
  const real = settings({ durationSeconds: 60, "storage.volumes.0.folder": folder });
  const run = start(["run", fileOf("drop-frees-space"), "--steer", "--json", ...real], { cwd });
  await run.until(/dropSnapshot s1 applied/);
  const handles = openFiles().filter((path) => path.startsWith(folder));
  run.say({ kind: "cancel" });
  await run.ended;
  removeScratch(folder);
  expect(handles).not.toEqual([]);
  expect(handles.filter((path) => path.endsWith("(deleted)"))).toEqual([]);
});
