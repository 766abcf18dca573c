import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Frame } from "../../contract/frame.ts";
import { noSeries } from "../timeline/recording-timeline.ts";
import { LatencyHistogram } from "./latency-histogram.ts";
import { SeriesRecorder } from "./series.ts";
import { concatSeries } from "./testing/concat-series.ts";

interface Sample {
  readonly spanMs: number;
  readonly rate: number;
  readonly tasks: number;
  readonly buckets: readonly (readonly [number, number])[];
}

const sample: fc.Arbitrary<Sample> = fc.record({
  spanMs: fc.integer({ min: 1, max: 5000 }),
  rate: fc.integer({ min: 0, max: 100_000 }),
  tasks: fc.nat(1000),
  buckets: fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 9 })), { maxLength: 4 }),
});
const samples = fc.array(sample, { minLength: 1, maxLength: 60 });
const splits = fc.infiniteStream(fc.integer({ min: 1, max: 7 }));

/** Frames of a few samples each, as the engine batches them. */
function framesOf(all: readonly Sample[], sizes: Iterator<number>): Frame[] {
  const frames: Frame[] = [];
  let atMs = 0;
  for (let at = 0; at < all.length; ) {
    const size = Number(sizes.next().value ?? 1);
    const taken = all.slice(at, at + size);
    const timeMs = taken.map(({ spanMs }) => {
      atMs += spanMs;
      return atMs;
    });
    frames.push({
      timeMs,
      counters: { transactionsPerSecond: taken.map(({ rate }) => rate) },
      waits: {
        WRITELOG: {
          tasks: taken.map(({ tasks }) => tasks),
          waitMs: taken.map(({ tasks }) => tasks * 2),
          signalMs: taken.map(() => 0),
        },
      },
      events: taken.flatMap(({ buckets, rate }, index) => {
        const sample = { atMs: timeMs[index] ?? 0 };
        const use = { units: 4, serving: rate, waiting: 2 * rate };
        const told = { ...sample, kind: "utilisation" as const, parts: { "Q/servers": use } };
        if (buckets.length === 0) return [told];
        const latency = {
          ...{ ...sample, kind: "latency" as const, type: "all", p99Ms: 0, count: 1 },
          buckets: buckets.map(([bucket, count]): [number, number] => [bucket, count]),
        };
        return [told, latency];
      }),
    });
    at += size;
  }
  return frames;
}

const spansOf = (timeMs: Float64Array, startMs = 0) =>
  Array.from(timeMs, (time, index) => time - (timeMs[index - 1] ?? startMs));
const weighted = (timeMs: Float64Array, values: Float64Array) =>
  spansOf(timeMs).reduce((total, span, index) => total + span * (values[index] ?? 0), 0);
const histogramOf = (merged: readonly Sample[]) => {
  const histogram = new LatencyHistogram();
  for (const { buckets } of merged) histogram.add(Float64Array.from(buckets.flat()));
  return histogram;
};
const p99Of = (merged: readonly Sample[]) => histogramOf(merged).percentileMs(99);
const total = (values: Float64Array | undefined) =>
  (values ?? new Float64Array()).reduce((sum, value) => sum + value, 0);

describe("SeriesRecorder", () => {
  it("gives back every sample as measured where there is room", () => {
    fc.assert(
      fc.property(samples, splits, (all, sizes) => {
        const recorder = new SeriesRecorder();
        for (const frame of framesOf(all, sizes)) recorder.take(frame);
        const series = recorder.series({ points: 60 });
        expect(spansOf(series.timeMs)).toEqual(all.map(({ spanMs }) => spanMs));
        expect([...(series.counters.transactionsPerSecond ?? [])]).toEqual(
          all.map(({ rate }) => rate),
        );
        expect(series.samplesPerPoint).toBe(1);
        const rates = all.map(({ rate }) => rate);
        expect(series.utilisation?.["Q/servers"]).toEqual({
          units: 4,
          serving: Float64Array.from(rates),
          waiting: Float64Array.from(rates, (rate) => 2 * rate),
        });
        expect([...series.p99Ms]).toEqual(all.map((one) => p99Of([one])));
      }),
    );
  });

  it("preserves weighted means, sums and histograms however it merges", () => {
    fc.assert(
      fc.property(
        samples,
        splits,
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 4, max: 40 }),
        (all, sizes, points, capacity) => {
          const plain = new SeriesRecorder();
          const bounded = new SeriesRecorder({ capacity });
          for (const frame of framesOf(all, sizes)) {
            plain.take(frame);
            bounded.take(frame);
          }
          expect(bounded.length).toBeLessThanOrEqual(capacity);
          const whole = plain.series({ points: all.length + 2 });
          for (const recorder of [plain, bounded]) {
            const merged = recorder.series({ points });
            expect(merged.timeMs.length).toBeLessThanOrEqual(points);
            expect(merged.timeMs.at(-1)).toBe(whole.timeMs.at(-1));
            const rates = merged.counters.transactionsPerSecond ?? new Float64Array();
            const wanted = whole.counters.transactionsPerSecond ?? new Float64Array();
            const exact = weighted(whole.timeMs, wanted);
            expect(weighted(merged.timeMs, rates)).toBeCloseTo(exact, 3);
            const { waiting = new Float64Array() } = merged.utilisation?.["Q/servers"] ?? {};
            expect(weighted(merged.timeMs, waiting)).toBeCloseTo(2 * exact, 3);
            expect(total(merged.waits.WRITELOG?.tasks)).toBe(total(whole.waits.WRITELOG?.tasks));
            expect(total(merged.waits.WRITELOG?.waitMs)).toBe(total(whole.waits.WRITELOG?.waitMs));
            merged.timeMs.forEach((endMs, point) => {
              const startMs = merged.timeMs[point - 1] ?? 0;
              const within = all.filter((_, index) => {
                const atMs = whole.timeMs[index] ?? 0;
                return atMs > startMs && atMs <= endMs;
              });
              expect(merged.p99Ms[point]).toBe(p99Of(within));
              expect(merged.meanMs?.[point]).toBe(histogramOf(within).meanMs());
            });
          }
        },
      ),
    );
  });

  it("ends every point where a sample ends, in order", () => {
    fc.assert(
      fc.property(samples, splits, fc.integer({ min: 2, max: 20 }), (all, sizes, points) => {
        const recorder = new SeriesRecorder({ capacity: 8 });
        for (const frame of framesOf(all, sizes)) recorder.take(frame);
        const { timeMs } = recorder.series({ points });
        const ends = new Set<number>();
        all.reduce((at, { spanMs }) => {
          ends.add(at + spanMs);
          return at + spanMs;
        }, 0);
        expect(timeMs.every((time) => ends.has(time))).toBe(true);
        expect(spansOf(timeMs).every((span) => span > 0)).toBe(true);
      }),
    );
  });

  it("answers for a span with a point before it and one that ends after it", () => {
    const recorder = new SeriesRecorder();
    const all = Array.from({ length: 100 }, () => ({
      spanMs: 1000,
      rate: 1,
      tasks: 0,
      buckets: [],
    }));
    for (const frame of framesOf(all, [10].values())) recorder.take(frame);
    const zoomed = recorder.series({ points: 50, fromMs: 20_500, toMs: 30_500 });
    expect(zoomed.timeMs[0]).toBe(20_000);
    expect(zoomed.timeMs.at(-1)).toBe(31_000);
    expect(zoomed.timeMs.length).toBe(12);
    expect(recorder.series({ points: 4, fromMs: 20_500, toMs: 30_500 }).timeMs.length).toBe(4);
    expect(recorder.series({ points: 4, fromMs: 200_000, toMs: 300_000 }).timeMs.length).toBe(1);
    expect(recorder.series({ points: 4, fromMs: -5, toMs: 500 }).timeMs.length).toBe(1);
  });

  it("knows only the waits that occurred, and no response time where none ended", () => {
    const recorder = new SeriesRecorder();
    const quiet = { spanMs: 1000, rate: 1, tasks: 0, buckets: [] };
    for (const frame of framesOf([quiet, quiet], [2].values())) recorder.take(frame);
    expect(recorder.series({ points: 2 }).waits).toEqual({});
    expect([...recorder.series({ points: 2 }).p99Ms]).toEqual([Number.NaN, Number.NaN]);
    for (const frame of framesOf([{ ...quiet, spanMs: 5000, tasks: 3 }], [1].values())) {
      recorder.take(frame);
    }
    expect([...(recorder.series({ points: 3 }).waits.WRITELOG?.tasks ?? [])]).toEqual([0, 0, 3]);
  });
});

describe("concatSeries", () => {
  it("joins pieces to what one recorder gives", () => {
    fc.assert(
      fc.property(samples, samples, splits, (first, second, sizes) => {
        const frames = framesOf([...first, ...second], sizes);
        const whole = new SeriesRecorder();
        let joined = noSeries;
        for (const frame of frames) {
          whole.take(frame);
          const piece = new SeriesRecorder({ startMs: joined.timeMs.at(-1) ?? 0 });
          piece.take(frame);
          joined = concatSeries(joined, piece.series({ points: 100 }));
        }
        expect(joined).toEqual(whole.series({ points: 1000 }));
      }),
    );
  });

  it("has zeros where a wait did not occur", () => {
    const pieceOf = (tasks: number, startMs: number) => {
      const piece = new SeriesRecorder({ startMs });
      const one = { spanMs: startMs + 1000, rate: 1, tasks, buckets: [] };
      for (const frame of framesOf([one], [1].values())) piece.take(frame);
      return piece.series({ points: 2 });
    };
    const [without, having] = [pieceOf(0, 0), pieceOf(5, 1000)];
    expect([...(concatSeries(without, having).waits.WRITELOG?.tasks ?? [])]).toEqual([0, 5]);
    expect([...(concatSeries(having, without).waits.WRITELOG?.tasks ?? [])]).toEqual([5, 0]);
  });
});
