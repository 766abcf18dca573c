import { expect, it } from "vitest";
import { labelRoom } from "../charts/BarsChart.tsx";
import { textWidth } from "../charts/text-width.ts";
import { activityNames, phaseNames } from "../contract/phase.ts";
import { durationOfPhase, phaseLabel } from "./phase-text.ts";

it("every phase has a label of its own that has room beside its row", () => {
  const labels = [...phaseNames, ...activityNames].map(phaseLabel);
  expect(labels.filter((label) => textWidth(label) > labelRoom)).toEqual([]);
  expect(new Set(labels).size).toBe(labels.length);
});

it("a phase that starts and ends at one time of its log is an instant, unless an end is a bound", () => {
  const phase = { name: "startup", instant: false, figures: {}, startSource: "derived" } as const;
  const durationOf = (durationMs: number, endSource: "logged" | "bound") =>
    durationOfPhase({ ...phase, durationMs, endSource });
  expect(durationOf(0, "logged")).toBe("instant");
  expect(durationOf(0, "bound")).toBe("≤ 0 s");
  expect(durationOf(20, "logged")).toBe("20 ms");
});
