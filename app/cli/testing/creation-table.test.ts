import { expect, it } from "vitest";
import { renderComparison } from "./creation-table.ts";

it("says of each figure how far the run is from the paper, what is no prediction, and what is not explained", () => {
  const lines = renderComparison([
    {
      figure: "checkpointSeconds",
      measured: 80.907,
      atMost: false,
      run: 40.49,
      ratio: 0.5005,
      explained: true,
      isInput: false,
    },
    {
      figure: "buffers",
      measured: 732_965,
      atMost: false,
      run: 736_401,
      ratio: 1.0047,
      explained: true,
      isInput: true,
    },
    {
      figure: "redoSecondsPerMB",
      measured: 1.46683,
      atMost: true,
      run: 0.4547,
      ratio: 0.31,
      explained: false,
      isInput: false,
    },
  ]).split("\n");
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ["creation", "the run's is", "paper", "run", "run/paper"],
    expect.anything(),
    ["checkpoint, s", "predicted", "80.9", "40.5", "0.50"],
    ["buffers written by it", "input", "732965", "736401", "1.00"],
    ["redo, s per MB of log", "predicted", "at most 1.4668", "0.4547", "0.31", "not explained"],
  ]);
});
