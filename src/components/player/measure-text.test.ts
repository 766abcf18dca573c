// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { smallFont, textWidth } from "./measure-text.ts";

it("measures figures as they are drawn, of one width, where the canvas has a narrower 1", () => {
  const measureText = (text: string) => ({ width: [...text].length * 6 - text.split("1").length });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    measureText,
  } as unknown as RenderingContext);
  expect(textWidth("21:11:11", smallFont)).toBe(textWidth("20:00:00", smallFont));
});
