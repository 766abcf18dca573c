import { describe, expect, it } from "vitest";
import { maxPatternText, textMatcher } from "./text-matcher.ts";

function matches(text: string, pattern: boolean, texts: readonly string[]): readonly boolean[] {
  const matcher = textMatcher({ text, pattern });
  if (!matcher.ok) throw new Error(matcher.error.message);
  const found = matcher.value(texts);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

describe("a matcher", () => {
  it("finds plain text without regard to case, signs of patterns included", () => {
    const texts = ["I/O took (LONG)", "i/o took long", "nothing"];
    expect(matches("took (long)", false, texts)).toEqual([true, false, false]);
    expect(matches("I/O", false, texts)).toEqual([true, true, false]);
  });

  it("tells of each text whether the pattern matches, batch after batch", () => {
    const matcher = textMatcher({ text: "^spid\\d", pattern: true });
    if (!matcher.ok) throw new Error(matcher.error.message);
    expect(matcher.value(["spid5", "no spid5"])).toMatchObject({ value: [true, false] });
    expect(matcher.value(["no", "Spid7", "spid"])).toMatchObject({ value: [false, true, false] });
  });

  it("looks for plain text in all of a record, for a pattern in its first 64 KiB", () => {
    const long = `${"x".repeat(maxPatternText)}needle`;
    expect(matches("needle", false, [long])).toEqual([true]);
    expect(matches("needle", true, [long])).toEqual([false]);
    expect(matches("needle", true, [long.slice(6)])).toEqual([true]);
  });

  it("stops a pattern that would take for ever, and says which record it hung on", () => {
    const matcher = textMatcher({ text: "^(a+)+$", pattern: true }, 50);
    if (!matcher.ok) throw new Error(matcher.error.message);
    const stopped = matcher.value(["aaa", `${"a".repeat(40)}!`, "aaa"]);
    expect(stopped).toMatchObject({
      ok: false,
      error: { code: "badInput", message: expect.stringContaining(`"${"a".repeat(40)}!"`) },
    });
    expect(matcher.value(["aaa"])).toMatchObject({ value: [true] });
  });
});
