import { describe, expect, it } from "vitest";
import { matchingOptions, type PickerOption } from "./picker-search.ts";

const option = (title: string, words = ""): PickerOption => ({
  id: title,
  title,
  spoken: `${title}, 2026-03-02 10:00:00`,
  words,
  facts: null,
});
const groups = [
  {
    title: "Runs",
    options: [option("Old", "completed baseline two-snapshots"), option("New failure", "failed")],
  },
  { title: "Logs", options: [option("ERRORLOG and 2 more", "perfmon.csv")] },
];
const found = (search: string, most = 50) =>
  matchingOptions(groups, search, most).groups.flatMap(({ options }) =>
    options.map(({ title }) => title),
  );

describe("the options of a picker", () => {
  it.each([
    ["", ["Old", "New failure", "ERRORLOG and 2 more"]],
    ["  ", ["Old", "New failure", "ERRORLOG and 2 more"]],
    ["BASE", ["Old"]],
    ["two-snap comp", ["Old"]],
    ["2026-03-02", ["Old", "New failure", "ERRORLOG and 2 more"]],
    ["perfmon", ["ERRORLOG and 2 more"]],
    ["nothing", []],
  ])("found by %j have every word of it", (search, titles) => {
    expect(found(search)).toEqual(titles);
  });

  it("that match nothing leave no empty group", () => {
    expect(matchingOptions(groups, "perfmon", 50).groups.map(({ title }) => title)).toEqual([
      "Logs",
    ]);
  });

  it("beyond what one looks through are counted", () => {
    const { groups: shown, more } = matchingOptions(groups, "", 1);
    expect(shown.map(({ options }) => options.length)).toEqual([1, 1]);
    expect(more).toBe(1);
  });
});
