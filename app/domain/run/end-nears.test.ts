import { expect, it } from "vitest";
import { seriesOf, timelineOf } from "../timeline/testing/pieces.ts";
import type { Band } from "../timeline/timeline.ts";
import { endNears } from "./end-nears.ts";

const creation = (endMs: number | null): Band => ({
  id: "command/s1/1",
  row: "command",
  phase: null,
  snapshot: "s1",
  startMs: 50_000,
  endMs,
  startSource: "logged",
  endSource: null,
  instant: false,
  progress: null,
  figures: {},
});
const at = (nowMs: number, bands: readonly Band[]) =>
  endNears({ ...timelineOf([], seriesOf([nowMs])), plannedEndMs: 120_000, bands });

it("is said where a creation is under way as the end nears, and only there", () => {
  expect(at(100_000, [creation(null)])).toBeNull();
  expect(at(112_000, [creation(null)])).toBe("The run ends in 8 s, and s1 is still being created.");
  expect(at(112_000, [creation(111_000)])).toBeNull();
});
