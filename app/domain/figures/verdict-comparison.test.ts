import { describe, expect, it } from "vitest";
import type { FigureResults } from "../../contract/figure-results.ts";
import { figureById } from "./figures.ts";
import { fakeFigureResults } from "./testing/fake-figure-results.ts";
import { fakeFigureRun } from "./testing/fake-figure-run.ts";
import { compareVerdicts, isContradicted } from "./verdict-comparison.ts";

const figure = figureById("sqlcat-5");
if (!figure.ok) throw new Error(figure.error.message);
const definition = figure.value;

/** Each point has that throughput with 100 users less than the point before it. */
const resultsOf = (
  seeds: readonly number[],
  step: number,
  hashOf = (seed: number) => `${seed}`.padStart(16, "0"),
): FigureResults =>
  fakeFigureResults(definition, (place) =>
    seeds.map((seed) =>
      fakeFigureRun({
        seed,
        telemetryHash: hashOf(seed),
        transactionsPerSecond: 100 - step * place + seed / 100,
      }),
    ),
  );

const [six, others] = [
  [1, 2, 3, 4, 5, 6],
  [101, 102, 103, 104, 105, 106],
];
const compared = (seeds: readonly number[], step: number) =>
  compareVerdicts(definition, resultsOf(six, 1), resultsOf(seeds, step));

describe("verdicts of other seeds", () => {
  it("are told beside the shipped ones, check by check", () => {
    const verdicts = compared(others, 4);
    expect(verdicts).toMatchObject({
      shippedSeeds: six,
      seeds: others,
      checks: [
        { id: "low-load", shipped: "pass", here: "fail", isSame: false },
        { id: "high-load", shipped: "pass", here: "pass", isSame: true },
      ],
    });
    expect(isContradicted(verdicts)).toBe(true);
    expect(isContradicted(compared(others, 1))).toBe(false);
  });

  it("contradict nothing where there are fewer repeats, which prove less", () => {
    const verdicts = compared([101], 1);
    expect(verdicts.checks.map(({ here }) => here)).toEqual(["pass", "notProven"]);
    expect(isContradicted(verdicts)).toBe(false);
  });

  it("are told to be of runs in which the seed changes nothing", () => {
    const isSeedless = () => "0123456789abcdef";
    const shipped = resultsOf(six, 1, isSeedless);
    const here = resultsOf(others, 1, isSeedless);
    const { runs, unchangedRuns } = compareVerdicts(definition, shipped, here);
    expect([runs, unchangedRuns]).toEqual([48, 48]);
    expect(compared(others, 1).unchangedRuns).toBe(0);
    expect(compared(six, 1).unchangedRuns).toBe(0);
  });
});
