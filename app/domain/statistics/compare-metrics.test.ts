import { describe, expect, it } from "vitest";
import type { Metric } from "../../contract/metric.ts";
import { compareMetric, compareMetrics } from "./compare-metrics.ts";
import type { MetricSamples } from "./comparison.ts";
import { Noise } from "./testing/noise.ts";

const throughput: Metric = {
  name: "throughput",
  unit: { name: "transactions/s" },
  better: "higher",
};
const p99: Metric = { name: "p99", unit: "milliseconds", better: "lower" };
const repeats = 10;
const noise = 0.02;

describe("ten repeats of realistic noise", () => {
  it("claim a difference in at most 28 of 400 comparisons of the same with the same", () => {
    const random = new Noise(40);
    const claims = Array.from({ length: 400 }, () =>
      compareMetrics([
        {
          metric: throughput,
          primary: true,
          samples: {
            kind: "independent",
            base: random.runs(repeats, 600, noise),
            variant: random.runs(repeats, 600, noise),
          },
        },
      ]).at(0),
    ).filter((one) => one?.outcome.kind === "proven");
    expect(claims.length).toBeLessThanOrEqual(28);
  });

  it("find a planted cost of 5 % in at least 15 of 20 comparisons, and no other way round", () => {
    const random = new Noise(20);
    const found = Array.from({ length: 20 }, () =>
      compareMetric({
        metric: throughput,
        samples: {
          kind: "independent",
          base: random.runs(repeats, 600, noise),
          variant: random.runs(repeats, 0.95 * 600, noise),
        },
      }),
    ).filter(({ outcome }) => outcome.kind === "proven");
    expect(found.length).toBeGreaterThanOrEqual(15);
    for (const { judgement, relative } of found) {
      expect(judgement).toBe("worse");
      expect(relative?.share).toBeLessThan(-0.02);
      expect(relative?.share).toBeGreaterThan(-0.08);
    }
  });

  it("claim anything in few lists of metrics without a difference, where uncorrected ones often would", () => {
    const random = new Noise(60);
    const lists = Array.from({ length: 60 }, () =>
      compareMetrics(
        Array.from({ length: 8 }, (_, at) => ({
          metric: { ...p99, name: `metric ${at}` },
          samples: {
            kind: at % 2 === 0 ? ("paired" as const) : ("independent" as const),
            base: random.runs(repeats, 100, noise),
            variant: random.runs(repeats, 100, noise),
          },
        })),
      ),
    );
    const claiming = lists.filter((list) => list.some(({ outcome }) => outcome.kind === "proven"));
    // 5 % of 60 are 3, with a standard error of 1.7.
    expect(claiming.length).toBeLessThanOrEqual(7);
    const uncorrected = lists.filter((list) => list.some(({ p }) => (p ?? 1) <= 0.05));
    expect(uncorrected.length).toBeGreaterThan(12);
  });
});

/** Ten values that lie 1 apart. */
const ladder = (from: number): number[] => Array.from({ length: repeats }, (_, at) => from + at);

const paired = (base: number[], variant: number[]): MetricSamples => ({
  metric: p99,
  samples: { kind: "paired", base, variant },
});

describe("compareMetric", () => {
  it("tells what was shown, how much and by what", () => {
    const variant = ladder(100).map((value, at) => value + 5 + at / 10);
    expect(compareMetric(paired(ladder(100), variant))).toMatchObject({
      outcome: { kind: "proven" },
      judgement: "worse",
      base: { kind: "median", value: 104.5 },
      variant: { kind: "median", value: 109.95 },
      shift: expect.closeTo(5.45, 9),
      interval: { confidence: expect.closeTo(0.951, 3) },
      relative: { share: expect.closeTo(5.45 / 104.5, 9) },
      p: 2 / 1024,
      adjustedP: 2 / 1024,
      family: 1,
      effect: 1,
      method: "signedRank",
      runs: { base: 10, variant: 10 },
      batches: null,
      conditions: ["10 pairs of runs from the same seeds"],
    });
  });

  it("takes equal differences for equal, whatever a subtraction leaves of them", () => {
    const base = [0.1, 0.2, 0.3, 0.4, 0.7, 1.1, 1.3];
    const equal = compareMetric(
      paired(
        base,
        base.map((value) => value + 0.1),
      ),
    );
    expect(equal.interval).toMatchObject({ low: 0.1, high: 0.1 });
    const large = base.map((value) => 1e15 * value);
    const shifted = compareMetric(
      paired(
        large,
        large.map((value) => value + 1e6),
      ),
    );
    expect(shifted.shift).toBe(1e6);
  });

  it("needs an interval without zero as well as a small chance", () => {
    // All six pairs that differ rose: p = 2 / 64. With four that did not, the interval begins at 0.
    const base = ladder(100);
    const variant = base.map((value, at) => value + (at < 6 ? 1 : 0));
    const compared = compareMetric(paired(base, variant));
    expect(compared.p).toBeCloseTo(2 / 64, 12);
    expect(compared.interval?.low).toBe(0);
    expect(compared.outcome).toEqual({
      kind: "notProven",
      reason: "notSignificant",
      runsNeeded: null,
    });
    expect(compared.conditions).toContain(
      "4 of the pairs without a difference, ranked as Pratt does",
    );
  });

  it.each([
    ["paired", [122], [168], "oneRunEach", null],
    ["independent", [122], [168, 169], "oneRunEach", null],
    ["paired", [1, 2, 3], [4, 6, 8], "tooFewRuns", 6],
    ["independent", [1, 2, 3], [4, 6, 8], "tooFewRuns", 4],
    ["paired", ladder(1), ladder(1).reverse(), "notSignificant", null],
    ["withinRun", [1, 2, 3], [5, 6, 7], "dependentBatches", null],
  ] as const)(
    "proves nothing by %s values %o and %o: %s",
    (kind, base, variant, reason, runsNeeded) => {
      const compared = compareMetric({
        metric: p99,
        samples: { kind, base: [...base], variant: [...variant] },
      });
      expect(compared.outcome).toEqual({ kind: "notProven", reason, runsNeeded });
    },
  );

  it("finds no difference that matters where all of a proven one lies within the least effect", () => {
    const variant = ladder(1000).map((value, at) => value - 1 - at / 100);
    const outcomeOf = (margin?: number) =>
      compareMetric({
        ...paired(ladder(1000), variant),
        ...(margin === undefined ? {} : { margin }),
      }).outcome;
    expect(outcomeOf()).toEqual({ kind: "proven" });
    expect(outcomeOf(0.01)).toEqual({ kind: "unchanged", margin: 0.01 });
    // Its interval reaches beyond a thousandth of the base: that it does not matter is not shown.
    expect(outcomeOf(0.001)).toEqual({ kind: "proven" });
  });

  it("calls unchanged only what was the same throughout, or shown to be within a margin", () => {
    const base = new Noise(7).runs(repeats, 600, 0.002);
    const variant = base.map((value, at) => value * (at % 2 === 0 ? 1.001 : 0.9992));
    const compare = (margin?: number) =>
      compareMetric({ ...paired(base, variant), ...(margin === undefined ? {} : { margin }) })
        .outcome;
    expect(compare()).toMatchObject({ kind: "notProven" });
    expect(compare(0.0001)).toMatchObject({ kind: "notProven" });
    expect(compare(0.02)).toEqual({ kind: "unchanged", margin: 0.02 });
    expect(compareMetric(paired(base, base)).outcome).toEqual({ kind: "unchanged", margin: null });
    const same = { kind: "independent", base: [5, 5], variant: [5, 5, 5] } as const;
    expect(compareMetric({ metric: p99, samples: same }).outcome.kind).toBe("unchanged");
    // So few runs have an interval of less than 90 %, which shows nothing.
    const few = { ...paired([100, 101, 102], [100, 101.1, 101.9]), margin: 0.5 };
    expect(compareMetric(few).outcome.kind).toBe("notProven");
  });

  it("compares one run with one by batch means, and says so", () => {
    const random = new Noise(13);
    const compared = compareMetric({
      metric: throughput,
      samples: {
        kind: "withinRun",
        base: random.series(900, 600, 0.3),
        variant: random.series(900, 590, 0.3),
      },
    });
    expect(compared).toMatchObject({
      outcome: { kind: "proven" },
      judgement: "worse",
      base: { kind: "mean" },
      method: "batchMeans",
      effect: null,
      runs: { base: 1, variant: 1 },
    });
    expect(compared.shift).toBeCloseTo(compared.variant.value - compared.base.value, 9);
    expect(compared.conditions[0]).toBe("one run each: what other seeds would give was not tried");
  });

  it("leaves out what was not measured, with its pair", () => {
    const compared = compareMetric(paired([1, Number.NaN, 3, 4], [2, 3, Number.NaN, 5]));
    expect(compared.runs).toEqual({ base: 2, variant: 2 });
    expect(compared.shift).toBe(1);
    expect(compared.conditions.at(-1)).toBe("2 pairs without a value were left out");
    expect(() => compareMetric(paired([Number.NaN], [1]))).toThrow(
      "p99: of 1 values of the base and 1 of the other, 0 and 0 can be compared; it takes one of each",
    );
    expect(() => compareMetric(paired([1, 2], [1]))).toThrow("the base has 2 and the other 1");
  });

  it("says nothing of better where neither is, and of shares of a base that is not positive", () => {
    const writes = { ...p99, better: null };
    const compared = compareMetric({ ...paired([0, 0], [1, 2]), metric: writes });
    expect(compared).toMatchObject({ judgement: null, relative: null });
  });
});

describe("compareMetrics", () => {
  const clear = paired(ladder(100), ladder(200));
  const alone: MetricSamples = { ...clear, samples: { ...clear.samples, base: [1], variant: [2] } };

  it("corrects all but the primary metric, for as many as were tested", () => {
    const compared = compareMetrics([{ ...clear, primary: true }, clear, clear, clear, alone]);
    expect(compared.map(({ adjustedP, family }) => [adjustedP, family])).toEqual([
      [2 / 1024, 1],
      [6 / 1024, 3],
      [6 / 1024, 3],
      [6 / 1024, 3],
      [null, 1],
    ]);
    expect(compared[1]?.conditions).toContain("p corrected for 3 metrics by Holm's method");
    expect(compared[0]?.conditions).toHaveLength(1);
  });

  it("corrects for what was tested and is not looked at", () => {
    // p = 2 / 64 by itself, and of ten tests 20 / 64.
    const six = paired(ladder(100).slice(0, 6), ladder(200).slice(0, 6));
    expect(compareMetrics([six])[0]?.outcome.kind).toBe("proven");
    const [one] = compareMetrics([six], 9);
    expect(one).toMatchObject({ adjustedP: 20 / 64, family: 10 });
    expect(one?.outcome).toEqual({ kind: "notProven", reason: "tooFewRuns", runsNeeded: 9 });
  });

  it("counts the correction among what makes runs too few", () => {
    const [first] = compareMetrics(Array.from({ length: 30 }, () => clear));
    expect(first?.outcome).toEqual({ kind: "notProven", reason: "tooFewRuns", runsNeeded: 11 });
  });

  it("refuses two primary metrics", () => {
    const primary = { ...clear, primary: true };
    expect(() => compareMetrics([primary, primary])).toThrow("p99 and p99 are named as primary");
  });
});
