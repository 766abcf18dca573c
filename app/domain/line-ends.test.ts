import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Characters, countLines, LineEnds, plainLineEnds } from "./line-ends.ts";

function linesOf(text: Characters & { toString(): string }, isEnd = true): string[] {
  const ends = new LineEnds(text, isEnd);
  const lines: string[] = [];
  const whole = text.toString();
  for (let at = 0; at < text.length; ) {
    const next = ends.next(at) ?? text.length;
    lines.push(whole.slice(at, next));
    at = next;
  }
  return lines;
}

describe("lines", () => {
  it("end with feeds, with returns before them, and with returns of their own", () => {
    expect(linesOf("a\nb\r\nc\r\r\nd\re")).toEqual(["a\n", "b\r\n", "c\r\r\n", "d\r", "e"]);
    expect(linesOf("\r\r")).toEqual(["\r", "\r"]);
  });

  it("are the same of bytes", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r") });
    fc.assert(
      fc.property(text, fc.boolean(), (given, isEnd) => {
        expect(linesOf(Buffer.from(given), isEnd)).toEqual(linesOf(given, isEnd));
        expect(linesOf(given).join("")).toBe(given);
        expect(countLines(given)).toBe(linesOf(given).length);
        expect(plainLineEnds(given)).toBe(
          linesOf(given)
            .map((line) => line.replace(/\r*\n$|\r$/, "\n"))
            .join(""),
        );
      }),
    );
  });

  it("wait for more where a feed may follow their returns", () => {
    expect(new LineEnds("a\r\r", false).next(0)).toBeNull();
    expect(new LineEnds("a\r\rb", false).next(0)).toBe(2);
  });
});
