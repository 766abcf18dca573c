import { describe, expect, it } from "vitest";
import type { Metric } from "../../contract/metric.ts";
import { compareMetric, compareMetrics } from "./compare-metrics.ts";
import type { Samples } from "./comparison.ts";
import { Noise } from "./testing/noise.ts";
import { verdictSentence } from "./verdict-sentence.ts";

const p99: Metric = { name: "p99", unit: "milliseconds", better: "lower" };
const throughput: Metric = {
  name: "throughput",
  unit: { name: "transactions/s" },
  better: "higher",
};

const sentence = (samples: Samples, metric = p99, margin?: number): string =>
  verdictSentence(compareMetric({ metric, samples, ...(margin === undefined ? {} : { margin }) }));
const paired = (base: number[], variant: number[]): Samples => ({ kind: "paired", base, variant });
const tenOf = (valueAt: (at: number) => number) =>
  Array.from({ length: 10 }, (_, at) => valueAt(at));

describe("verdictSentence", () => {
  it("tells what is proven, whether it is for the better, how much and by what", () => {
    const base = tenOf((at) => 118 + at);
    const variant = base.map((value, at) => value + 40 + at);
    expect(sentence(paired(base, variant))).toBe(
      "p99 rose from 123 to 167 ms, by 44.5 ms (+36.3 %, 95 % interval +42.0 to +47.0 ms), which is worse: proven by " +
        "10 pairs of runs from the same seeds (Wilcoxon's signed-rank test, p = 0.002).",
    );
  });

  it("tells the size of what is not proven", () => {
    expect(sentence(paired([122], [168]))).toBe(
      "p99 rose from 122 to 168 ms (+37.7 %); with one of each that is not proven.",
    );
    expect(sentence(paired([120, 122, 121], [168, 170, 166]))).toBe(
      "p99 rose from 121 to 168 ms, by 47.3 ms (+39.0 %, 75 % interval +45.0 to +48.0 ms); with 3 pairs of runs that " +
        "is not proven: at least 6 pairs are needed for a significant result.",
    );
    const base = tenOf((at) => 600 + at);
    const other = base.map((value) => value - 2);
    expect(sentence({ kind: "independent", base, variant: other }, throughput)).toBe(
      "Throughput fell from 605 to 603 transactions/s, by 2.0 transactions/s (−0.3 %, 95 % interval −5.0 to " +
        "+1.0 transactions/s); with 10 runs against 10 that is not proven (Mann-Whitney U test, p = 0.19).",
    );
  });

  it("leads with the setting", () => {
    const setting = "at 300 users on a data-centre NVMe";
    const compared = compareMetric({ metric: throughput, samples: paired([500], [500]) });
    expect(verdictSentence(compared, setting)).toBe(
      "At 300 users on a data-centre NVMe, throughput was 500 transactions/s on both sides; with one of each a change is not proven.",
    );
  });

  it("says that one run against one says nothing of other seeds", () => {
    const random = new Noise(17);
    const [base, variant] = [random.series(900, 600, 0.2), random.series(900, 540, 0.2)];
    expect(sentence({ kind: "withinRun", base, variant }, throughput)).toMatch(
      /^Throughput fell from 600 to 540 transactions\/s, by 59\.9 transactions\/s \(−10\.0 %, 95 % interval −60\.1 to −59\.8 transactions\/s\), which is worse: proven for these two runs alone, not for other seeds \(batch means within the steady state, Welch's t-test, \d\d against \d\d batches, p < 0\.001\)\.$/,
    );
    expect(sentence({ kind: "withinRun", base: [1, 2], variant: [2, 3] }, throughput)).toBe(
      "Throughput rose from 1.5 to 2.5 transactions/s (+66.7 %); with one run that is not proven: its samples of " +
        "throughput are too few, or follow each other too closely.",
    );
  });

  it("calls unchanged what was the same, or within the margin that was named", () => {
    const base = tenOf((at) => 500 + at);
    expect(sentence(paired(base, base), throughput)).toBe(
      "Throughput did not change: both runs of each of 10 pairs from the same seeds had the same value (505 transactions/s in the median).",
    );
    const variant = base.map((value, at) => value + (at % 2 === 0 ? 1 : -0.9));
    expect(sentence(paired(base, variant), throughput, 0.015)).toBe(
      "Throughput shows no difference that matters: it went from 504.5 to 504.6 transactions/s (+0.0 %, 95 % interval " +
        "−0.90 to +1.0 transactions/s), less than 1.5 %, by 10 pairs of runs from the same seeds.",
    );
    const lower = base.map((value) => value - 0.6);
    expect(sentence(paired(base, lower), throughput, 0.0025)).toBe(
      "Throughput shows no difference that matters: it went from 505 to 504 transactions/s (−0.1 %, 95 % interval " +
        "−0.60 to −0.60 transactions/s), not zero but less than 0.25 %, by 10 pairs of runs from the same seeds.",
    );
  });

  it("tells a change from run to run that the medians do not show", () => {
    const base = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const variant = [2, 3, 4, 5, 5.2, 5.4, 8, 9, 10, 11];
    expect(sentence(paired(base, variant))).toMatch(
      /^p99 rose from run to run by 1\.0 ms \(.*\), though not in its median, from 5\.5 to 5\.3 ms/,
    );
  });

  it("tells that a chance is corrected, and never rounds it across the limit", () => {
    const clear = {
      metric: p99,
      samples: paired(
        tenOf((at) => 100 + at),
        tenOf((at) => 150 + 2 * at),
      ),
    };
    const list = compareMetrics(Array.from({ length: 24 }, () => clear));
    expect(list[0] === undefined ? "" : verdictSentence(list[0])).toMatch(
      /p = 0\.047 after Holm's correction for 24 metrics\)\.$/,
    );
  });

  it.each([
    ["duration" as const, 61_000, 125_500, "took rose from 1 min 1 s to 2 min 5.50 s (+105.7 %)"],
    ["bytes" as const, 2 ** 30, 3 * 2 ** 29, "took rose from 1.0 GiB to 1.5 GiB (+50.0 %)"],
    ["share" as const, 0.5, 0.625, "took rose from 50.0 to 62.5 %"],
    ["milliseconds" as const, 122.31, 122.34, "took rose from 122.31 to 122.34 ms (+0.0 %)"],
    ["milliseconds" as const, 0, 0.002, "took rose from 0.000 to 0.002 ms"],
  ])("writes %s as reports do", (unit, from, to, text) => {
    expect(sentence(paired([from], [to]), { name: "took", unit, better: null })).toBe(
      `T${text.slice(1)}; with one of each that is not proven.`,
    );
  });

  it("tells a change of a share in percentage points", () => {
    const busy: Metric = { name: "utilisation", unit: "share", better: null };
    const base = tenOf((at) => 0.5 + at / 1000);
    const variant = base.map((value) => value + 0.02);
    expect(sentence(paired(base, variant), busy)).toContain(
      "by 2.0 percentage points (95 % interval +2.0 to +2.0 percentage points): proven",
    );
  });
});
