import { describe, expect, it } from "vitest";
import { type OverlayChoice, shiftOf, withOverlay } from "./overlay.ts";

const choice = (under: string, runId = "run"): OverlayChoice => ({
  under,
  runId,
  underAnchor: { bandId: "analysis/sales_snapshot/0", atMs: 478_240 },
  runAnchor: { bandId: "analysis/before_batch/0", atMs: 9_000 },
});

describe("runs laid over recordings", () => {
  it("are moved so that their anchors fall together", () => {
    const laid = choice("a");
    expect(laid.runAnchor.atMs + shiftOf(laid)).toBe(laid.underAnchor.atMs);
  });

  it("are one for each recording", () => {
    const overlays = withOverlay([choice("a"), choice("b")], "a", choice("a", "other"));
    expect(overlays.map(({ under, runId }) => [under, runId])).toEqual([
      ["b", "run"],
      ["a", "other"],
    ]);
    expect(withOverlay(overlays, "a", null)).toEqual([choice("b")]);
  });

  it("are forgotten after fifty others", () => {
    let overlays: OverlayChoice[] = [];
    for (let number = 0; number < 60; ++number) {
      overlays = withOverlay(overlays, String(number), choice(String(number)));
    }
    expect(overlays).toHaveLength(50);
    expect(overlays[0]?.under).toBe("10");
  });
});
