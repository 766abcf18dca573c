import { describe, expect, it } from "vitest";
import type { FigureResults } from "../../contract/figure-results.ts";
import { figureAnswer } from "./figure-answer.ts";
import { figureById } from "./figures.ts";
import { fakeFigureRun } from "./testing/fake-figure-run.ts";
import { compareVerdicts, isContradicted } from "./verdict-comparison.ts";

const figure = figureById("sqlcat-5");
if (!figure.ok) throw new Error(figure.error.message);
const definition = figure.value;

/** Of whose points each has that throughput with 100 users less than the point before it. */
function answer(seeds: readonly number[], step: number) {
  const results: FigureResults = {
    formatVersion: 1,
    figure: definition.id,
    computedAt: "2026-11-26T07:00:00.000Z",
    engineVersion: "0.1.0",
    points: definition.points.map(({ id, settings }, place) => ({
      id,
      settings: [...definition.settings, ...settings],
      runs: seeds.map((seed) =>
        fakeFigureRun({ seed, transactionsPerSecond: 100 - step * place + seed / 100 }),
      ),
    })),
  };
  return figureAnswer(definition, results);
}

const [six, others] = [
  [1, 2, 3, 4, 5, 6],
  [101, 102, 103, 104, 105, 106],
];
const compared = (seeds: readonly number[], step: number) => {
  const verdicts = compareVerdicts(answer(six, 1), answer(seeds, step));
  if (verdicts === null) throw new Error("nothing was compared");
  return verdicts;
};

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

  it("are beside nothing where the figure was never computed", () => {
    expect(compareVerdicts(figureAnswer(definition, null), answer(six, 1))).toBeNull();
  });
});
