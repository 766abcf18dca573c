// @vitest-environment happy-dom
/** The plan on the screen: what is kept of it, and how a file takes its place. */
import { beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { rawPlan } from "../../../app/domain/protection-plan/testing/plans.ts";
import { openableFile } from "../files/files.ts";
import { openFiles } from "../files/open-files.ts";
import { readSetting } from "../services/settings.ts";
import { useNavigation } from "../shell/navigation.ts";
import { takeNotifications } from "../shell/notifications.ts";
import { changePlan, loadPlanFile, planFile, planOn, startAnew, usePlan } from "./plan.ts";

const full = { kind: "full", everySeconds: 1200 } as const;
const fileOf = (name: string, value: object) =>
  new File([JSON.stringify(value)], name, { type: "application/json" });
const shown = () => usePlan.getState().plan;
const kept = () => readSetting("plan", z.looseObject({ name: z.string() }).nullable(), null);

beforeEach(() => {
  startAnew();
  takeNotifications();
  vi.restoreAllMocks();
});

it("a plan's file takes the place of the plan, which can be taken back", async () => {
  await loadPlanFile(fileOf("nightly.plan.json", rawPlan([full], { name: "nightly" })));
  expect(shown().name).toBe("nightly");
  const [told] = takeNotifications();
  expect(told).toMatchObject({ title: "nightly.plan.json is shown", intent: "success" });
  told?.action?.run();
  expect(shown().name).toBe("paper-2011");
});

it("what was exported is read back as it was", async () => {
  changePlan({ name: "Every night, at 2" });
  const { fileName, bytes } = planFile(shown());
  expect(fileName).toBe("every-night-at-2.plan.json");
  const before = shown();
  startAnew();
  await loadPlanFile(new File([new Uint8Array(bytes)], fileName));
  expect(shown()).toEqual(before);
});

it.each([
  ["no JSON", new File(["{"], "bad.json"), /^bad\.json: is not valid JSON/],
  [
    "a scenario",
    fileOf("bad.json", { formatVersion: 2, name: "orders" }),
    /^bad\.json: is no protection plan/,
  ],
  [
    "a number out of its range",
    fileOf("bad.json", rawPlan([{ ...full, everySeconds: 1 }])),
    /^bad\.json: jobs\.0\.everySeconds: 1 is not allowed; allowed: a number from 10/,
  ],
])("a file with %s leaves the plan, and is told why", async (_, file, message) => {
  const before = shown();
  await loadPlanFile(file);
  expect(shown()).toBe(before);
  const [told] = takeNotifications();
  expect(told).toMatchObject({ intent: "error", title: "Plan not opened" });
  expect(told?.body).toMatch(message);
});

it("a plan that is dropped on the window is shown on its screen", async () => {
  const file = fileOf("dropped.plan.json", rawPlan([full], { name: "dropped" }));
  await openFiles([openableFile(file)]);
  expect([shown().name, useNavigation.getState().screen]).toEqual(["dropped", "plan"]);
});

it("what is no plan yet is kept, but not a number out of its range", () => {
  const { jobs } = shown();
  // Differentials without a full backup are refused, and can be mended after the next start.
  changePlan({ jobs: jobs.filter(({ kind }) => kind !== "full"), name: "half done" });
  expect(kept()?.name).toBe("half done");
  changePlan({ daySeconds: 1, name: "too short" });
  expect([shown().name, kept()?.name]).toEqual(["too short", "half done"]);
});

it("another database comes without its timeline, and keeps its log where the plan backs it up", () => {
  const { scenario } = shown();
  const simple = {
    ...scenario,
    database: { ...scenario.database, recoveryModel: "simple" as const },
    timeline: [{ atSeconds: 1, command: { kind: "updateTable" as const, batchRows: 0 } }],
  };
  planOn(simple);
  expect(shown().scenario).toMatchObject({ timeline: [], database: { recoveryModel: "full" } });
  changePlan({ jobs: shown().jobs.filter(({ kind }) => kind !== "log") });
  planOn(simple);
  expect(shown().scenario.database.recoveryModel).toBe("simple");
});
