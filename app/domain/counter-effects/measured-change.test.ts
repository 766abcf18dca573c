import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SeededRandom } from "../seeded-random.ts";
import { measuredChange as changeOf } from "./measured-change.ts";

const around = (value: number, count: number, strays = 0.05): number[] =>
  Array.from({ length: count }, (_, index) => value * (1 + strays * Math.sin(index * 2.4)));
const none: readonly number[] = [];
const measuredChange = (
  { after, ...samples }: Readonly<Record<"before" | "during" | "after", readonly number[]>>,
  least: number,
) => changeOf({ ...samples, after: () => after }, least);

describe("a change that was measured", () => {
  it("goes from the median before to the median during", () => {
    const samples = { before: around(820, 20), during: around(250, 10), after: around(820, 20) };
    const change = measuredChange(samples, 1);
    expect(change?.from).toBeCloseTo(820, -1);
    expect(change?.to).toBeCloseTo(250, -1);
  });

  it("is not told of one sample, nor with fewer than five before it", () => {
    expect(measuredChange({ before: around(820, 20), during: [250], after: none }, 1)).toBeNull();
    expect(
      measuredChange({ before: around(820, 4), during: around(250, 9), after: none }, 1),
    ).toBeNull();
  });

  it("is not told below what matters, or of a share that nobody would notice", () => {
    expect(
      measuredChange({ before: around(0.3, 20), during: around(0.9, 9), after: none }, 1),
    ).toBeNull();
    expect(
      measuredChange({ before: around(820, 20), during: around(700, 9), after: none }, 1),
    ).toBeNull();
  });

  it("is not told of what came before just so", () => {
    const before = [...around(100, 30), 400, 420, 390, 410];
    expect(measuredChange({ before, during: around(380, 9), after: none }, 1)).toBeNull();
    expect(measuredChange({ before, during: around(900, 9), after: none }, 1)).not.toBeNull();
  });

  it("of two samples needs both", () => {
    const before = around(820, 20);
    expect(measuredChange({ before, during: [100, 815], after: none }, 1)).toBeNull();
    expect(measuredChange({ before, during: [100, 120], after: none }, 1)).not.toBeNull();
  });

  it("withstands single samples far off", () => {
    const before = [...around(2, 30), 900];
    const during = [...around(100, 9), 2];
    expect(measuredChange({ before, during, after: none }, 1)?.from).toBeCloseTo(2, 0);
  });

  it("is none on the way of a load that goes on as it did", () => {
    const samples = { before: around(300, 20), during: around(450, 10), after: around(800, 20) };
    expect(measuredChange(samples, 1)).toBeNull();
    expect(measuredChange({ ...samples, after: around(480, 20) }, 1)).not.toBeNull();
    expect(measuredChange({ ...samples, after: around(100, 20) }, 1)).not.toBeNull();
  });

  it("is one where the new level stays", () => {
    const samples = { before: around(2, 20), during: around(100, 10), after: around(101, 20) };
    expect(measuredChange(samples, 1)).not.toBeNull();
  });

  it("is told of next to none of spans in which nothing changes", () => {
    const random = new SeededRandom(7);
    // Each sample keeps half of the one before it, as the load of a server does.
    let last = 0;
    const next = (): number => {
      last = 0.5 * last + (random.below(2001) / 1000 - 1);
      return 100 * Math.exp(0.3 * last);
    };
    const take = (count: number): number[] => Array.from({ length: count }, next);
    let told = 0;
    for (let round = 0; round < 2000; round += 1) {
      const samples = { before: take(20), during: take(3), after: take(20) };
      if (measuredChange(samples, 1) !== null) told += 1;
    }
    expect(told).toBeLessThan(20);
  });

  it("does not depend on the unit", () => {
    const values = fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(values, values, values, (before, during, after) => {
        const times = (list: readonly number[]) => list.map((value) => value * 1024);
        const change = measuredChange({ before, during, after }, 1);
        const scaled = measuredChange(
          { before: times(before), during: times(during), after: times(after) },
          1024,
        );
        expect(scaled === null).toBe(change === null);
      }),
    );
  });
});
