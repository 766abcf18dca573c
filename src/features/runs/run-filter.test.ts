import { describe, expect, it } from "vitest";
import { runEntry } from "../../state/testing/run-entries.ts";
import { everyRun, filterRuns, tagCounts } from "./run-filter.ts";

const runs = [
  runEntry({ id: "1", name: "Orders, month end", tags: ["disks", "figure 4"], preset: null }),
  runEntry({ id: "2", name: "Idle", status: "failed", note: "before the new array" }),
  runEntry({ id: "3", name: "Creation", tags: ["disks"], preset: "two-snapshots" }),
];
const found = (query: string, tags: readonly string[] = []) =>
  filterRuns(runs, { ...everyRun, query, tags }).map(({ id }) => id);

describe("filtering runs", () => {
  it.each([
    ["orders", ["1"]],
    ["FAILED", ["2"]],
    ["new array", ["2"]],
    ["two-snap", ["3"]],
    ["two snapshots", ["3"]],
    ["disks", ["1", "3"]],
    ["disks month", ["1"]],
    ["nothing", []],
  ])("finds %s by name, status, note, preset or tag", (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  it("needs every chosen tag, and the words as well", () => {
    expect(found("", ["disks"])).toEqual(["1", "3"]);
    expect(found("", ["disks", "figure 4"])).toEqual(["1"]);
    expect(found("creation", ["figure 4"])).toEqual([]);
  });

  it("gives all when nothing is asked for, and runs of studies only on demand", () => {
    const study = { id: "00000000-0000-4000-8000-000000000000", point: 0, repeat: 0 };
    const all = [...runs, { ...runEntry({ id: "4", name: "Of a study" }), study }];
    expect(filterRuns(all, { ...everyRun, query: " " })).toEqual(runs);
    expect(filterRuns(all, { ...everyRun, ofStudies: true })).toEqual(all);
  });

  it("counts tags in alphabetical order", () => {
    expect(tagCounts(runs)).toEqual([
      { tag: "disks", runs: 2 },
      { tag: "figure 4", runs: 1 },
    ]);
  });
});
