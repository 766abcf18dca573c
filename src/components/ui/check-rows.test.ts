import { describe, expect, it } from "vitest";
import { flatRows, nextOption, type PickerRow } from "./check-rows.ts";

const groups = [
  {
    title: "LogicalDisk",
    options: [
      { id: "r", title: "Disk Read Bytes/sec (Q:)" },
      { id: "w", title: "Disk Write Bytes/sec (Q:)" },
    ],
  },
  { title: "Databases", options: [{ id: "t", title: "Transactions/sec (_Total)" }] },
];

const names = (rows: readonly PickerRow[]): string[] =>
  rows.map((row) => (row.kind === "group" ? `[${row.title}]` : row.option.id));

describe("a list of choices", () => {
  it("has every option below the name of its group", () => {
    expect(names(flatRows(groups, ""))).toEqual(["[LogicalDisk]", "r", "w", "[Databases]", "t"]);
    expect(names(flatRows([{ title: null, options: [{ id: "a", title: "a" }] }], ""))).toEqual([
      "a",
    ]);
  });

  it("is found by words in any order, of the option and of its group", () => {
    expect(names(flatRows(groups, "write logical"))).toEqual(["[LogicalDisk]", "w"]);
    expect(names(flatRows(groups, "databases"))).toEqual(["[Databases]", "t"]);
    expect(flatRows(groups, "nothing of it")).toEqual([]);
  });

  it("is gone through by key, past the headings and not beyond the ends", () => {
    const rows = flatRows(groups, "");
    expect(nextOption(rows, -1, "ArrowDown", 10)).toBe(1);
    expect(nextOption(rows, 2, "ArrowDown", 10)).toBe(4);
    expect(nextOption(rows, 4, "ArrowUp", 10)).toBe(2);
    expect(nextOption(rows, -1, "ArrowUp", 10)).toBe(4);
    expect(nextOption(rows, 1, "PageDown", 10)).toBe(4);
    expect(nextOption(rows, 1, "ArrowUp", 10)).toBeNull();
    expect(nextOption(rows, 1, "x", 10)).toBeNull();
    expect(nextOption([], -1, "ArrowDown", 10)).toBeNull();
  });
});
