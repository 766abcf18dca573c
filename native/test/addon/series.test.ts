// The engine's response times, as the app reads them: from the histograms that come with a sample.
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Addon, Run } from "../../../app/addon/addon.ts";
import { decodeBatch, type Frame } from "../../../app/contract/frame.ts";
import { parseWith } from "../../../app/contract/issues.ts";
import { resolveScenario } from "../../../app/contract/resolve-scenario.ts";
import { type Summary, summarySchema } from "../../../app/contract/summary.ts";
import { LatencyHistogram } from "../../../app/domain/series/latency-histogram.ts";
import { SeriesRecorder } from "../../../app/domain/series/series.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const addon = createRequire(import.meta.url)(
  join(root, "build", "release", "snapscope.node"),
) as Addon;

const scenario = resolveScenario(
  {
    formatVersion: 1,
    name: "response times",
    durationSeconds: 20,
    warmupSeconds: 0,
    sampleIntervalMs: 500,
    server: { schedulers: 2, memoryMiB: 8 },
    database: { sizeMiB: 16, logSizeMiB: 16 },
    storage: {
      volumes: [
        {
          name: "Q",
          device: {
            parallelism: 4,
            readServiceUs: 5000,
            writeServiceUs: 4000,
            bandwidthMiBPerSecond: 200,
          },
        },
      ],
      placement: { data: "Q", log: "Q", snapshot: "Q" },
    },
    workload: { users: 20, thinkTimeMs: 50 },
  },
  "scenario",
);

async function record(): Promise<{ readonly frames: Frame[]; readonly summary: Summary }> {
  if (!scenario.ok) throw new Error(scenario.error.message);
  const frames: Frame[] = [];
  const text = JSON.stringify(scenario.value);
  const ended = await new Promise<string>((resolve) => {
    const run: Run = addon.start(
      text,
      (bytes) => {
        const frame = decodeBatch(bytes);
        if (frame.ok) frames.push(frame.value);
        run.grant(1);
      },
      resolve,
    );
  });
  const summary = parseWith(summarySchema, JSON.parse(ended), "summary");
  if (!summary.ok) throw new Error(summary.error.message);
  return { frames, summary: summary.value };
}

describe("response times", () => {
  it("are the engine's at one sample a point, and its histograms' when merged", async () => {
    const { frames, summary } = await record();
    const recorder = new SeriesRecorder();
    for (const frame of frames) recorder.take(frame);
    const told = new Map(
      frames
        .flatMap(({ events }) => events)
        .flatMap((event) =>
          event.kind === "latency" && event.type === "all" ? [[event.atMs, event.p99Ms]] : [],
        ) as [number, number][],
    );
    const series = recorder.series({ points: 1000 });
    expect(told.size).toBeGreaterThan(30);
    series.timeMs.forEach((atMs, point) => {
      expect(series.p99Ms[point]).toEqual(told.get(atMs) ?? Number.NaN);
    });

    const all = new LatencyHistogram();
    for (const { histogram } of summary.transactions.byType) {
      all.add(Float64Array.from((histogram?.counts ?? []).flat()));
    }
    const merged = new LatencyHistogram();
    for (const frame of frames) {
      for (const event of frame.events) {
        if (event.kind === "latency" && event.buckets !== undefined) {
          merged.add(Float64Array.from(event.buckets.flat()));
        }
      }
    }
    expect(merged.count).toBe(all.count);
    expect(merged.percentileMs(99)).toBe(all.percentileMs(99));
  });
});
