import { expect, it } from "vitest";
import { renderComparison } from "./creation-comparison.ts";

it("says of each figure how far the run is from the paper, and what is not explained", () => {
  const lines = renderComparison([
    {
      figure: "checkpointSeconds",
      measured: 80.907,
      atMost: false,
      run: 40.49,
      ratio: 0.5005,
      explained: true,
    },
    {
      figure: "redoSecondsPerMB",
      measured: 1.46683,
      atMost: true,
      run: 0.4547,
      ratio: 0.31,
      explained: false,
    },
  ]).split("\n");
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ["creation", "paper", "run", "run/paper"],
    expect.anything(),
    ["checkpoint, s", "80.9", "40.5", "0.50"],
    ["redo, s per MB of log", "at most 1.4668", "0.4547", "0.31", "not explained"],
  ]);
});
