/** A summary that fits the contract, for tests of what reads summaries. */
import type { Scenario } from "../scenario.ts";
import type { Summary } from "../summary.ts";

export function fakeSummary(scenario: Scenario, status: Summary["run"]["status"]): Summary {
  return {
    formatVersion: 1,
    run: {
      status,
      error: null,
      mode: scenario.mode,
      seed: scenario.seed,
      origin: "2006-10-23T21:48:07.000",
      engineMs: scenario.durationSeconds * 1000,
      warmupMs: scenario.warmupSeconds * 1000,
      wallMs: 1234,
      verified: true,
      engine: { version: "0.1.0", compiler: "none", build: "test" },
    },
    scenario,
    timeline: scenario.timeline.map(({ name, atSeconds, command }) => ({
      name: name ?? null,
      command,
      outcome: "completed" as const,
      firedMs: (atSeconds ?? 0) * 1000,
      endedMs: (atSeconds ?? 0) * 1000 + 4750,
      message: null,
    })),
    phases: [
      fakePhase("files", 30_000, 30_020),
      { ...fakePhase("checkpoint", 30_020, 32_500), startSource: "derived" },
      fakePhase("undo", 34_000, 34_750),
      fakePhase("complete", 34_750, 34_750),
    ],
    consistency: null,
    backups: [],
    restores: [],
    snapshots: [
      {
        name: "sales_snapshot_1",
        state: "online",
        splitLsn: "00000024:000010A8:0003",
        asOfMs: 33_000,
        createdMs: 4750,
        pagesPushed: 1234,
        pagesPushedAlong: 0,
        pagesDeferred: 0,
        sizeBytes: 1_073_741_824,
        sizeOnDiskBytes: 20_185_088,
        regionBytes: 20_185_088,
        verified: true,
        verification: {
          coverage: "all",
          pagesCompared: 131_072,
          pagesSampled: 0,
          pagesTotal: 131_072,
          rowsCompared: 3_000_000,
          rowsExpected: 3_000_000,
          rowsMismatched: 0,
          pagesPushedBeforeSplit: 12,
          pagesPulledByRedo: 34,
          transactionsUndone: 5,
          witness: { newestMs: 32_999, expectedMs: 32_999 },
        },
      },
    ],
    reporting: null,
    preImages: { limitBytes: 0, peakBytes: 0 },
    transactions: {
      total: 22_000,
      perSecond: 200,
      rolledBack: 220,
      deadlocked: 0,
      logFull: 0,
      filegroupFull: 0,
      byType: [{ type: "transaction1", count: 4400, meanMs: 9.5, p50Ms: 8, p95Ms: 21, p99Ms: 40 }],
    },
    waits: [
      fakeWait("WRITELOG", 22_000, 110_000),
      fakeWait("PREEMPTIVE_OS_WRITEFILE", 1234, 6170),
      fakeWait("LAZYWRITER_SLEEP", 10, 120_000),
    ],
    sessions: {
      count: 100,
      elapsedMs: 12_000_000,
      cpuMs: 1000,
      thinkMs: 11_000_000,
      waitMs: 999_000,
    },
    files: [
      {
        name: "sales",
        volume: "Q",
        path: null,
        reads: 100,
        bytesRead: 819_200,
        ioStallReadMs: 600,
        writes: 200,
        bytesWritten: 1_638_400,
        ioStallWriteMs: 1000,
        sizeBytes: 1_073_741_824,
        sizeOnDiskBytes: 1_073_741_824,
      },
    ],
    volumes: [{ name: "Q", totalBytes: 10_737_418_240, availableBytes: 9_126_805_504 }],
    checkpoints: [
      {
        kind: "snapshot",
        startMs: 30_020,
        endMs: 32_500,
        buffers: 5000,
        writes: 4000,
        avoided: 100,
      },
    ],
    counters: { transactionsPerSecond: { mean: 200, max: 260 } },
    executor: { events: 1_000_000, ios: 50_000, peakMemoryBytes: 100_000_000 },
    errorlog: ["2006-10-23 21:48:37.00 spid51      Creating file P:\\sales_snapshot_1.ss."],
    telemetryHash: "0123456789abcdef",
  };
}

const fakePhase = (name: Summary["phases"][number]["name"], startMs: number, endMs: number) => ({
  snapshot: "sales_snapshot_1",
  name,
  startMs,
  endMs,
  startSource: "logged" as const,
  endSource: "logged" as const,
  figures: {},
});

const fakeWait = (wait_type: string, tasks: number, ms: number) => ({
  wait_type,
  waiting_tasks_count: tasks,
  wait_time_ms: ms,
  max_wait_time_ms: 100,
  signal_wait_time_ms: 1,
});
