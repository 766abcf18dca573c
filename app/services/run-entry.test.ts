import { describe, expect, it } from "vitest";
import { fakeSummary } from "../contract/testing/fake-summary.ts";
import { endingOf } from "./run-entry.ts";
import { fakeScenario } from "./testing/scratch-services.ts";

const cost = { creationMs: 3360, p99BeforeMs: 102.5, p99AfterMs: 151.9 };
const recorded = { progress: { engineMs: 12_340, plannedMs: 60_000, snapshots: 1 }, cost };

describe("endingOf", () => {
  it("takes over what the summary says", async () => {
    const summary = fakeSummary(await fakeScenario(""), "completed");
    expect(endingOf({ ok: true, value: summary }, null, recorded, 0)).toMatchObject({
      status: "completed",
      error: null,
      verified: true,
      wallMs: 1234,
      engineMs: 120_000,
      snapshots: 1,
      transactionsPerSecond: 200,
      ...cost,
    });
    const without = { ...summary, snapshots: [] };
    expect(endingOf({ ok: true, value: without }, null, recorded, 0).verified).toBeNull();
  });

  it("keeps the engine's own reason and its code", async () => {
    const summary = fakeSummary(await fakeScenario(""), "failed");
    const error = { code: "diskFull", message: "volume P is full" };
    const value = { ...summary, run: { ...summary.run, error } };
    expect(endingOf({ ok: true, value }, null, recorded, 0)).toMatchObject({
      status: "failed",
      error: {
        code: "runFailed",
        message: "volume P is full",
        detail: "engine error: diskFull",
      },
    });
  });

  it.each([
    [null, "failed", "gone"],
    ["killed", "cancelled", "ended at once on request, after 12.34 s of engine time"],
    ["closed", "interrupted", "was closed while the run was under way, after 12.34 s"],
  ] as const)("without a summary says who ended it: %s", (stopped, status, message) => {
    const result = { ok: false, error: { code: "engineDied", message: "gone" } } as const;
    const ending = endingOf(result, stopped, recorded, 0);
    expect(ending).toMatchObject({ status, verified: null, engineMs: 12_340, ...cost });
    expect(ending.error?.message).toContain(message);
  });
});
