import { beforeEach, expect, it, vi } from "vitest";
import { presetScenario } from "../../../app/domain/scenario-form/testing/presets.ts";
import { askComparisonOfRun, askRecommended, useAskedComparison } from "./compare-with.ts";

const details = vi.hoisted(() => vi.fn());
const notify = vi.hoisted(() => vi.fn());
vi.mock("../services/services.ts", () => ({
  services: () => ({ library: { details: { query: details } } }),
  messageOf: (error: Error) => error.message,
}));
vi.mock("../shell/notifications.ts", () => ({ notify }));

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
  notify.mockClear();
});

it("asks about a run as it was asked for, and of a recommendation as it ran", async () => {
  details.mockResolvedValue({ ok: true, value: { scenario: asked, summary: { scenario: ran } } });
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
  details.mockResolvedValue({ ok: false, error: { code: "notFound", message: "it is gone" } });
  await askComparisonOfRun(run);
  details.mockRejectedValue(new Error("the services are gone"));
  await askComparisonOfRun(run);
  expect(useAskedComparison.getState().asked).toBeNull();
  expect(notify.mock.calls.map(([{ body }]) => body)).toEqual([
    "it is gone",
    "the services are gone",
  ]);
});
