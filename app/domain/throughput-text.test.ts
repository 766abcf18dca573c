import { describe, expect, it } from "vitest";
import type { Throughput } from "./throughput.ts";
import { throughputRows } from "./throughput-text.ts";

const thinking: Throughput = {
  perSecond: 594.2,
  perSecondRange: null,
  responseMs: 0.83,
  responseRange: null,
  busiest: { name: "CPUs", share: 0.022 },
  thinking: 0.998,
  rowHeld: 0,
};
const rowsOf = (throughput: Throughput) =>
  throughputRows(throughput).map(({ name, value, what }) => [name, value, what]);

describe("the rows of the predicted throughput", () => {
  it("say how many and how fast, to two digits, and what limits them", () => {
    expect(rowsOf(thinking)).toEqual([
      ["Transactions", "≈ 590/s", "limited by think time, CPUs 2 % busy; before a snapshot"],
      ["Response time", "≈ 0.83 ms", "mean, before a snapshot"],
    ]);
  });

  it("give a range where users wait for one station", () => {
    const full = {
      ...thinking,
      responseRange: { leastMs: 62, mostMs: 431 },
      busiest: { name: "Q", share: 0.999 },
      thinking: 0.6,
    };
    expect(rowsOf(full)).toEqual([
      ["Transactions", "≈ 590/s", "as many as volume Q takes; before a snapshot"],
      ["Response time", "62.0 ms to 430 ms", "mean, before a snapshot"],
    ]);
  });

  it("have a decimal where a second has few transactions", () => {
    expect(rowsOf({ ...thinking, perSecond: 1.98 })[0]?.[1]).toBe("≈ 2.0/s");
  });

  it("give a range of the rate where it depends on where disks have to seek", () => {
    const disks = { ...thinking, perSecondRange: { least: 169.3, most: 548 } };
    expect(rowsOf(disks)[0]?.[1]).toBe("170 to 550/s");
  });

  it("say that nobody works", () => {
    expect(rowsOf({ ...thinking, perSecond: 0 })).toEqual([
      ["Transactions", "none", "nobody works"],
    ]);
  });

  it("show no number where users wait for rows, which the analysis leaves out", () => {
    expect(rowsOf({ ...thinking, rowHeld: 0.25 })).toEqual([
      [
        "Transactions",
        "not known",
        "users wait for rows that others hold: few warehouses for so many of them",
      ],
    ]);
    expect(rowsOf({ ...thinking, rowHeld: 0.24 })).toEqual(rowsOf(thinking));
  });
});
