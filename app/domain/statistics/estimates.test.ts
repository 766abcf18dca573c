import { expect, it } from "vitest";
import type { Interval } from "../../contract/comparison.ts";
import { shiftBetween, shiftOfDifferences } from "./hodges-lehmann.ts";
import { holm } from "./holm.ts";
import { leastSquares } from "./least-squares.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
import { median, quantile } from "./quantiles.ts";
import {
  leastMannWhitneyP,
  leastSignedRankP,
  mannWhitneyTest,
  signedRankTest,
} from "./rank-tests.ts";
import { Noise } from "./testing/noise.ts";

const holds = ({ low, high }: Interval, value: number): boolean => low <= value && value <= high;

it("has no quantile of nothing, and the only value of one", () => {
  expect([quantile([], 0.5), median([])]).toEqual([Number.NaN, Number.NaN]);
  expect([quantile([7], 0), quantile([7], 1), median([7])]).toEqual([7, 7, 7]);
  expect(median([4, 1, 3])).toBe(3);
});

it("inverts the normal distribution far into its tails", () => {
  for (const p of [1e-300, 1e-12, 0.025, 0.3, 0.5, 0.975]) {
    expect(normalCdf(normalQuantile(p)) / p).toBeCloseTo(1, 9);
  }
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
});

it("ranks pairs without a difference, as Pratt does", () => {
  // Five zeros take the ranks 1 to 5; four gains and one small loss have 6 to 10.
  const test = signedRankTest([0, 0, 0, 0, 0, -1, 2, 3, 4, 5]);
  expect(test).toMatchObject({ statistic: 34, by: "exact" });
  // Four of 32 choices of signs have a sum of at least 34: without a loss, or with that of 6; twice that.
  expect(test.p).toBeCloseTo(4 / 32, 12);
  expect(signedRankTest([-1, 2, 3, 4, 5]).p).toBeCloseTo(4 / 32, 12);
  expect(test.effect).toBeCloseTo((34 - 6) / 40, 12);
});

it("finds no difference among equal values, nor in none", () => {
  expect(signedRankTest([0, 0, 0])).toMatchObject({ p: 1, effect: 0 });
  expect(mannWhitneyTest([3, 3, 3], [3, 3])).toMatchObject({ p: 1, effect: 0 });
  expect(mannWhitneyTest([3, 3, 3], [3, 3], "normal")).toMatchObject({ p: 1, effect: 0 });
  expect(mannWhitneyTest([], [1])).toMatchObject({ p: 1, effect: 0 });
  expect(shiftOfDifferences([])).toEqual({ estimate: Number.NaN, interval: null });
});

it("says what so few runs can show at best", () => {
  expect(signedRankTest([1, 2, 3, 4, 5]).p).toBe(leastSignedRankP(5));
  expect(mannWhitneyTest([1, 2, 3], [4, 5, 6, 7]).p).toBeCloseTo(leastMannWhitneyP(3, 4), 12);
  // 4 of 5 differences cannot be said with 95 %: the interval says what it has.
  expect(shiftOfDifferences([1, 2, 3, 4, 5]).interval).toEqual({
    ...{ low: 1, high: 5 },
    confidence: 1 - 2 / 32,
  });
  expect(leastMannWhitneyP(0, 3)).toBe(1);
});

it("has intervals that the tests agree with", () => {
  const noise = new Noise(4);
  for (let round = 0; round < 200; ++round) {
    const [base, variant] = [noise.runs(7, 100, 0.02), noise.runs(9, 102, 0.02)];
    const apart = mannWhitneyTest(base, variant).p <= 0.05;
    const between = shiftBetween(base, variant).interval;
    expect(between !== null && !holds(between, 0)).toBe(apart);
    const differences = base.map((value, at) => (variant[at] ?? 0) - value);
    const paired = shiftOfDifferences(differences).interval;
    expect(paired !== null && paired.confidence >= 0.95 && !holds(paired, 0)).toBe(
      signedRankTest(differences).p <= 0.05,
    );
  }
});

it("has intervals that hold the true value as often as they say", () => {
  const noise = new Noise(11);
  const rounds = 400;
  const held = { pairs: 0, samples: 0, many: 0 };
  for (let round = 0; round < rounds; ++round) {
    const [base, variant] = [noise.runs(10, 1, 0.02), noise.runs(10, 1, 0.02)];
    const differences = base.map((value, at) => 5 + value - (variant[at] ?? 0));
    const raised = variant.map((value) => value + 3);
    const many = Array.from({ length: 60 }, () => 2 + noise.normal());
    held.pairs += Number(holds(shiftOfDifferences(differences).interval ?? never, 5));
    held.samples += Number(holds(shiftBetween(base, raised).interval ?? never, 3));
    held.many += Number(holds(shiftOfDifferences(many).interval ?? never, 2));
  }
  // 380 of 400 with a standard error of 4.4.
  for (const count of Object.values(held)) expect(count).toBeGreaterThanOrEqual(366);
  expect(Math.max(...Object.values(held))).toBeLessThan(rounds);
});

const never: Interval = { low: Number.NaN, high: Number.NaN, confidence: 0 };

it("keeps corrected chances in the order of the chances, and below one", () => {
  expect(holm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});

it("has no line where none is the best one", () => {
  expect(leastSquares([1], [2])).toBeNull();
  expect(leastSquares([3, 3, 3], [1, 2, 3])).toBeNull();
  expect(leastSquares([1, 2], [2, 4])).toMatchObject({
    slope: 2,
    intercept: 0,
    slopeInterval: null,
  });
  expect(leastSquares([1, 2, 3], [5, 5, 5])).toMatchObject({ slope: 0, r2: Number.NaN, slopeP: 1 });
  expect(() => leastSquares([1, 2], [1])).toThrow("1 y were given for 2 x");
});
