import { describe, expect, it } from "vitest";
import { intervalsText } from "./interval.ts";
import { medianInterval } from "./median-interval.ts";
import { Noise } from "./testing/noise.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe("the interval of a median", () => {
  it("lies between two values, and says how sure it is", () => {
    // Two ends of ten: a median outside of them takes at most one head in ten throws, 11 of 1,024 either way.
    expect(medianInterval(numbers(10))).toEqual({ low: 2, high: 9, confidence: 1 - 22 / 1024 });
    expect(medianInterval([3, 1, 2].concat(numbers(3)))).toMatchObject({ low: 1, high: 3 });
  });

  it("of few values is all that they span, and less sure", () => {
    expect(medianInterval([])).toBeNull();
    expect(medianInterval([7])).toBeNull();
    for (const [count, confidence] of [
      [2, 0.5],
      [3, 0.75],
      [4, 0.875],
      [5, 0.9375],
      [6, 0.96875],
    ] as const) {
      expect(medianInterval(numbers(count))).toEqual({ low: 1, high: count, confidence });
    }
  });

  it("is as sure as it was asked to be, and no wider than that takes", () => {
    for (const count of [20, 101, 3000]) {
      const interval = medianInterval(numbers(count));
      expect(interval?.confidence).toBeGreaterThanOrEqual(0.95);
      expect(interval?.confidence).toBeLessThan(0.98);
    }
    const half = medianInterval(numbers(20), 0.5);
    expect(half?.confidence).toBeGreaterThanOrEqual(0.5);
    expect(half?.confidence).toBeLessThan(0.75);
  });

  it.each([2, 3, 4, 5, 6, 10])(
    "holds the true median of %i values as often as it says",
    (count) => {
      const noise = new Noise(count);
      const rounds = 2000;
      let held = 0;
      let confidence = 0;
      for (let round = 0; round < rounds; ++round) {
        const interval = medianInterval(Array.from({ length: count }, () => noise.normal()));
        if (interval === null) throw new Error("no interval");
        confidence = interval.confidence;
        held += Number(interval.low <= 0 && 0 <= interval.high);
      }
      const error = Math.sqrt((confidence * (1 - confidence)) / rounds);
      expect(Math.abs(held / rounds - confidence)).toBeLessThan(4 * error);
    },
  );
});

it("intervals are told as sure as the least sure of them", () => {
  const of = (...counts: number[]) =>
    intervalsText(counts.map((count) => medianInterval(numbers(count))));
  expect(of(10, 20)).toBe("95 % intervals");
  expect(of(1)).toBe("95 % intervals");
  expect(of(10, 3)).toBe("intervals of at least 75 %, the most that so few runs allow");
});
