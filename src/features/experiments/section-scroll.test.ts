import { describe, expect, it } from "vitest";
import { staysThere } from "./section-scroll.ts";

const wentTo = { top: 400, height: 2000, viewHeight: 700 };

describe("the section that was gone to", () => {
  it("stays current where the form was scrolled to it, and when the form or its window changes its size", () => {
    expect(staysThere(wentTo, wentTo)).toBe(true);
    expect(staysThere(wentTo, { ...wentTo, top: 320, height: 1900 })).toBe(true);
    expect(staysThere(wentTo, { ...wentTo, top: 380, viewHeight: 720 })).toBe(true);
  });

  it("is left by whoever scrolls on", () => {
    expect(staysThere(wentTo, { ...wentTo, top: 401 })).toBe(false);
  });
});
