// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { failure } from "../../../app/contract/result.ts";
import { presetScenario } from "../../../app/domain/scenario-form/testing/presets.ts";
import { takeNotifications } from "../shell/notifications.ts";
import { askedServices, bare } from "../testing/asked-services.tsx";
import { askComparisonOfRun, askRecommended, useAskedComparison } from "./compare-with.ts";

const asked = presetScenario("two-snapshots");
const ran = { ...asked, durationSeconds: 99 };
const run = { id: "a run" };
const recommendation = {
  rule: "severalSnapshots",
  title: "Keep one.",
  reason: "It costs less.",
  evidence: [{ label: "Snapshots", value: 2, unit: { name: "snapshots" } }],
  change: "One goes.",
  both: [],
  settings: ["timeline=[]"],
  promise: { metric: "p99", name: "p99", direction: "falls" },
} as const;

beforeEach(() => {
  useAskedComparison.setState({ asked: null });
  takeNotifications();
});

it("asks about a run as it was asked for, and of a recommendation as it ran", async () => {
  askedServices({ "library.details": { scenario: asked, summary: { scenario: ran } } });
  await askComparisonOfRun(run);
  expect(useAskedComparison.getState().asked).toEqual({
    scenario: asked,
    origin: null,
    recommendation: null,
  });
  await askRecommended(run, {
    ...recommendation,
    evidence: [...recommendation.evidence],
    both: [],
    settings: ["timeline=[]"],
  });
  expect(useAskedComparison.getState().asked?.scenario).toEqual(ran);
  expect(useAskedComparison.getState().asked?.recommendation?.title).toBe("Keep one.");
});

it("asks nothing of a run that cannot be read, and says why", async () => {
  askedServices({ "library.details": bare(failure("notFound", "it is gone")) });
  await askComparisonOfRun(run);
  askedServices({ "library.details": new Error("the services are gone") });
  await askComparisonOfRun(run);
  expect(useAskedComparison.getState().asked).toBeNull();
  expect(takeNotifications().map(({ body }) => body)).toEqual([
    "it is gone",
    "the services are gone. Try again.",
  ]);
});
