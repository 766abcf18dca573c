import { describe, expect, it } from "vitest";
import { steadyFromMs } from "../../contract/steady-state.ts";
import { SeededRandom } from "../seeded-random.ts";
import { noSeries } from "../timeline/recording-timeline.ts";
import {
  detectSteady,
  steadySamples,
  steadyStateOf,
  throughputSamples,
} from "./steady-throughput.ts";

const random = new SeededRandom(7);

/** A sample a second from the run's start on. */
function samplesOf(warmupEndMs: number, valueAt: (second: number) => number, count = 300) {
  const values = Float64Array.from({ length: count }, (_, at) => valueAt(at + 1));
  const timeMs = values.map((_, at) => 1000 * (at + 1));
  const series = { ...noSeries, timeMs, counters: { transactionsPerSecond: values } };
  return throughputSamples(series, warmupEndMs);
}

const steady = () => 100 + random.below(1000) / 100;
const settlesAfter = (end: number) => (second: number) =>
  second <= end ? 20 * (second / end) + random.below(100) / 100 : steady();

describe("the steady state of a run", () => {
  it("begins where its warm-up ends when all after it is alike", () => {
    expect(detectSteady(samplesOf(10_000, steady))).toEqual({ kind: "steady", fromMs: 10_000 });
  });

  it("begins later where the first samples after the warm-up are unlike the rest", () => {
    const detected = detectSteady(samplesOf(10_000, settlesAfter(40)));
    expect(detected).toEqual({ kind: "steady", fromMs: 40_000 });
  });

  it("is not there in a run that changes to its end, and of nothing measured it is not said", () => {
    const rising = detectSteady(samplesOf(10_000, (second) => second));
    expect(rising).toEqual({
      kind: "neverSteady",
      message: expect.stringContaining("No steady state"),
    });
    expect(detectSteady(samplesOf(0, steady, 0))).toEqual({ kind: "notMeasured" });
  });

  it("holds the samples that lie in it as a whole, from where somebody said before what was found", () => {
    const samples = samplesOf(10_000, settlesAfter(40));
    const held = (chosenMs: number | null) =>
      steadySamples(samples, steadyFromMs(steadyStateOf(samples, chosenMs)))?.length;
    const found = detectSteady(samples);
    expect(held(null)).toBe(300 - Number("fromMs" in found && found.fromMs) / 1000);
    expect(held(100_500)).toBe(199);
    // The warm-up never counts.
    expect(held(0)).toBe(290);
    expect(held(400_000)).toBe(0);
  });
});
