import { describe, expect, it } from "vitest";
import { type Running, settings, start } from "./testing/snapscope.ts";
import { summaryOf } from "./testing/summaries.ts";

/** What is promised is one second; a machine that is busy with other tests gets three. */
const boundMs = 3000;

const aDay = settings({ durationSeconds: 86_400 });
const steered = (...args: string[]) => start(["run", ...args, "--steer", "--json"]);

async function expectCancelled(what: string, run: Running, ask: () => void) {
  const askedMs = performance.now();
  ask();
  const ended = await run.ended;
  const tookMs = performance.now() - askedMs;
  console.log(`cancel of ${what}: ${tookMs.toFixed(0)} ms to the end of the process`);
  expect(tookMs).toBeLessThan(boundMs);
  expect(ended.status).toBe(1);
  expect(ended.stderr).toMatch(/^cancelled after [\d.]+ (ms|s) of engine time/m);
  const summary = summaryOf(ended);
  expect(summary.run.status).toBe("cancelled");
  return summary;
}

describe("cancel", () => {
  it("ends a run at full speed", async () => {
    const run = steered("creation-under-load", ...aDay);
    await run.until(/createSnapshot sales_snapshot_1 applied/);
    await expectCancelled("a run at full speed", run, () => run.say({ kind: "cancel" }));
  });

  it("ends a paced run", async () => {
    const run = steered("creation-under-load", ...aDay, "--pace", "1");
    await run.until(/^warmup/m);
    await expectCancelled("a paced run", run, () => run.say({ kind: "cancel" }));
  });

  it("ends a very slow run", async () => {
    const run = steered("creation-idle", ...aDay, "--pace", "0.001", "--set", "warmupSeconds=0");
    run.say({ kind: "setPace", pace: 0.0001 });
    await run.until(/setPace 0.0001 applied/);
    await expectCancelled("a very slow run", run, () => run.say({ kind: "cancel" }));
  });

  it("ends a paused run", async () => {
    const run = steered("creation-under-load", ...aDay, "--pace", "10");
    await run.until(/^running/m);
    run.say({ kind: "pause" });
    await run.until(/^paused/m);
    await expectCancelled("a paused run", run, () => run.say({ kind: "cancel" }));
  });

  it("ends the verification", async () => {
    const large = settings({
      "database.sizeMiB": 8192,
      durationSeconds: 3,
      warmupSeconds: 0,
      "timeline.0.atSeconds": 1,
    });
    const run = steered("creation-idle", ...large);
    await run.until(/^verifying/m);
    const summary = await expectCancelled("the verification", run, () =>
      run.say({ kind: "cancel" }),
    );
    expect(summary.run.verified).not.toBe(false);
  });

  it("ends all runs of a comparison", async () => {
    const what = ["compare", "creation-under-load", ...aDay, "--with", "workload.users=200"];
    const run = start(what, { group: true });
    await run.until(/ at a time/);
    const askedMs = performance.now();
    run.interruptGroup();
    const ended = await run.ended;
    expect(performance.now() - askedMs).toBeLessThan(boundMs);
    expect(ended.stderr).toContain("the comparison was cancelled");
    expect(ended.status).toBe(1);
  });

  it("comes from the terminal as well", async () => {
    const run = start(["run", "creation-under-load", ...aDay, "--json"], { group: true });
    await run.until(/^running/m);
    await expectCancelled("a run by Ctrl+C", run, () => run.interruptGroup());
  });
});
