import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeScratch, removeScratch, smallRun, start } from "./testing/snapscope.ts";
import { summaryOf, summaryOfRun } from "./testing/summaries.ts";

const scratch = makeScratch();
afterAll(() => removeScratch(scratch));

const hashOf = async (...args: string[]) =>
  (await summaryOfRun([...smallRun, ...args])).telemetryHash;

describe("the telemetry hash", async () => {
  const hash = await hashOf();

  it("is the same for the same seed, at full speed and at a pace", async () => {
    expect(await hashOf()).toBe(hash);
    expect(await hashOf("--pace", "20")).toBe(hash);
  });

  it("is another for another seed", async () => {
    expect(await hashOf("--seed", "2")).not.toBe(hash);
  });
});

describe("a steered run", () => {
  it("is repeated by its own summary", async () => {
    const out = join(scratch, "steered");
    const run = start([...smallRun, "--pace", "1", "--steer", "--json", "--out", out]);
    await run.until(/^running/m);
    run.say({ kind: "setUsers", users: 60 });
    await run.until(/setUsers 60 applied/);
    run.say({ kind: "pause" });
    await run.until(/pause applied/);
    run.say({ kind: "resume" });
    await run.until(/resume applied/);
    run.say({ kind: "createSnapshot", name: "by_hand" });
    await run.until(/createSnapshot by_hand applied/);
    run.say({ kind: "setPace", pace: 0 });
    await run.until(/setPace 0 applied/);
    const ended = await run.ended;
    expect(ended.status).toBe(0);
    const steered = summaryOf(ended);
    expect(steered.snapshots.map(({ name }) => name)).toContain("by_hand");
    expect(steered.scenario.commands.map(({ command }) => command.kind)).toEqual([
      "setUsers",
      "pause",
      "resume",
      "createSnapshot",
      "setPace",
    ]);

    const again = await summaryOfRun(["run", join(out, "summary.json"), "--pace", "0"]);
    expect(again.telemetryHash).toBe(steered.telemetryHash);
    expect(again.scenario.commands).toEqual(steered.scenario.commands);
    expect(again.errorlog).toEqual(steered.errorlog);
  });

  it("stops at the next phase when asked to", async () => {
    const run = start([...smallRun, "--pace", "1", "--steer", "--json"]);
    await run.until(/^running/m);
    run.say({ kind: "stepToNextPhase" });
    await run.until(/^paused/m);
    run.say({ kind: "resume" });
    run.say({ kind: "setPace", pace: 0 });
    expect(summaryOf(await run.ended).run).toMatchObject({ status: "completed", verified: true });
  });

  it("is prolonged, pauses where a snapshot is armed, and repeats what lasts of it", async () => {
    const out = join(scratch, "prolonged");
    const run = start([...smallRun, "--pace", "1", "--steer", "--json", "--out", out]);
    await run.until(/^running/m);
    run.say({ kind: "breakOn", event: "armed" });
    await run.until(/breakOn armed true applied/);
    run.say({ kind: "setPace", pace: 0 });
    await run.until(/^paused/m);
    run.say({ kind: "prolong", seconds: 86_399 });
    await run.until(/prolong 86399 refused: the run cannot be prolonged/);
    run.say({ kind: "prolong", seconds: 5.5 });
    await run.until(/prolong 5.5 applied/);
    run.say({ kind: "resume" });
    const prolonged = summaryOf(await run.ended);
    expect(prolonged.run).toMatchObject({ status: "completed", verified: true, engineMs: 25_500 });
    const again = await summaryOfRun(["run", join(out, "summary.json"), "--pace", "0"]);
    expect(again.run.engineMs).toBe(25_500);
    expect(again.telemetryHash).toBe(prolonged.telemetryHash);
  });

  it("obeys commands that came before it had started, and repeats them", async () => {
    const out = join(scratch, "early");
    const run = start([...smallRun, "--steer", "--json", "--out", out]);
    run.say({ kind: "setUsers", users: 5 });
    const early = summaryOf(await run.ended);
    const users = { kind: "setUsers", users: 5 };
    expect(early.scenario.commands.map(({ command }) => command)).toEqual([users]);
    const again = await summaryOfRun(["run", join(out, "summary.json")]);
    expect(again.telemetryHash).toBe(early.telemetryHash);
  });
});
