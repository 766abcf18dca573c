import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../contract/events.ts";
import { CreationWatch, SpanResponses, spansAround } from "./creation-cost.ts";
import { LatencyHistogram } from "./series/latency-histogram.ts";

const phase = (
  snapshot: string,
  name: "files" | "redo" | "complete",
  startMs: number,
  endMs: number | null,
) => ({ kind: "phase", snapshot, name, startMs, endMs, figures: {} }) as const;
const created = (snapshot: string, startMs: number, endMs: number): RunEvent[] => [
  phase(snapshot, "files", startMs, startMs + 1),
  phase(snapshot, "complete", endMs, endMs),
];
const act = (kind: string, atMs: number, outcome: "applied" | "refused" = "applied"): RunEvent => ({
  kind: "command",
  atNs: atMs * 1e6,
  command: { kind },
  outcome,
});

/** The spans of a run of two minutes with a warm-up of ten seconds. */
function spansOf(events: readonly RunEvent[], { endMs = 120_000, sampleIntervalMs = 1000 } = {}) {
  const watch = new CreationWatch();
  watch.take(events);
  const creation = watch.first({ warmupMs: 10_000, endMs });
  if (creation === null) return null;
  const spans = spansAround(creation, sampleIntervalMs);
  return spans === null ? "none" : [spans.before, spans.after];
}

describe("the spans around the first creation", () => {
  it("are of one length, up to its begin and from its completion", () => {
    expect(spansOf(created("a", 30_000, 33_000))).toEqual([
      { startMs: 10_000, endMs: 30_000 },
      { startMs: 33_000, endMs: 53_000 },
    ]);
  });

  it("are the same however long the run goes on, and shorter where it ends before", () => {
    const events = created("a", 50_000, 53_000);
    const usual = [
      { startMs: 20_000, endMs: 50_000 },
      { startMs: 53_000, endMs: 83_000 },
    ];
    expect(spansOf(events)).toEqual(usual);
    expect(spansOf(events, { endMs: 86_400_000 })).toEqual(usual);
    expect(spansOf(events, { endMs: 58_000 })).toEqual([
      { startMs: 45_000, endMs: 50_000 },
      { startMs: 53_000, endMs: 58_000 },
    ]);
  });

  it("hold ten samples where these are far apart", () => {
    const events = created("a", 500_000, 503_000);
    expect(spansOf(events, { endMs: 1e6, sampleIntervalMs: 10_000 })).toEqual([
      { startMs: 400_000, endMs: 500_000 },
      { startMs: 503_000, endMs: 603_000 },
    ]);
  });

  it("hold no other creation, and nothing else that was asked of the run", () => {
    const failed = phase("failed", "files", 15_000, 15_001);
    expect(
      spansOf([failed, ...created("a", 30_000, 33_000), ...created("b", 41_000, 44_000)]),
    ).toEqual([
      { startMs: 22_000, endMs: 30_000 },
      { startMs: 33_000, endMs: 41_000 },
    ]);
    const acts = [
      act("setUsers", 25_000),
      act("createSnapshot", 29_999),
      act("dropSnapshot", 50_000),
    ];
    expect(spansOf([...acts, ...created("a", 30_000, 33_000)])).toEqual([
      { startMs: 25_000, endMs: 30_000 },
      { startMs: 33_000, endMs: 38_000 },
    ]);
    const others = [
      act("pause", 25_000),
      act("setPace", 26_000),
      act("setUsers", 27_000, "refused"),
    ];
    expect(spansOf([...others, ...created("a", 30_000, 33_000)])).toEqual([
      { startMs: 10_000, endMs: 30_000 },
      { startMs: 33_000, endMs: 53_000 },
    ]);
  });

  it("are of the first that was completed, whose phases may be told again", () => {
    const [files, complete] = created("b", 30_000, 33_000);
    if (files === undefined || complete === undefined) throw new Error("a creation has both");
    expect(
      spansOf([
        phase("a", "files", 20_000, null),
        files,
        files,
        phase("b", "redo", 31_000, null),
        complete,
      ]),
    ).toEqual([
      { startMs: 20_000, endMs: 30_000 },
      { startMs: 33_000, endMs: 43_000 },
    ]);
    expect(spansOf([phase("a", "files", 20_000, 20_001)])).toBeNull();
    expect(spansOf([])).toBeNull();
  });

  it("do not exist in the warm-up, or where the run ends with the creation", () => {
    expect(spansOf(created("a", 5000, 8000))).toBe("none");
    expect(spansOf(created("a", 30_000, 120_000))).toBe("none");
  });
});

const latency = (atMs: number, buckets: [number, number][], type = "all"): RunEvent => ({
  kind: "latency",
  atMs,
  type,
  p99Ms: 1,
  count: 1,
  buckets,
});

describe("the response times in a span", () => {
  it("are those of its whole samples, merged: whatever the batches", () => {
    const sample = fc.array(fc.tuple(fc.nat(9000), fc.integer({ min: 20, max: 400 })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        fc.array(sample, { minLength: 12, maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        (samples, perBatch) => {
          const responses = new SpanResponses({ startMs: 2500, endMs: 10_000 });
          const expected = new LatencyHistogram();
          for (let at = 0; at < samples.length; at += perBatch) {
            const batch = samples.slice(at, at + perBatch);
            const timeMs = batch.map((_, index) => (at + index + 1) * 1000);
            const events = batch.map((buckets, index) => latency(timeMs[index] ?? 0, buckets));
            responses.take({ timeMs, events }, at * 1000);
          }
          // Samples that end at 4 s to 10 s: that which ends at 3 s began before the span.
          for (const buckets of samples.slice(3, 10))
            expected.add(Float64Array.from(buckets.flat()));
          expect(responses.p99Ms).toBe(expected.percentileMs(99));
        },
      ),
    );
  });

  it("are not an average of percentiles: one slow second of many transactions weighs as it is", () => {
    const responses = new SpanResponses({ startMs: 0, endMs: 2000 });
    const events = [latency(1000, [[100, 990]]), latency(2000, [[5000, 10]])];
    responses.take({ timeMs: [1000, 2000], events }, 0);
    expect(responses.p99Ms).toBe(0.1);
  });

  it("are too few below a hundred, and leave out single types and queries of snapshots", () => {
    const few = new SpanResponses({ startMs: 0, endMs: 1000 });
    const others = [
      latency(1000, [[100, 500]], "report"),
      latency(1000, [[100, 500]], "transaction1"),
    ];
    few.take({ timeMs: [1000], events: [latency(1000, [[100, 99]]), ...others] }, 0);
    expect(few.p99Ms).toBeNull();
    few.take({ timeMs: [1000], events: [latency(1000, [[200, 1]])] }, 0);
    expect(few.p99Ms).toBe(0.1);
  });
});
