import { expect, it } from "vitest";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Summary } from "../../contract/summary.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { noSeries } from "../timeline/recording-timeline.ts";
import { rateText, timesText } from "./step-text.ts";
import { type StepRun, stepsOf } from "./steps.ts";

const resolved = resolveScenario(
  { ...presetScenario("faster-backups-step-by-step"), durationSeconds: 60 },
  "a test",
);
if (!resolved.ok) throw new Error(resolved.error.message);
const scenario = resolved.value;

/** A backup of 1,000,000 pages. */
function backedUp(id: string, tookMs: number, step?: StepRun["entry"]["step"]): StepRun {
  const summary: Summary = {
    ...fakeSummary(scenario, "completed"),
    phases: [
      {
        ...{ name: "backup", snapshot: null, startMs: 1000, endMs: 1000 + tookMs },
        figures: { pages: 1_000_000 },
      },
    ],
  };
  const entry = step === undefined ? { id } : { id, step };
  return { entry, scenario, summary, series: noSeries };
}

const after = (of: string) => ({ of, change: "Write the backup to more destinations" });

it("tells of each step what it changed, what came out, and how many times as fast it is as the first", () => {
  const steps = stepsOf([backedUp("a", 8192), backedUp("b", 4096, after("a"))]);
  expect(steps).toMatchObject([
    { runId: "a", change: null, result: { name: "first backup", value: 8192 }, timesFirst: 1 },
    { runId: "b", change: after("a").change, bytesPerSecond: 2e9, timesFirst: 2 },
  ]);
  expect(rateText(steps[1]?.bytesPerSecond ?? 0)).toBe("2,000 MB/s");
  expect(timesText(2)).toBe("2.00 ×");
});

it("has no result of a step that did not complete", () => {
  const cancelled = { ...backedUp("b", 4096, after("a")), summary: null };
  expect(stepsOf([backedUp("a", 8192), cancelled])[1]).toMatchObject({
    ...{ bound: null, result: null, bytesPerSecond: null, timesFirst: null },
  });
});
