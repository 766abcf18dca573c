import { describe, expect, it } from "vitest";
import { renderVerdicts } from "./figures.ts";

describe("verdicts of other seeds, on a terminal", () => {
  it("say of each check whether it is the same, after how many are", () => {
    const text = renderVerdicts({
      shippedSeeds: [1, 2],
      seeds: [101],
      runs: 4,
      unchangedRuns: 3,
      checks: [
        { id: "a", statement: "A costs", shipped: "pass", here: "pass", isSame: true },
        { id: "b", statement: "B costs", shipped: "pass", here: "notProven", isSame: false },
      ],
    });
    expect(text.split("\n")).toEqual([
      "1 verdict the same, 1 not: shipped seeds 1, 2, here seed 101.",
      "3 of 4 runs came out as a shipped one of another seed: the seed changes nothing in them.",
      "  same, pass: A costs",
      "  not the same, shipped pass, here not proven: B costs",
    ]);
  });
});
