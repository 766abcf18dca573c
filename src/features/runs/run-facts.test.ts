import { describe, expect, it } from "vitest";
import { scenarioSchema } from "../../../app/contract/scenario.ts";
import { fakeRestore } from "../../../app/contract/testing/fake-backups.ts";
import {
  brokenConsistency,
  fakeConsistency,
} from "../../../app/contract/testing/fake-consistency.ts";
import { fakeSummary } from "../../../app/contract/testing/fake-summary.ts";
import { plainScenario } from "../../../app/contract/testing/scenarios.ts";
import { runEntry } from "../../state/testing/run-entries.ts";
import { resultFacts, runFacts, scenarioFacts } from "./run-facts.ts";

describe("what a run was", () => {
  it("names its preset as the list of presets does", () => {
    const presetOf = (preset: string | null) =>
      runFacts(runEntry({ preset })).find(({ name }) => name === "Preset")?.value;
    expect(presetOf("sqlskills-select-into")).toBe("SQLskills SELECT INTO");
    expect(presetOf(null)).toBe("none");
  });
});

describe("the figures of a scenario", () => {
  it("give whole seconds without hundredths", () => {
    const scenario = { ...scenarioSchema.parse(plainScenario), warmupSeconds: 120 };
    const warmup = scenarioFacts(scenario).find(({ name }) => name === "Warm-up");
    expect(warmup?.value).toBe("2 min 0 s");
  });
});

describe("the figures of a run's end", () => {
  it("name as top wait what cost somebody time, not a task with nothing to do", () => {
    const summary = fakeSummary(scenarioSchema.parse(plainScenario), "completed");
    const [first] = summary.waits;
    if (first === undefined) throw new Error("the summary has no wait");
    const wait = (wait_type: string, wait_time_ms: number) => ({
      ...first,
      wait_type,
      wait_time_ms,
    });
    const waits = [wait("WRITELOG", 3000), wait("CHECKPOINT_QUEUE", 90_000)];
    const topWait = resultFacts({ ...summary, waits }).find(({ name }) => name === "Top wait");
    expect(topWait?.value).toBe("WRITELOG, 3.00 s");
  });

  it("say of the verification what was checked, or what was found", () => {
    const summary = fakeSummary(scenarioSchema.parse(plainScenario), "completed");
    const verified = (parts: object) =>
      resultFacts({ ...summary, ...parts }).find(({ name }) => name === "Verified")?.value;
    expect(verified({})).toBe("every snapshot");
    expect(verified({ snapshots: [] })).toBe("nothing to verify");
    expect(verified({ consistency: fakeConsistency })).toBe(
      "every snapshot; consistency conditions 1 to 4 hold in all 1,400 districts",
    );
    expect(verified({ snapshots: [], restores: [fakeRestore] })).toBe("what was restored");
    expect(verified({ restores: [fakeRestore, { ...fakeRestore, verified: false }] })).toBe(
      "what was restored shows wrong rows",
    );
    expect(verified({ snapshots: [], consistency: brokenConsistency })).toMatch(
      /^at the end of the run consistency condition 3 does not hold/,
    );
  });
});
