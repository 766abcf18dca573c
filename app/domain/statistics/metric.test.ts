import { describe, expect, it } from "vitest";
import { bareText, intervalText, rangeText, relativeText } from "./metric.ts";

const mebibyte = 1024 ** 2;

describe("values of a metric", () => {
  it("are in one unit where they stand beside each other, that of the largest", () => {
    const among = [856.8 * mebibyte, 1.63 * 1024 * mebibyte];
    expect(among.map((value) => bareText("bytes", value, among))).toEqual(["0.84 GiB", "1.6 GiB"]);
    expect(bareText("bytes", 856.8 * mebibyte)).toBe("856.8 MiB");
    expect(rangeText("bytes", 856.8 * mebibyte, 1.63 * 1024 * mebibyte)).toBe(
      "0.84 GiB to 1.6 GiB",
    );
    expect(bareText("bytes", 0, among)).toBe("0 GiB");
  });

  it("that are small have the decimals that tell them apart", () => {
    expect([0.004, 0.0077].map((value) => bareText({ name: "MiB/s" }, value))).toEqual([
      "0.004",
      "0.008",
    ]);
  });
});

describe("the interval of a value", () => {
  it("has the decimals that tell its ends apart", () => {
    expect(intervalText({ name: "MiB/s" }, { low: 5.47, high: 5.52 })).toBe("5.47 to 5.52");
  });

  it("is not written where its ends are the same", () => {
    expect(intervalText({ name: "MiB/s" }, { low: 0, high: 0 })).toBe("");
  });
});

describe("a change as a share of the base", () => {
  it.each([
    [0.368, "+36.8 %"],
    [-0.025, "−2.5 %"],
    [7.993, "+799.3 %"],
    [9, "10-fold"],
    [493.906, "495-fold"],
  ])("%d is %s", (share, text) => {
    expect(relativeText(share)).toBe(text);
  });
});
