import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  parseWindowState,
  placeWindow,
  readWindowState,
  writeWindowState,
} from "./window-state.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snapscope-window-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const display = { x: 0, y: 0, width: 1920, height: 1040 };
const nothing = { bounds: null, maximized: false };

describe("the window's state", () => {
  it("comes back as it was written", () => {
    const file = join(folder, "new folder", "window.json");
    const state = { bounds: { x: 10, y: -20, width: 1200, height: 800 }, maximized: true };
    writeWindowState(file, state);
    expect(readWindowState(file)).toEqual(state);
  });

  it("is the default where the file is missing or makes no sense", () => {
    const file = join(folder, "window.json");
    expect(readWindowState(file)).toEqual(nothing);
    writeFileSync(file, '{"bounds": {"x": 1');
    expect(readWindowState(file)).toEqual(nothing);
    for (const value of [null, 7, [], { bounds: { x: "1" } }, { bounds: { x: 1e9 } }]) {
      expect(parseWindowState(value)).toEqual(nothing);
    }
  });
});

describe("placeWindow", () => {
  it("leaves a window alone that is on a display", () => {
    const bounds = { x: 100, y: 50, width: 1280, height: 800 };
    expect(placeWindow(bounds, [display])).toEqual(bounds);
  });

  it("forgets bounds on a display that is gone", () => {
    const bounds = { x: 2500, y: 50, width: 1280, height: 800 };
    expect(placeWindow(bounds, [display])).toBeNull();
    expect(placeWindow(bounds, [display, { ...display, x: 1920 }])).not.toBeNull();
  });

  it("never gives bounds that reach beyond the display", () => {
    const side = fc.integer({ min: -5000, max: 5000 });
    const length = fc.integer({ min: 1, max: 5000 });
    const area = fc.record({ x: side, y: side, width: length, height: length });
    fc.assert(
      fc.property(area, (bounds) => {
        const placed = placeWindow(bounds, [display]);
        if (placed === null) return;
        expect(placed.x).toBeGreaterThanOrEqual(0);
        expect(placed.y).toBeGreaterThanOrEqual(0);
        expect(placed.x + placed.width).toBeLessThanOrEqual(display.width);
        expect(placed.y + placed.height).toBeLessThanOrEqual(display.height);
      }),
    );
  });
});
