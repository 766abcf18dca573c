import { describe, expect, it } from "vitest";
import type { FigureRun } from "../../contract/figure-results.ts";
import { at, atLeastTimes, differs, judge, near, rising, same } from "./checks.ts";
import { throughput } from "./measures.ts";
import { fakeFigureRun } from "./testing/fake-figure-run.ts";

const stated = { id: "one", statement: "It is so", says: "so" };
const withThroughput = (values: readonly number[]): readonly FigureRun[] =>
  values.map((transactionsPerSecond, seed) => fakeFigureRun({ seed, transactionsPerSecond }));
const runsOf = (points: Readonly<Record<string, readonly number[]>>) =>
  new Map(Object.entries(points).map(([id, values]) => [id, withThroughput(values)] as const));
const [small, large] = [at("small", throughput), at("large", throughput)];
const threefold = atLeastTimes(stated, 3, [large, small]);
const judged = (...[check, points]: [Parameters<typeof judge>[0], Parameters<typeof runsOf>[0]]) =>
  judge(check, runsOf(points), (id) => `point ${id}`);

describe("a statement with a margin", () => {
  it("passes where every repeat bears it out, fails where none does, and else is not proven", () => {
    const verdictOf = (values: readonly number[]) =>
      judged(threefold, { small: [10, 10], large: values });
    expect(verdictOf([30, 31])).toMatchObject({
      verdict: "pass",
      reason: "True in 2 of 2 runs.",
    });
    expect(verdictOf([29, 10])).toMatchObject({ verdict: "fail" });
    expect(verdictOf([29, 31])).toMatchObject({
      verdict: "notProven",
      reason: "True in 1 of 2 runs.",
    });
  });

  it("is not proven where a repeat did not measure it, or nothing was computed", () => {
    const creation = { ...throughput, read: () => null };
    const check = atLeastTimes(stated, 3, [large, at("small", creation)]);
    expect(judged(check, { small: [1], large: [3] })).toMatchObject({
      verdict: "notProven",
      measured: [{}, { text: "not measured" }],
    });
    expect(judged(threefold, { large: [3] })).toMatchObject({
      verdict: "notProven",
      reason: "Not computed yet.",
    });
  });

  it("is not proven by those repeats alone that measured it", () => {
    const runs = new Map([
      ["small", withThroughput([10, 10, 10])],
      ["large", withThroughput([30, Number.NaN, 40])],
    ]);
    expect(judge(threefold, runs, String)).toMatchObject({
      verdict: "notProven",
      reason: expect.stringMatching(/^Not measured in 1 of 3 runs/),
    });
  });

  it("tells what was measured, as the median of the repeats", () => {
    expect(judged(threefold, { small: [10, 10, 10], large: [30, 50, 40] }).measured).toMatchObject([
      { what: "point large: throughput", text: "40.0 transactions/s" },
      { what: "point small: throughput", text: "10.0 transactions/s" },
    ]);
  });

  it("rises only where each is larger than the one before it", () => {
    const check = rising(stated, [small, large, at("largest", throughput)]);
    expect(judged(check, { small: [1], large: [2], largest: [3] }).verdict).toBe("pass");
    expect(judged(check, { small: [1], large: [3], largest: [3] }).verdict).toBe("fail");
  });

  it("is near a published number from its half to its double", () => {
    const verdictAt = (value: number) =>
      judged(near(stated, 2, 100, small), { small: [value] }).verdict;
    expect([49, 50, 200, 201].map(verdictAt)).toEqual(["fail", "pass", "pass", "fail"]);
  });
});

describe("a difference", () => {
  const falls = differs(stated, "less", [small, large]);
  const more = differs(stated, "more", [small, large]);
  const base = [10, 11, 12, 13, 14, 15];
  const lower = base.map((value) => value - 0.5);

  it("passes where it is proven by pairs of runs, and fails where the contrary is", () => {
    expect(judged(falls, { small: base, large: lower }).verdict).toBe("pass");
    expect(judged(more, { small: base, large: lower }).verdict).toBe("fail");
  });

  it("is not called proven by pairs where all repeats are the same run", () => {
    const sixTimes = (value: number) => base.map(() => value);
    const reasonOf = (values: Parameters<typeof judged>[1]) => judged(falls, values).reason;
    expect(reasonOf({ small: base, large: lower })).toContain("Proven by pairs");
    expect(reasonOf({ small: sixTimes(10), large: sixTimes(5) })).toContain(
      "nothing here depends on the seed",
    );
  });

  it("is not proven by fewer pairs than can prove it, which it names", () => {
    const result = judged(falls, { small: [10], large: [5] });
    expect(result).toMatchObject({
      verdict: "notProven",
      reason: "It looks true, but 1 run cannot prove it; 6 can.",
    });
  });

  it("fails where nothing changes, and is not proven where signs are mixed", () => {
    expect(judged(falls, { small: base, large: base }).verdict).toBe("fail");
    const mixed = base.map((value, place) => value + (place % 2 === 0 ? 1 : -1));
    expect(judged(falls, { small: base, large: mixed }).verdict).toBe("notProven");
  });

  it("of several steps passes only where each step does", () => {
    const ladder = differs(stated, "less", [small, large, at("largest", throughput)]);
    const lowest = lower.map((value) => value - 1);
    expect(judged(ladder, { small: base, large: lower, largest: lowest }).verdict).toBe("pass");
    expect(judged(ladder, { small: base, large: lower, largest: lower }).verdict).toBe("fail");
  });
});

describe("a statement that nothing differs", () => {
  const check = same(stated, 0.05, [small, large]);
  const base = [100, 101, 102, 103, 104, 105];
  const verdictOf = (shifts: readonly number[]) =>
    judged(check, {
      small: base.slice(0, shifts.length),
      large: shifts.map((shift, pair) => (base[pair] ?? 0) + shift),
    });

  it("passes where six pairs prove no difference, and what is seen is small", () => {
    expect(verdictOf([1, -2, 0.5, -1, 2, -0.4])).toMatchObject({
      verdict: "pass",
      reason: expect.stringMatching(
        /^The pairs differ by .* %, and no difference is proven by 6 pairs\.$/,
      ),
    });
  });

  it("fails where a difference is proven, however small", () => {
    expect(verdictOf([1, 1.1, 1.2, 0.9, 1.3, 1.4])).toMatchObject({
      verdict: "fail",
      reason: expect.stringMatching(/^A difference is proven: .* %\.$/),
    });
  });

  it("is not proven by fewer pairs, nor where what is seen is large", () => {
    expect(verdictOf([1, -2, 0.5, -1, 2])).toMatchObject({
      verdict: "notProven",
      reason: expect.stringContaining("5 pairs could prove no difference; 6 can."),
    });
    expect(verdictOf([20, 21, -22, 19, 18, 17])).toMatchObject({
      verdict: "notProven",
      reason: expect.stringContaining("which may be chance"),
    });
    expect(judged(check, {}).reason).toBe("Not computed yet.");
  });
});
