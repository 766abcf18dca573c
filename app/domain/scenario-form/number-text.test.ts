import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseNumber, printNumber } from "./number-text.ts";

describe("parseNumber", () => {
  it.each([
    ["en", "1,234,567.5", 1_234_567.5],
    ["en", " 42 ", 42],
    ["en", "-7", -7],
    ["en", "−7", -7],
    ["en", ".5", 0.5],
    ["en", "5.", 5],
    ["de", "1.234,5", 1234.5],
    ["de", "0,5", 0.5],
    ["de", "0.5", 0.5],
    ["fr", "1 234,5", 1234.5],
    ["fr", "1\u202f234", 1234],
    ["en-IN", "12,34,567", 1_234_567],
  ])("reads in %s %j as %d", (locale, text, value) => {
    expect(parseNumber(text, locale)).toBe(value);
  });

  it.each([
    ["en", ""],
    ["en", "  "],
    ["en", "many"],
    ["en", "1,5"],
    ["en", "1,23,456"],
    ["en", "1e3"],
    ["en", "0x10"],
    ["en", "1 000"],
    ["en", "."],
    ["en", "-"],
    ["de", "1.5.2"],
    ["en", "9".repeat(400)],
  ])("takes in %s %j for no number", (locale, text) => {
    expect(parseNumber(text, locale)).toBeNull();
  });

  it.each(["en", "de", "fr", "de-CH", "en-IN"])("reads in %s what is printed", (locale) => {
    const values = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer({ min: 0, max: 1e8 }).map((n) => n / 1000),
    );
    fc.assert(
      fc.property(values, (value) => {
        expect(parseNumber(printNumber(value, locale), locale)).toBe(value);
      }),
    );
  });
});
