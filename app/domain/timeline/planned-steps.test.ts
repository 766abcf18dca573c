import { expect, it } from "vitest";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { plannedSteps } from "./planned-steps.ts";

const scenario = presetScenario("creation-under-load");

it("says what was planned, when, and what became of it", () => {
  const summary = fakeSummary(scenario, "completed");
  expect(plannedSteps(summary)).toEqual([
    {
      name: null,
      what: "create snapshot sales_snapshot_1",
      when: "at 30 s (21:48:37)",
      outcome: "completed",
      firedMs: 30_000,
      endedMs: 34_750,
      tookMs: 4750,
      reason: "",
    },
  ]);
});

it("says of a creation what it took, as a run's other figures do, not how long the command was under way", () => {
  const summary = fakeSummary(scenario, "completed");
  const [first] = summary.snapshots;
  if (first === undefined) throw new Error("the run has a snapshot");
  const earlier = { ...first, asOfMs: 10_000, createdMs: 1000 };
  const own = { ...first, asOfMs: 32_000, createdMs: 4740 };
  const [step] = plannedSteps({ ...summary, snapshots: [earlier, own] });
  expect(step).toMatchObject({ firedMs: 30_000, endedMs: 34_750, tookMs: 4740 });
});

it("gives the reason of what was not carried out", () => {
  const summary = fakeSummary(scenario, "completed");
  const [first] = summary.timeline;
  if (first === undefined) throw new Error("the preset has an entry");
  const notFired = {
    ...first,
    outcome: "notFired" as const,
    firedMs: null,
    endedMs: null,
    message: "it was due",
  };
  expect(plannedSteps({ ...summary, timeline: [notFired] })).toMatchObject([
    { outcome: "notFired", firedMs: null, reason: "it was due" },
  ]);
});

it("has nothing of a summary that is older than outcomes", () => {
  expect(plannedSteps({ scenario, timeline: [], snapshots: [] })).toEqual([]);
});
