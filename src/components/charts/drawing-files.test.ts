// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { sharedToken } from "../../../app/theme/tokens.ts";
import { svgText } from "./drawing-files.ts";

function drawn(): SVGSVGElement {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  Object.defineProperty(drawing, "viewBox", { value: { baseVal: { width: 320, height: 100 } } });
  return drawing;
}

it("a drawing that leaves the page has its name and how it is read above it, in lines that fit", async () => {
  const file = await svgText(drawn(), [
    "users <of> a study",
    "medians with intervals, a dot a run, dotted the line through them",
  ]);
  const [, top, height] = /viewBox="0 (-\d+) 320 (\d+)"/.exec(file)?.map(Number) ?? [];
  expect(Number(height) + Number(top)).toBe(100);
  const lines = [...file.matchAll(/<text[^>]* y="(-?\d+)"[^>]*>([^<]*)<\/text>/g)];
  expect(lines.map(([, , text]) => text)).toEqual([
    "users &lt;of&gt; a study",
    "medians with intervals, a dot a run, dotted the line",
    "through them",
  ]);
  for (const [, y] of lines) {
    expect(Number(y)).toBeGreaterThan(Number(top));
    expect(Number(y)).toBeLessThan(0);
  }
});

it("a drawing that leaves the page takes the font along in which its texts were measured", async () => {
  document.documentElement.style.setProperty("--font-ui", sharedToken("font-ui"));
  const file = await svgText(drawn(), ["a study"]);
  const [, asked] = /text\{font-family:"([^"]+)"/.exec(file) ?? [];
  const [, family, font = ""] =
    /@font-face \{ font-family: "([^"]+)".*?base64,([\w+/=]+)\)/.exec(file) ?? [];
  expect(asked).toBe("Inter Variable");
  expect(family).toBe(asked);
  expect(atob(font).slice(0, 4)).toBe("wOF2");
});

it("a drawing whose series are named beside it on the page has their names below it, and none that is switched off", async () => {
  const drawing = drawn();
  const off = document.createElementNS("http://www.w3.org/2000/svg", "g");
  off.dataset.off = "";
  off.textContent = "switched off";
  drawing.append(off);
  const line = { stroke: "#112233", strokeWidth: 2, strokeDasharray: "4 2" };
  const file = await svgText(
    drawing,
    ["a study"],
    [
      { name: "One", line },
      { name: "Two", line, note: "× 0.1" },
    ],
  );
  expect(file).not.toContain("switched off");
  const [, y] = /<text[^>]* y="([\d.]+)"[^>]*>Two × 0\.1</.exec(file) ?? [];
  expect(Number(y)).toBeGreaterThan(100);
  expect(file.match(/<line [^>]*stroke-dasharray="4 2"/g)).toHaveLength(2);
});
