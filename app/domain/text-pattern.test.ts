import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "./text-pattern.ts";

const messageOf = (pattern: string) => {
  const compiled = compilePattern(pattern);
  return compiled.ok ? "compiles" : compiled.error.message;
};

describe("a pattern", () => {
  it.each([
    ["error: \\d+", "Error: 17053, Severity: 16", true],
    ["^error", "no Error", false],
    ["ä+", "ÄÄ", true],
    // Only without the unicode flag: an escape of a sign that needs none.
    ["bob\\-lee", "Bob-Lee", true],
  ])("%s is looked for in %s", (pattern, text, matches) => {
    const compiled = compilePattern(pattern);
    expect(compiled.ok && compiled.value.test(text)).toBe(matches);
  });

  it.each([
    ["a(b", "unterminated group at character 2"],
    ["(a)(b", "unterminated group at character 4"],
    ["ab)", "unmatched ')' at character 3"],
    ["x[a-", "unterminated character class at character 2"],
    ["a**", "nothing to repeat at character 3"],
    ["[z-a]", "range out of order in character class at character 4"],
    ["*", "nothing to repeat at character 1"],
  ])("%s is refused at the place of its fault", (pattern, message) => {
    expect(messageOf(pattern)).toContain(message);
    expect(messageOf(pattern)).toContain("or search for plain text instead");
  });

  it("is compiled or refused, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30, unit: "binary" }), (pattern) => {
        expect(messageOf(pattern)).toMatch(/^compiles$|at character \d+/);
      }),
    );
  });
});
