import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextLines } from "./text-lines.ts";

function linesOf(text: string): { content: string; whole: string; number: number }[] {
  const lines = new TextLines(text);
  const all = [];
  while (lines.next()) {
    const whole = text.slice(lines.start, lines.end);
    all.push({ content: lines.content, whole, number: lines.number });
  }
  return all;
}

describe("lines of a text", () => {
  it("end with LF, CR LF or CR CR LF", () => {
    expect(linesOf("a\nb\r\nc\r\r\nd").map(({ content }) => content)).toEqual(["a", "b", "c", "d"]);
  });

  it("end with a lone CR, also where others end with LF", () => {
    expect(linesOf("a\rb\r").map(({ content }) => content)).toEqual(["a", "b"]);
    expect(linesOf("a\rb\n\r\rc").map(({ content }) => content)).toEqual(["a", "b", "", "", "c"]);
  });

  it("put together are the text, and are numbered from 1", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", " ", "\n", "\r") }), (text) => {
        const lines = linesOf(text);
        expect(lines.map(({ whole }) => whole).join("")).toBe(text);
        expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
      }),
    );
  });

  it("are blank with blanks and tabs only", () => {
    const blank = (text: string) => {
      const lines = new TextLines(text);
      lines.next();
      return lines.isBlank;
    };
    expect([blank(" \t\r\n"), blank("\n"), blank(" x\n")]).toEqual([true, true, false]);
  });
});
