import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatExact } from "../format/numbers.ts";
import { howToWrite, parseNumber, parseWhole } from "./number-text.ts";

describe("parseNumber", () => {
  it.each([
    ["1,234,567.5", 1_234_567.5],
    ["1,234", 1234],
    [" 42 ", 42],
    ["-7", -7],
    ["−7", -7],
    ["+1,000", 1000],
    [".5", 0.5],
    ["5.", 5],
  ])("reads %j as %d", (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each([
    "",
    "  ",
    "many",
    "1,5",
    "0,125",
    "1,23,456",
    "1,2345",
    "1234,567",
    "1.234,5",
    "1.234.567",
    "1e3",
    "0x10",
    "1 000",
    ".",
    "-",
    ",",
    "9".repeat(400),
  ])("takes %j for no number", (text) => {
    expect(parseNumber(text)).toBeNull();
  });

  it("reads what is printed", () => {
    const values = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer({ min: 0, max: 1e8 }).map((n) => n / 1000),
    );
    fc.assert(
      fc.property(values, (value) => {
        expect(parseNumber(formatExact(value))).toBe(value);
      }),
    );
  });
});

describe("parseWhole", () => {
  it("reads what is counted, and takes no point: 1.000 is a thousand elsewhere", () => {
    expect(parseWhole("1,000")).toBe(1000);
    expect(parseWhole("-7")).toBe(-7);
    for (const text of ["1.000", "1.5", "5.", "1,5"]) expect(parseWhole(text), text).toBeNull();
  });
});

describe("howToWrite", () => {
  it.each(["1,5", "1.234,5", "1 000", "-1\u202f234,5", "1’000"])("tells it of %j", (text) => {
    expect(howToWrite(text)).toContain("as in 1,234.5");
  });

  it.each(["soon", "-", ""])("has nothing to say of %j", (text) => {
    expect(howToWrite(text)).toBe("");
  });
});
