// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { svgText } from "./drawing-files.ts";

it("a drawing that leaves the page has its name and how it is read above it, in lines that fit", () => {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  Object.defineProperty(drawing, "viewBox", { value: { baseVal: { width: 320, height: 100 } } });
  const file = svgText(drawing, [
    "users <of> a study",
    "medians with intervals, a dot a run, dotted the line",
  ]);
  const [, top, height] = /viewBox="0 (-\d+) 320 (\d+)"/.exec(file)?.map(Number) ?? [];
  expect(Number(height) + Number(top)).toBe(100);
  const lines = [...file.matchAll(/<text[^>]* y="(-?\d+)"[^>]*>([^<]*)<\/text>/g)];
  expect(lines.map(([, , text]) => text)).toEqual([
    "users &lt;of&gt; a study",
    "medians with intervals, a dot a run, dotted the",
    "line",
  ]);
  for (const [, y] of lines) {
    expect(Number(y)).toBeGreaterThan(Number(top));
    expect(Number(y)).toBeLessThan(0);
  }
});
