import { expect, it } from "vitest";
import { labelRoom } from "../charts/BarsChart.tsx";
import { textWidth } from "../charts/text-width.ts";
import { activityNames, phaseNames } from "../contract/phase.ts";
import { phaseLabel } from "./phase-text.ts";

it("every phase has a label of its own that has room beside its row", () => {
  const labels = [...phaseNames, ...activityNames].map(phaseLabel);
  expect(labels.filter((label) => textWidth(label) > labelRoom)).toEqual([]);
  expect(new Set(labels).size).toBe(labels.length);
});
