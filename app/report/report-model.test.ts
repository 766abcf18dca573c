import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportSchema } from "../contract/report.ts";
import { fakeRestore } from "../contract/testing/fake-backups.ts";
import { brokenConsistency, fakeConsistency } from "../contract/testing/fake-consistency.ts";
import { creationCheckText } from "../domain/figures/creation-check.ts";
import { meanOver } from "./span-means.ts";
import { fakeRecording, fakeSeries, reportOfRun } from "./testing/recordings.ts";

const report = (options = {}) => reportOfRun(fakeRecording(options));
const said = (options = {}) => report(options).conclusion.sentences.join(" ");

describe("the report of a run", () => {
  it("says what the creation took and cost, from the samples", () => {
    const { conclusion, creations } = report();
    expect(creations).toHaveLength(1);
    // 5 s at 150, weighted: 4.75 s of the span lie in them.
    expect(creations[0]).toMatchObject({ startMs: 30_000, endMs: 34_750, durationMs: 4750 });
    expect(creations[0]?.before).toMatchObject({
      fromMs: 10_000,
      toMs: 30_000,
      transactionsPerSecond: 200,
    });
    expect(creations[0]?.during?.transactionsPerSecond).toBe(150);
    expect(creations[0]?.after?.toMs).toBe(39_500);
    expect(creations[0]?.during?.responses?.p99Ms).toBeCloseTo(152, 0);
    expect(creations[0]?.during?.dataWriteBytesPerSecond).toBeGreaterThan(0);
    expect(conclusion.sentences[0]).toBe(
      "100 users, database of 1 GiB on 8 × 6 ms disks: creating ‘sales_snapshot_1’ took 4.75 s. Throughput fell from 200.0 to 150.0 transactions/s (−25.0 %); p99 rose from 100 to 152 ms for 5 s. Throughput did not recover in the 1 min 25 s after it. From one run only; compare several to be sure.",
    );
    expect(conclusion.sentences[1]).toContain("131,072 of 131,072 pages");
    expect(conclusion.notes[0]).toBe("The warm-up, 10 s, is left out of every statistic.");
    expect(conclusion.notes.some((note) => note.startsWith(creationCheckText()))).toBe(true);
  });

  it("takes its figures from the summary where there is one", () => {
    const { keyFigures, waits, counters } = report();
    expect(keyFigures[0]).toMatchObject({ id: "transactionsPerSecond", value: 200 });
    expect(waits[0]).toMatchObject({ wait_type: "WRITELOG", wait_time_ms: 110_000 });
    expect(waits.at(-1)).toMatchObject({ wait_type: "LAZYWRITER_SLEEP", idle: true });
    expect(counters.find(({ id }) => id === "transactionsPerSecond")).toMatchObject({
      mean: 200,
      max: 260,
    });
  });

  it("computes from the samples after the warm-up what a run without a summary cannot tell", () => {
    const { waits, counters, keyFigures, phases, conclusion, errorlog } = report({
      status: "failed",
      withSummary: false,
      entry: { error: { code: "engineDied", message: "the engine process ended" } },
    });
    // 110 samples after 10 s, and the idle wait is no wait.
    expect(waits).toEqual([
      {
        wait_type: "WRITELOG",
        waiting_tasks_count: 1100,
        wait_time_ms: 1375,
        max_wait_time_ms: null,
        signal_wait_time_ms: 27.5,
        idle: false,
        ofSnapshots: false,
      },
    ]);
    const mean = (20 * 200 + 5 * 150 + 85 * 190) / 110;
    expect(counters.find(({ id }) => id === "transactionsPerSecond")?.mean).toBeCloseTo(mean, 9);
    expect(keyFigures[0]).toMatchObject({ label: "Throughput, all sessions" });
    expect(phases.map(({ name }) => name)).toEqual([
      "files",
      "checkpoint",
      "open",
      "startup",
      "analysis",
      "redo",
      "undo",
      "complete",
    ]);
    expect(errorlog).toHaveLength(1);
    expect(conclusion.intent).toBe("error");
    expect(conclusion.sentences[0]).toBe(
      "The run failed after 2 min 0 s of 2 min 0 s of engine time: the engine process ended.",
    );
    expect(conclusion.notes.at(-1)).toContain("no summary of the engine");
  });

  it("says first how a run ended that did not complete", () => {
    const message = "Snapscope was closed while the run was under way";
    const error = { code: "interrupted" as const, message };
    expect(said({ status: "interrupted", withSummary: false, entry: { error } })).toMatch(
      /^The run was interrupted; its first 2 min 0 s of .* were recorded: Snapscope was closed/,
    );
    expect(said({ status: "cancelled" })).toMatch(/^The run was cancelled/);
    expect(said({ status: "running", withSummary: false })).toMatch(/^The run is still under way/);
  });

  it("does not call a snapshot verified that is not", () => {
    const recording = fakeRecording({ entry: { verified: false } });
    const snapshots = recording.summary?.snapshots.map((snapshot) => ({
      ...snapshot,
      verified: false,
      verification: snapshot.verification && { ...snapshot.verification, rowsMismatched: 3 },
    }));
    const summary = recording.summary && { ...recording.summary, snapshots: snapshots ?? [] };
    const { conclusion } = reportOfRun({ ...recording, summary });
    expect(conclusion.intent).toBe("error");
    expect(conclusion.sentences.at(-1)).toContain("Verification failed");
    expect(conclusion.sentences.at(-1)).toContain("3 of 3,000,000 rows differ");
    expect(conclusion.sentences.join(" ")).not.toContain("was verified");
  });

  it("tells what a restore brought back, and whether it was what had been committed", () => {
    const recording = fakeRecording();
    const restores = [fakeRestore];
    const summary = recording.summary && { ...recording.summary, restores };
    const { sentences } = reportOfRun({ ...recording, summary }).conclusion;
    expect(sentences).toContainEqual(
      expect.stringMatching(/^100 users, .*: the database was restored to what/),
    );
  });

  it("tells of the database's consistency, and calls it an error where a condition does not hold", () => {
    const recording = fakeRecording();
    const concluded = (consistency: typeof fakeConsistency, verified: boolean) => {
      const summary = recording.summary && { ...recording.summary, consistency };
      const entry = { ...recording.entry, verified };
      return reportOfRun({ ...recording, entry, summary }).conclusion;
    };
    expect(concluded(fakeConsistency, true).sentences.at(-1)).toBe(
      "At the end of the run consistency conditions 1 to 4 hold in all 1,400 districts.",
    );
    const broken = concluded(brokenConsistency, false);
    expect(broken.intent).toBe("error");
    expect(broken.sentences.at(-1)).toMatch(
      /^Verification failed: at the end of the run consistency condition 3 does not hold/,
    );
  });

  it("says that nothing was created when nothing was", () => {
    const recording = fakeRecording();
    const summary = recording.summary && { ...recording.summary, phases: [], snapshots: [] };
    const { conclusion, keyFigures } = reportOfRun({ ...recording, summary, events: [] });
    expect(conclusion.sentences[0]).toBe(
      "100 users, database of 1 GiB on 8 × 6 ms disks: no snapshot was created; throughput was 200.0 transactions/s over 1 min 50 s after the warm-up.",
    );
    expect(keyFigures.map(({ id }) => id)).toEqual(["transactionsPerSecond", "highestP99Ms"]);
  });
});

describe("the JSON of it", () => {
  it("fits the schema and keeps every digit", () => {
    for (const options of [{}, { status: "failed" as const, withSummary: false }]) {
      const parsed = reportSchema.parse(JSON.parse(JSON.stringify(report(options))));
      const lane = parsed.samples.lanes.find(({ id }) => id === "p99Ms");
      expect(lane?.values[7]).toBe(fakeSeries().p99Ms[7]);
      // Nothing ended in that sample: not zero, not a number.
      expect(lane?.values[3]).toBeNull();
    }
  });
});

describe("meanOver", () => {
  it("lies between the lowest and the highest value, and is additive over spans", () => {
    const values = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), {
      minLength: 1,
      maxLength: 50,
    });
    fc.assert(
      fc.property(values, fc.nat(100), (list, cut) => {
        const timeMs = Float64Array.from(list, (_, row) => 10 * (row + 1));
        const column = Float64Array.from(list);
        const end = 10 * list.length;
        const at = (end * cut) / 100;
        const mean = meanOver(timeMs, column, 0, end) ?? Number.NaN;
        expect(mean).toBeGreaterThanOrEqual(Math.min(...list) * (1 - 1e-9));
        expect(mean).toBeLessThanOrEqual(Math.max(...list) * (1 + 1e-9));
        const parts =
          (meanOver(timeMs, column, 0, at) ?? 0) * at +
          (meanOver(timeMs, column, at, end) ?? 0) * (end - at);
        expect(parts / end).toBeCloseTo(mean, 3);
      }),
    );
  });

  it("is null where nothing was measured", () => {
    expect(meanOver(new Float64Array(), new Float64Array(), 0, 10)).toBeNull();
    expect(meanOver(Float64Array.of(10), Float64Array.of(Number.NaN), 0, 10)).toBeNull();
  });
});
