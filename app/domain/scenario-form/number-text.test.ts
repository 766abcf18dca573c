import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatExact } from "../format/numbers.ts";
import { noNumber, parseNumber } from "./number-text.ts";

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

describe("noNumber", () => {
  it.each(["1,5", "1.234,5", "1 000", "-1\u202f234,5", "1’000"])(
    "says of %j how numbers are written",
    (text) => {
      expect(noNumber(text)).toBe(
        `"${text}" is not a number as it is written here, with a point before decimals and commas between thousands: 1,234.5`,
      );
    },
  );

  it("says of words no more than that they are none", () => {
    expect(noNumber("soon")).toBe('"soon" is not a number');
    expect(noNumber("-")).toBe('"-" is not a number');
  });
});
