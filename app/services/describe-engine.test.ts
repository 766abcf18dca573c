import { describe, expect, it } from "vitest";
import { addonPath } from "../addon/addon-path.ts";
import { failure } from "../contract/result.ts";
import { encodeMessage } from "../transport/codec.ts";
import type { FromEngine } from "../transport/engine-messages.ts";
import { describeEngine } from "./describe-engine.ts";
import { type EngineLauncher, forkEngine } from "./engine-launcher.ts";
import { startExperiment } from "./experiments.ts";
import { launcherOf } from "./testing/fake-launcher.ts";
import { fakeEngine, fakeScenario, messageOf } from "./testing/scratch-services.ts";

const answering = (message: FromEngine) => launcherOf(encodeMessage(message));
const asked = async (launch: EngineLauncher) => messageOf(await describeEngine(launch, "x.node"));

describe("describeEngine", () => {
  it("asks a process of its own", async () => {
    expect(await describeEngine(forkEngine, addonPath(fakeEngine))).toEqual({
      ok: true,
      value: { version: "fake", compiler: "none", build: "test" },
    });
  });

  it("says why there is no answer", async () => {
    const error = { code: "engineUnavailable", message: "no addon" } as const;
    expect(await asked(answering({ kind: "error", error }))).toBe("no addon");
    expect(await asked(launcherOf(new Uint8Array([99])))).toContain("not a message of an engine");
    expect(await asked(async () => failure("engineDied", "no process"))).toBe("no process");
    expect(await describeEngine(launcherOf(), "x.node")).toMatchObject({
      error: { code: "engineDied", detail: "last words" },
    });
  });
});

describe("an experiment on another host's engine", () => {
  it("does not start without a process", async () => {
    const launch: EngineLauncher = async () => failure("engineDied", "no more processes");
    const started = await startExperiment(await fakeScenario(""), {}, fakeEngine, launch);
    expect(messageOf(started)).toBe("no more processes");
  });

  it.each<[string, Uint8Array[], object]>([
    ["goes without a word", [], { code: "engineDied", detail: "last words" }],
    ["sends what is no frame", [new Uint8Array()], { code: "protocol" }],
    ["sends what only we send", [encodeMessage({ kind: "describe" })], { code: "protocol" }],
    [
      "sends a summary that is none",
      [encodeMessage({ kind: "end", summary: "{}" })],
      { code: "protocol", message: expect.stringContaining("summary of the engine") },
    ],
  ])("fails with the reason when the process %s", async (_, answers, error) => {
    const scenario = await fakeScenario("");
    const started = await startExperiment(scenario, {}, fakeEngine, launcherOf(...answers));
    if (!started.ok) throw new Error(started.error.message);
    expect(await started.value.finished).toMatchObject({ ok: false, error });
  });
});
