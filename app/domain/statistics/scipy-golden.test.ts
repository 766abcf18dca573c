/** Against SciPy, on the data sets of scripts/statistics-golden.py, which says what is SciPy's and what is by definition. */
import { describe, expect, it } from "vitest";
import { meanInterval, meansOf, vonNeumannP, welch } from "./batch-means.ts";
import { type Shift, shiftBetween, shiftOfDifferences } from "./hodges-lehmann.ts";
import { holm } from "./holm.ts";
import { leastSquares } from "./least-squares.ts";
import { median, quantile } from "./quantiles.ts";
import { mannWhitneyTest, mostCounted, signedRankTest } from "./rank-tests.ts";
import golden from "./testdata/scipy-golden.json" with { type: "json" };
import { samplesPerMean, truncation } from "./warm-up.ts";

/** A share of the larger of the value and one. */
const tolerance = 1e-9;

function expectClose(value: number | undefined, expected: number, what: string): void {
  expect(value, what).toBeDefined();
  const off = Math.abs((value ?? Number.NaN) - expected) / Math.max(1, Math.abs(expected));
  expect(off, `${what}: ${value} for ${expected}`).toBeLessThan(tolerance);
}

interface ExpectedShift {
  readonly estimate: number;
  readonly low?: number;
  readonly high?: number;
  readonly confidence?: number;
}

function expectShift({ estimate, interval }: Shift, expected: ExpectedShift): void {
  expectClose(estimate, expected.estimate, "estimate");
  for (const end of ["low", "high", "confidence"] as const) {
    const known = expected[end];
    if (known !== undefined) expectClose(interval?.[end], known, end);
  }
}

it("is more than ninety data sets", () => {
  const sets = Object.values(golden).filter((value) => Array.isArray(value));
  expect(sets.reduce((sum, { length }) => sum + length, 0)).toBe(94);
});

describe.each(golden.paired)("$differences.length pairs, $shape", (set) => {
  it("has SciPy's quantiles", () => {
    for (const [at, share] of [0, 0.1, 0.25, 0.5, 0.9, 1].entries()) {
      expectClose(quantile(set.differences, share), set.quantiles[at] ?? Number.NaN, `${share}`);
    }
    expectClose(median(set.differences), set.quantiles[3] ?? Number.NaN, "median");
  });

  it("has SciPy's chances by the signed-rank test", () => {
    if (set.pNormal === undefined) {
      expect(signedRankTest(set.differences)).toMatchObject({ p: 1, effect: 0 });
      return;
    }
    const normal = signedRankTest(set.differences, "normal");
    expectClose(normal.p, set.pNormal, "normal");
    const { statistic, effect } = normal;
    const negative = signedRankTest(set.differences.map((difference) => -difference)).statistic;
    expect(Math.min(statistic, negative)).toBe(set.smallerRankSum);
    expect(effect).toBeCloseTo((statistic - negative) / (statistic + negative), 12);
    if (set.pExact !== undefined) {
      expectClose(signedRankTest(set.differences).p, set.pExact, "exact");
    }
  });

  it("has the shift and the interval of all pairs' means", () => {
    expectShift(shiftOfDifferences(set.differences), set.shift);
  });
});

describe.each(golden.independent)("$first.length and $second.length values, $shape", (set) => {
  it("has SciPy's chances by the Mann-Whitney test", () => {
    const { statistic, effect } = mannWhitneyTest(set.first, set.second);
    expect(statistic).toBe(set.u);
    expect(effect).toBeCloseTo((2 * set.u) / set.first.length / set.second.length - 1, 12);
    if (set.pNormal !== undefined) {
      expectClose(mannWhitneyTest(set.first, set.second, "normal").p, set.pNormal, "normal");
    }
    if (set.pExact !== undefined) {
      expectClose(mannWhitneyTest(set.first, set.second).p, set.pExact, "exact");
    }
  });

  it("has the shift and the interval of all differences", () => {
    expectShift(shiftBetween(set.first, set.second), set.shift);
  });

  it("has SciPy's Welch test", () => {
    if (set.welch === undefined) return;
    const shift = welch(set.first, set.second);
    expectClose(shift?.p, set.welch.p, "p");
    expectClose(shift?.interval.low, set.welch.low, "low");
    expectClose(shift?.interval.high, set.welch.high, "high");
  });
});

it("has data sets on both sides of what is counted", () => {
  const counted = (sets: readonly object[]) => sets.filter((set) => "pExact" in set).length;
  expect(counted(golden.paired)).toBeGreaterThan(25);
  expect(counted(golden.independent)).toBeGreaterThan(20);
  const pairs = golden.paired.map(({ differences }) => differences.length);
  expect(Math.max(...pairs)).toBeGreaterThan(mostCounted);
});

it.each(golden.lines)("has SciPy's line through $x.length points", (set) => {
  const line = leastSquares(set.x, set.y);
  expectClose(line?.slope, set.slope, "slope");
  expectClose(line?.intercept, set.intercept, "intercept");
  expectClose(line?.r2, set.r2, "R²");
  expectClose(line?.slopeP, set.p, "p");
  expectClose(line?.slopeInterval?.high, set.slope + set.slopeReach, "slope's interval");
  expectClose(line?.interceptInterval?.low, set.intercept - set.interceptReach, "intercept's");
});

it.each(golden.series)("has NumPy's truncation of $values.length samples", (set) => {
  const whole = set.values.length - (set.values.length % samplesPerMean);
  const means = meansOf(set.values.slice(0, whole), samplesPerMean);
  expect(truncation(means)).toBe(set.truncation);
  expectClose(vonNeumannP(set.values), set.vonNeumannP, "von Neumann");
  const interval = meanInterval(means);
  expectClose(interval?.low, set.meanInterval[0] ?? Number.NaN, "low");
  expectClose(interval?.high, set.meanInterval[1] ?? Number.NaN, "high");
});

it.each(golden.holm)("corrects $p.length chances", (set) => {
  for (const [at, p] of holm(set.p).entries()) expectClose(p, set.adjusted[at] ?? Number.NaN, "p");
});
