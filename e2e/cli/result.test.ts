import { describe, expect, it } from "vitest";
import { occasionalPhases, phaseNames } from "../../app/contract/phase.ts";
import type { Summary } from "../../app/contract/summary.ts";
import { Running } from "./testing/snapscope.ts";
import { phasesOf, snapshotOf, summaryOf, summaryOfRun, waitOf } from "./testing/summaries.ts";

const regionBytes = 64 * 1024;

/** What holds of every snapshot that was created under load. */
function expectSoundSnapshot(summary: Summary, index: number): void {
  const snapshot = snapshotOf(summary, index);
  const phases = phasesOf(summary, snapshot.name);
  // No other checkpoint was under way, and it is armed at once.
  const expected = phaseNames.filter((name) => name === "flush" || !occasionalPhases.has(name));
  expect(phases.map(({ name }) => name)).toEqual(expected);
  const times = phases.flatMap(({ startMs, endMs }) => [startMs, endMs ?? Number.NaN]);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const [first, analysis, last] = [phases[0], phases[4], phases.at(-1)];
  expect(snapshot.asOfMs).toBe(analysis?.startMs);
  expect(snapshot.createdMs).toBeCloseTo((last?.endMs ?? 0) - (first?.startMs ?? 0), 6);

  expect(snapshot).toMatchObject({ state: "online", verified: true, sizeBytes: 1024 ** 3 });
  expect(snapshot.splitLsn).toMatch(/^[0-9A-F]{8}:[0-9A-F]{8}:[0-9A-F]{4}$/);
  expect(snapshot.regionBytes % regionBytes).toBe(0);
  expect(snapshot.sizeOnDiskBytes).toBe(snapshot.regionBytes);
  expect(snapshot.pagesPushed).toBeGreaterThan(snapshot.regionBytes / regionBytes);

  const { verification } = snapshot;
  if (verification === null) throw new Error("the snapshot was not verified");
  expect(verification.pagesCompared).toBe(verification.pagesTotal);
  expect(verification.rowsCompared).toBe(verification.rowsExpected);
  expect(verification.rowsCompared).toBeGreaterThan(2_000_000);
  expect(verification.rowsMismatched).toBe(0);
  expect(verification.pagesPushedBeforeSplit).toBeGreaterThan(0);
  expect(verification.pagesPulledByRedo).toBeGreaterThan(0);
  expect(verification.transactionsUndone).toBeGreaterThan(0);
  expect(verification.witness?.newestMs).toBe(verification.witness?.expectedMs);
}

describe("run creation-under-load --json", async () => {
  const ended = await new Running(["run", "creation-under-load", "--json"]).ended;
  const summary = summaryOf(ended);

  it("prints one JSON object on stdout, and progress on stderr only", () => {
    expect(ended.status).toBe(0);
    expect(ended.stdout.trimEnd()).not.toContain("\n");
    expect(ended.stderr).toContain("engine time");
    expect(ended.stderr).not.toContain('"formatVersion"');
  });

  it("completes, verified", () => {
    const { run, telemetryHash, scenario } = summary;
    expect(run).toMatchObject({ status: "completed", error: null, verified: true, warmupMs: 10e3 });
    expect(run.engineMs).toBe(scenario.durationSeconds * 1000);
    expect(telemetryHash).toMatch(/^[0-9a-f]{16}$/);
  });

  it("creates the snapshot phase by phase, and shows exactly what was committed", () => {
    expectSoundSnapshot(summary, 0);
  });

  it("counts every transaction in a type, with percentiles in order", () => {
    const { total, perSecond, byType, rolledBack } = summary.transactions;
    expect(byType).toHaveLength(5);
    expect(byType.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(perSecond).toBeCloseTo(total / (summary.run.engineMs / 1000 - 10), 3);
    expect(rolledBack).toBeGreaterThan(0);
    for (const { p50Ms, p95Ms, p99Ms, meanMs } of byType) {
      const times = [p50Ms ?? Number.NaN, p95Ms ?? Number.NaN, p99Ms ?? Number.NaN];
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(meanMs).toBeGreaterThan(0);
    }
  });

  it("bills waits as a server would", () => {
    for (const type of ["WRITELOG", "PAGEIOLATCH_SH", "PAGEIOLATCH_EX", "WRITE_COMPLETION"]) {
      expect(waitOf(summary, type)?.wait_time_ms, type).toBeGreaterThan(0);
    }
    expect(waitOf(summary, "PREEMPTIVE_OS_WRITEFILE")?.wait_time_ms).toBeGreaterThan(0);
    expect(waitOf(summary, "FCB_REPLICA_WRITE")).toBeNull();
    for (const wait of summary.waits) {
      expect(wait.max_wait_time_ms, wait.wait_type).toBeLessThanOrEqual(wait.wait_time_ms);
      expect(wait.signal_wait_time_ms, wait.wait_type).toBeLessThanOrEqual(wait.wait_time_ms);
    }
  });

  it("accounts for all of the sessions' time", () => {
    const { elapsedMs, cpuMs, thinkMs, waitMs } = summary.sessions;
    expect(Math.abs(elapsedMs - cpuMs - thinkMs - waitMs)).toBeLessThan(1e-6 * elapsedMs);
  });

  it("lists the files with what was read and written", () => {
    expect(summary.files.map(({ name, volume }) => [name, volume])).toEqual([
      ["sales", "Q"],
      ["sales_log", "J"],
      ["sales_snapshot_1", "P"],
    ]);
    for (const file of summary.files) expect(file.bytesWritten, file.name).toBeGreaterThan(0);
  });
});

describe("run two-snapshots", async () => {
  const summary = await summaryOfRun(["run", "two-snapshots"]);

  it("completes both long before its end, each showing its own moment", () => {
    for (const index of [0, 1]) {
      expectSoundSnapshot(summary, index);
      const { name } = snapshotOf(summary, index);
      const endMs = phasesOf(summary, name).at(-1)?.endMs ?? Number.NaN;
      expect(endMs).toBeLessThan(summary.run.engineMs - 15_000);
    }
    expect(snapshotOf(summary, 1).asOfMs).toBeGreaterThan(snapshotOf(summary, 0).asOfMs ?? 0);
  });

  it("waits for the other replica's write", () => {
    expect(waitOf(summary, "FCB_REPLICA_WRITE")?.wait_time_ms).toBeGreaterThan(0);
  });
});
