import { describe, expect, it } from "vitest";
import { durationSign } from "./duration-bound.ts";

describe("durationSign", () => {
  it.each([
    ["logged", "logged", false, ""],
    ["derived", null, false, ""],
    ["bound", "logged", false, "≥"],
    ["logged", "bound", false, "≤"],
    ["bound", "bound", false, "≈"],
    ["logged", "bound", true, "≥"],
    ["bound", "bound", true, "≥"],
  ] as const)(
    "of a start that is %s and an end that is %s (at least: %s)",
    (startSource, endSource, endIsAtLeast, sign) => {
      const figures = endIsAtLeast ? { endIsAtLeast } : {};
      expect(durationSign({ startSource, endSource, figures })).toBe(sign);
    },
  );

  it("takes what names no source as stated", () => {
    expect(durationSign({ figures: {} })).toBe("");
  });
});
